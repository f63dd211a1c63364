/** Rule data in the player's language: flags, options and their choices, reasons for 包牌. */

import type { OptionValue, RuleOption } from '../api/types';
import { rulesZh } from './rules-zh.svelte';

const FLAGS: Record<string, readonly [string, string]> = {
  'kong replacement': ['On a kong\'s replacement', '杠上开花'], 'last tile': ['Last tile of the wall', '海底'], 'first turn': ['In the first turn', '天胡 / 地胡 / 人胡'],
  'after kong': ['Discard after a kong', '杠后放炮'], 'last of its kind': ['Last of its kind', '和绝张'], 'open state first discard': ['First discard of the open state', '明牌首张'],
  'payer not ready': ['Payer was not ready', '点炮者未听牌（承包）'], 'ready from the deal': ['Ready from the deal', '天听'], 'ready after the first round': ['Ready after the first round', '地听'],
  'declared ready': ['Declared ready', '报听'], 'eight flowers': ['Eight flowers', '八仙过海'], 'seven robs one': ['Seven flowers rob one', '七抢一'],
  'initial flowers': ['Flowers were dealt', '配牌花胡'], konged: ['Somebody konged', '有人开杠'],
};

const CHOICES: Record<string, readonly [string, string]> = {
  'preset.sml': ['sml', '通行（sml）'], 'preset.star31': ['star31', '三缺一（star31）'], 'preset.shenlaiye': ['shenlaiye', '神来也（shenlaiye）'], 'preset.ata': ['ata', 'ata'],
  'tai_cap.none': ['no cap', '不封顶'],
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
export function optionText(ruleset: string, option: RuleOption, lang: 'en' | 'zh'): string {
  return (lang === 'zh' && rulesZh.option(ruleset, option)) || option.meaning;
}

export function choiceText(option: string, choice: OptionValue, lang: 'en' | 'zh'): string {
  return CHOICES[`${option}.${String(choice)}`]?.[place(lang)] ?? String(choice);
}

/** The reasons for which somebody may have to pay for all, by ruleset. */
export function liabilityReasons(ruleset: string): readonly string[] {
  return ruleset === 'yueqing-platform' ? ['吃碰杠四手', '见牌胡', '不能乱吐', '单吊形成', '点炮成明翻'] : ['承包'];
}
