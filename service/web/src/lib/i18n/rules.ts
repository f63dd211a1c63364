/** Rule data in the player's language: flags, options and their choices, reasons for 包牌. */

import type { OptionValue, RuleOption } from '../api/types';

const FLAGS: Record<string, readonly [string, string]> = {
  'kong replacement': ['On a kong\'s replacement', '杠上开花'], 'last tile': ['Last tile of the wall', '海底'], 'first turn': ['In the first turn', '天胡 / 地胡 / 人胡'],
  'after kong': ['Discard after a kong', '杠后放炮'], 'last of its kind': ['Last of its kind', '和绝张'], 'open state first discard': ['First discard of the open state', '明牌首张'],
  'payer not ready': ['Payer was not ready', '点炮者未听牌（承包）'], 'ready from the deal': ['Ready from the deal', '天听'], 'ready after the first round': ['Ready after the first round', '地听'],
  'declared ready': ['Declared ready', '报听'], 'eight flowers': ['Eight flowers', '八仙过海'], 'seven robs one': ['Seven flowers rob one', '七抢一'],
  'initial flowers': ['Flowers were dealt', '配牌花胡'], konged: ['Somebody konged', '有人开杠'],
};

const OPTIONS: Record<string, string> = {
  mixed_kongs: '明暗杠 5：一明一暗两杠', min_fan: '起和番数（不含花）', no_wild_fan: '无财神的番数', self_draw_add: '自摸加番', discard_add: '点炮、抢杠加番', escape_points: '逃跑赔每家的分',
  room_factor: '每分倍率 N', fee: '每人每局桌费 A', min_tai: '起和台数', open_state_limit: '明牌状态下别家和牌的封顶', unit_price: '每条价钱，付分按此相乘', base: '底', escape_multiple: '逃跑赔底的倍数',
  pair_with_discarded_wild: '财神单吊和打出的财神也算财神做牛', fed_four_from_melds: '按副露来源自动判断吃碰杠四手', escape_concealed_kongs: '逃跑：暗杠也算吃碰杠', escape_concealed_chows: '逃跑：手中的顺子也算',
  wild_from: '翻开的牌定哪张为财神', edition: '版本', wild_kong_factor: '每个癞子杠的倍数', max_wild_big: '大胡最多可用几张癞子', preset: '已发表的台数表', tai_cap: '台数封顶（不含庄家台）', tai_price: '每台价钱',
  declared_ready: '报听 1 台', early_ready: '天听、地听计台', half_begging: '半求人 1 台：五副露自摸', last_tile_claim: '河底捞鱼 1 台', eight_and_a_half_pairs: '八对半（嚦咕嚦咕）8 台', all_flower_tiles: '每张花 1 台（代替正花）',
  no_flowers: '无花 1 台', no_flowers_or_honors: '无字无花 2 台', all_wind_pungs: '风刻每副 1 台', melded_kong: '明杠 1 台', concealed_kong: '暗杠 2 台', four_kongs: '四杠 8 台', five_kongs: '五杠 16 台',
  initial_flower_bonus: '配牌花胡 4 台', all_chows_wait: '平胡的听牌要求', all_chows_concealed_allowed: '平胡可与门清并计', all_chows_self_draw_allowed: '平胡可自摸', all_chows_honors_and_flowers_allowed: '平胡可有字眼或花',
  all_honors_add_all_pungs: '字一色另加碰碰胡', five_concealed_pungs_alone: '五暗刻不加碰碰胡、门清', little_four_winds_add_wind_pungs: '小四喜另加风刻', flower_kong_excludes_seat_flower: '花杠不另计正花',
  seven_flowers_payer: '七抢一谁付', eight_flowers: '八仙过海的算法', plants_order: '梅兰竹菊的座次', dealer_points: '庄分', edge_wait: '卡：二三等四、七八等六也算', named_sets_need_real: '写明牌的番种须有真牌', values: '各番种的台数',
};

const CHOICES: Record<string, readonly [string, string]> = {
  'dealer_points.all': ['in every win', '每次和牌都算'], 'dealer_points.dealer_pairs': ['only between dealer and others', '只在庄闲之间算'],
  'open_state_limit.five': ['at most 5', '最多 5 台'], 'open_state_limit.five_each_doubled': ['5 each, doubled', '各 5 台再翻倍'], 'wild_from.indicator_itself': ['its own face', '翻开的那张本身'], 'wild_from.next': ['the next face', '下一张'],
  'edition.kaikou': ['开口番 (open once)', '开口番'], 'edition.koukou': ['口口番 (every claim)', '口口番'], 'max_wild_big.none': ['no limit', '不限'], 'all_chows_wait.any_two_sided': ['some two-sided wait', '可作两面听即可'],
  'all_chows_wait.only_two_sided': ['only two-sided', '只能是两面听'], 'all_chows_wait.unrestricted': ['any wait', '不限'], 'seven_flowers_payer.robbed': ['the player robbed', '被抢者'], 'seven_flowers_payer.all': ['all', '三家'],
  'eight_flowers.standalone': ['a win by itself', '单独算和'], 'eight_flowers.additive': ['added to a win', '和牌时加计'], 'eight_flowers.compound': ['both', '两者皆可'],
};

const place = (lang: 'en' | 'zh'): 0 | 1 => (lang === 'en' ? 0 : 1);

export function flagText(name: string, lang: 'en' | 'zh'): string {
  return FLAGS[name]?.[place(lang)] ?? name;
}

/** What an option decides. */
export function optionText(_ruleset: string, option: RuleOption, lang: 'en' | 'zh'): string {
  return (lang === 'zh' && OPTIONS[option.name]) || option.meaning;
}

export function choiceText(option: string, choice: OptionValue, lang: 'en' | 'zh'): string {
  return CHOICES[`${option}.${String(choice)}`]?.[place(lang)] ?? String(choice);
}

/** The reasons for which somebody may have to pay for all, by ruleset. */
export function liabilityReasons(ruleset: string): readonly string[] {
  return ruleset === 'yueqing-platform' ? ['吃碰杠四手', '见牌胡', '不能乱吐', '单吊形成', '点炮成明翻'] : ['承包'];
}
