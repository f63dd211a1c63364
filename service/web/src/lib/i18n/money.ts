/** The scorer's arithmetic in the player's language, with the players' names in place of seat numbers. */

import { faceName } from '../tiles/notation';
import { i18n } from './index.svelte';
import { TERMS } from './terms';

/** What the scorer says in English, longest first, and the same in Chinese; `seat 2` stands as a name by then. */
const PHRASES: readonly (readonly [string, string])[] = [
  ['from a player who was not ready', '（点炮者未听牌）'],
  ['the third set of 清一色 came from him', '清一色第三副来自他'],
  ['his kong was robbed', '他的杠被抢'],
  ['not the discarder', '非点炮'],
  ['shared by three', '三家分'],
  ['in the 明牌 state', '处于明牌状态'],
  ['as the dealer', '（庄家）'],
  ['capped at', '封顶'],
  ['counts', '按'],
  ['at most', '最多'],
  ['possible', '可能做成'],
  ['capped', '封顶'],
  ['leaves', '逃跑'],
  ['streak', '连庄'],
  ['dealer', '庄家'],
  ['base', '底'],
  ['more', '另加'],
  ['fee', '桌费'],
];

interface Item { name: string; name_en?: string | null }

const FACES = [...['m', 'p', 's'].flatMap((suit) => [...'123456789'].map((rank) => rank + suit)), ...'ESWNCFP'];

/** Every Chinese word by its English one, the longest first wherever several begin alike: names of items, then terms, then tiles. */
function inEnglish(text: string, items: readonly Item[]): string {
  const words = new Map<string, string>([
    ...FACES.map((face) => [faceName(face, 'zh'), faceName(face, 'en')] as const),
    ...TERMS,
    ...items.flatMap((item) => (item.name_en ? [[item.name, item.name_en] as const] : [])),
  ]);
  const said = [...words.keys()].filter((word) => /[^ -~]/.test(word)).sort((one, other) => other.length - one.length);
  return text.replace(new RegExp(said.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|'), 'gu'), (word) => words.get(word) ?? word);
}

export function moneyText(text: string, names: readonly string[], items: readonly Item[] = []): string {
  const name = (seat: string): string => names[Number(seat)] ?? seat;
  if (i18n.lang === 'en') return inEnglish(text, items).replace(/\bseat (\d)/g, (_, seat: string) => name(seat));
  let said = text.replace(/花 of seat (\d)/g, (_, seat: string) => `${name(seat)} 的花`).replace(/, for seat (\d):/g, (_, seat: string) => `，代 ${name(seat)}：`);
  const held: string[] = [];
  said = said.replace(/\bseat (\d)/g, (_, seat: string) => `\u0001${held.push(name(seat)) - 1}\u0002`);
  for (const [english, chinese] of PHRASES) said = said.replaceAll(english, chinese);
  return said.replace(/\u0001(\d+)\u0002/g, (_, place: string) => held[Number(place)] ?? '').replaceAll(', ', '，').replaceAll('; ', '；');
}
