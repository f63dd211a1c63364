/** The drawings that are no pips: the bird of 1 bamboo, the four seasons and the four plants. */

import { written } from './strokes';

const RED = '#c0271f';
const GREEN = '#12724a';
const BLUE = '#1b3f8f';
const GOLD = '#b9892f';

/** A peacock on a branch, its tail to the right. */
export function bird(): string {
  const eyes = [
    [52, 22], [60, 33], [62, 46], [58, 59], [50, 69],
  ].map(
    ([x, y]) =>
      `<path d="M30 52Q${(30 + (x ?? 0)) / 2 + 3} ${(52 + (y ?? 0)) / 2 - 3} ${x} ${y}" fill="none" stroke="${GREEN}" stroke-width="3.6" stroke-linecap="round"/>` +
      `<circle cx="${x}" cy="${y}" r="6.4" fill="${GREEN}"/><circle cx="${x}" cy="${y}" r="3.6" fill="#fdf8ec"/><circle cx="${x}" cy="${y}" r="2" fill="${RED}"/>`,
  );
  return (
    eyes.join('') +
    `<path d="M20 26c8-2 12 4 11 12 5 8 4 20-4 26-9 4-15-4-14-14 1-8 5-10 5-15-1-3-3-4-3-6z" fill="${BLUE}"/>` +
    `<circle cx="20.500" cy="23" r="7.4" fill="${BLUE}"/><path d="M14 21l-9 4 9 3z" fill="${GOLD}"/><circle cx="18.500" cy="21.500" r="1.7" fill="#fdf8ec"/>` +
    `<path d="M21 16l-2-9M24 16.500l3-8M26.500 19l6-5" stroke="${RED}" stroke-width="2" stroke-linecap="round"/>` +
    `<path d="M16 46q8 3 13 13" fill="none" stroke="#fdf8ec" stroke-width="2" stroke-linecap="round"/><path d="M15 53q7 2 11 9" fill="none" stroke="#fdf8ec" stroke-width="2" stroke-linecap="round"/>` +
    `<path d="M21 64l-2 18M26 64l1 18" stroke="${RED}" stroke-width="2.4" stroke-linecap="round"/><path d="M8 84q26-7 54 2" fill="none" stroke="${GOLD}" stroke-width="4.4" stroke-linecap="round"/>`
  );
}

function blossom(x: number, y: number, r: number, colour: string, petals = 5): string {
  const ring = Array.from({ length: petals }, (_, i) => {
    const turn = (i * 2 * Math.PI) / petals - Math.PI / 2;
    return `<circle cx="${(x + r * Math.cos(turn)).toFixed(1)}" cy="${(y + r * Math.sin(turn)).toFixed(1)}" r="${(r * 0.62).toFixed(1)}" fill="${colour}"/>`;
  });
  return `${ring.join('')}<circle cx="${x}" cy="${y}" r="${(r * 0.5).toFixed(1)}" fill="${GOLD}"/>`;
}

function leaf(x: number, y: number, length: number, turn: number, colour = GREEN): string {
  return `<path d="M0 0Q${length / 2} ${-length / 4} ${length} 0Q${length / 2} ${length / 4} 0 0" fill="${colour}" transform="translate(${x} ${y}) rotate(${turn})"/>`;
}

const line = (d: string, colour: string, width: number): string =>
  `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"/>`;

const DRAWINGS: Record<number, () => string> = {
  1: () => line('M14 90Q32 74 58 46', GOLD, 3.4) + blossom(42, 60, 8, RED) + blossom(22, 80, 6, RED) + leaf(50, 54, 14, 40) + leaf(32, 72, 14, 30),
  2: () => leaf(36, 82, 26, 180) + leaf(36, 82, 26, 0) + line('M36 88V66', GREEN, 3) + blossom(36, 60, 9, RED, 8) + blossom(36, 60, 5, '#e88f86', 6),
  3: () => line('M36 90V60', GREEN, 2.6) + leaf(36, 84, 22, 200, GOLD) + leaf(36, 78, 22, -20, GOLD) + leaf(37, 66, 22, 210, RED) + leaf(36, 62, 24, -40, RED),
  4: () =>
    line('M36 42V88M16 54L56 76M56 54L16 76', BLUE, 3) + line('M30 46l6 6 6-6M30 84l6-6 6 6M17 61l8-2-1-8M55 61l-8-2 1-8M17 69l8 2-1 8M55 69l-8 2 1 8', BLUE, 2.2),
  5: () => line('M14 88Q40 78 54 46M34 76L20 60', '#5a3a22', 3.4) + blossom(50, 56, 7, RED) + blossom(30, 76, 7, RED) + blossom(20, 58, 5, RED),
  6: () => line('M36 90Q18 70 12 52M36 90Q30 66 34 48M36 90Q52 70 62 58M36 90Q44 68 50 46', GREEN, 3) + blossom(34, 50, 5.500, BLUE, 5) + blossom(52, 48, 4.500, BLUE, 5),
  7: () => line('M28 90V66M28 63V44M46 90V72M46 69V50', GREEN, 5) + leaf(30, 60, 22, -30) + leaf(28, 72, 20, 200) + leaf(47, 66, 18, 20) + leaf(46, 52, 18, 195),
  8: () => line('M36 92V66', GREEN, 3) + leaf(36, 86, 22, 200) + leaf(36, 84, 22, -20) + blossom(36, 58, 12, GOLD, 12) + blossom(36, 58, 7, RED, 9),
};

const NAMES = '春夏秋冬梅蘭竹菊';

/** Flower `number`, 1–8: the drawing, its character and its number. */
export function plant(number: number): string {
  const season = number <= 4;
  const colour = season ? RED : BLUE;
  const name = NAMES[number - 1] ?? '';
  const digit = season ? number : number - 4;
  return (
    `<g transform="translate(7 6) scale(.32)">${written(name, colour)}</g>` +
    `<text x="58" y="30" font-size="24" font-weight="700" font-family="Georgia, serif" text-anchor="middle" fill="${colour}">${digit}</text>` +
    (DRAWINGS[number]?.() ?? '')
  );
}
