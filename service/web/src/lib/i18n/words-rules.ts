/** English and Chinese of the rule pages: flags, 包牌, options. The English of options is the rule book's own. */

export const RULES = {
  'rules.which': ['Rules', '规则'], 'rules.house': ['House profiles', '自家规则'], 'rules.published': ['Published rules', '规则集'], 'rules.changed': ['{n} changed', '改了 {n} 项'],
  'rules.facts': ['{items} items · {tiles} tiles · {options} options', '{items} 个番种 · {tiles} 张 · {options} 项约定'], 'rules.wild': ['wild tile', '有财神'], 'rules.try': ['Try a hand', '试算一手'],
  'rules.tab_items': ['Items', '番种'], 'rules.tab_options': ['Options', '约定'], 'rules.tab_notes': ['Notes', '说明'], 'rules.search': ['Find an item', '查找'], 'rules.excludes': ['not with it: {items}', '不计：{items}'],
  'rules.save': ['Save as house profile', '保存为自家规则'], 'rules.saved': ['Saved, and chosen for new hands', '已保存并选用'], 'rules.delete': ['Delete', '删除'], 'rules.delete_sure': ['Delete this house profile?', '删除这套自家规则？'],
  'rules.profile_name': ['Name of the profile', '名称'], 'rules.house_name': ['our house', '自家'], 'rules.flags': ['What else the table may tell', '可标记的情况'], 'rules.notes': ['How it is played and paid', '打法与结算'],
  'rules.source': ['Source: {source} · version {version}', '来源：{source} · 版本 {version}'], 'values.hint': ['Type what an item is worth at your table; an empty field is as usual.', '改成本桌的台数；清空即恢复通常的台数。'], 'values.reset': ['{item}: as usual, {n}', '{item}：恢复为 {n}'],
  'options.empty': ['These rules have no options.', '这套规则没有可改的约定。'], 'options.none': ['none', '无'],
  'liability.吃碰杠四手': ['吃碰杠四手 Four sets fed', '吃碰杠四手'], 'liability.见牌胡': ['见牌胡 Discard into a seen win', '见牌胡'], 'liability.不能乱吐': ['不能乱吐 Forbidden discard', '不能乱吐'],
  'liability.单吊形成': ['单吊形成 Made the single wait', '单吊形成'], 'liability.点炮成明翻': ['点炮成明翻 Discard into the open state', '点炮成明翻'], 'liability.承包': ['承包 Answers for the win', '承包'],
} as const satisfies Record<string, readonly [string, string]>;
