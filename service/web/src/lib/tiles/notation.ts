/** Tiles as the service writes them: `1m`–`9s`, `E S W N`, `C F P`, `1f`–`8f`, and `?` for a tile's back. */

export const SUITS = ['m', 'p', 's'] as const;
export const HONOURS = ['E', 'S', 'W', 'N', 'C', 'F', 'P'] as const;
export const FLOWERS = ['1f', '2f', '3f', '4f', '5f', '6f', '7f', '8f'] as const;
export const ALL_FACES: readonly string[] = [
  ...SUITS.flatMap((suit) => Array.from({ length: 9 }, (_, i) => `${i + 1}${suit}`)),
  ...HONOURS,
  ...FLOWERS,
];
const ORDER = new Map(ALL_FACES.map((face, place) => [face, place]));

const NUMERALS = '一二三四五六七八九';
const HONOUR_ZH: Record<string, string> = { E: '东', S: '南', W: '西', N: '北', C: '红中', F: '发财', P: '白板' };
const HONOUR_EN: Record<string, string> = {
  E: 'East', S: 'South', W: 'West', N: 'North', C: 'Red dragon', F: 'Green dragon', P: 'White dragon',
};
const FLOWER_ZH = '春夏秋冬梅兰竹菊';
const FLOWER_EN = ['Spring', 'Summer', 'Autumn', 'Winter', 'Plum', 'Orchid', 'Bamboo', 'Chrysanthemum'];
const SUIT_ZH: Record<string, string> = { m: '万', p: '筒', s: '条' };
const SUIT_EN: Record<string, string> = { m: 'Characters', p: 'Dots', s: 'Bamboo' };

/** The name of a face, for labels and screen readers. */
export function faceName(face: string, lang: 'en' | 'zh'): string {
  if (face === '?') return lang === 'zh' ? '牌背' : 'face down';
  const kind = face.slice(-1);
  if (kind === 'f') {
    const place = Number(face[0]) - 1;
    return (lang === 'zh' ? FLOWER_ZH[place] : FLOWER_EN[place]) ?? face;
  }
  if (face.length === 2) {
    const rank = Number(face[0]);
    return lang === 'zh' ? `${NUMERALS[rank - 1]}${SUIT_ZH[kind]}` : `${rank} ${SUIT_EN[kind]}`;
  }
  return (lang === 'zh' ? HONOUR_ZH : HONOUR_EN)[face] ?? face;
}

/** The tiles of compact notation (`123m EE 5f`), or of a list. */
export function parseTiles(text: string | readonly string[] | null | undefined): string[] {
  if (!text) return [];
  if (typeof text !== 'string') return [...text];
  const tiles: string[] = [];
  let ranks: string[] = [];
  for (const sign of text) {
    if (/[1-9]/.test(sign)) ranks.push(sign);
    else if (/[mpsf]/.test(sign)) {
      tiles.push(...ranks.map((rank) => rank + sign));
      ranks = [];
    } else if (/[ESWNCFP?]/.test(sign)) tiles.push(sign);
  }
  return tiles;
}

export function byOrder(one: string, other: string): number {
  return (ORDER.get(one) ?? 99) - (ORDER.get(other) ?? 99);
}

export function sorted(tiles: readonly string[]): string[] {
  return [...tiles].sort(byOrder);
}

/** Compact notation of tiles, in the order given. */
export function formatTiles(tiles: readonly string[]): string {
  let text = '';
  tiles.forEach((tile, place) => {
    const next = tiles[place + 1];
    if (tile.length === 2) text += next && next.length === 2 && next[1] === tile[1] ? tile[0] : tile;
    else text += tile;
  });
  return text;
}

export function isFlower(face: string): boolean {
  return face.endsWith('f');
}

/** Chow from three faces of one suit in a row? */
export function isChow(tiles: readonly string[]): boolean {
  const [a, b, c] = sorted(tiles);
  if (!a || !b || !c || tiles.length !== 3 || a.length !== 2 || a[1] === 'f') return false;
  if (a[1] !== b[1] || b[1] !== c[1]) return false;
  return Number(b[0]) === Number(a[0]) + 1 && Number(c[0]) === Number(b[0]) + 1;
}
