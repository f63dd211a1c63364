/** The 42 faces and the back, drawn on a field of 72 × 96. All of it is our own drawing. */

import { bird, plant } from './plants';
import { ALL_FACES } from './notation';
import { written } from './strokes';

export const INK = { red: '#c0271f', green: '#12724a', blue: '#1b3f8f', black: '#1d2330', gold: '#b9892f' } as const;
type Ink = keyof typeof INK;

const NUMERALS = '一二三四五六七八九';
const WINDS: Record<string, string> = { E: '東', S: '南', W: '西', N: '北' };

function placed(character: string, x: number, y: number, size: number, ink: Ink): string {
  return `<g transform="translate(${x} ${y}) scale(${size / 100})">${written(character, INK[ink])}</g>`;
}

function pip(x: number, y: number, r: number, ink: Ink): string {
  const colour = INK[ink];
  const petals = Array.from({ length: 8 }, (_, i) => {
    const turn = (i * Math.PI) / 4;
    return `<circle cx="${(x + r * 0.6 * Math.cos(turn)).toFixed(1)}" cy="${(y + r * 0.6 * Math.sin(turn)).toFixed(1)}" r="${(r * 0.17).toFixed(1)}" fill="#fdf8ec"/>`;
  }).join('');
  return (
    `<circle cx="${x}" cy="${y}" r="${r}" fill="${colour}"/>${petals}` +
    `<circle cx="${x}" cy="${y}" r="${(r * 0.3).toFixed(1)}" fill="${ink === 'red' ? '#fdf8ec' : INK.red}"/>`
  );
}

function wheel(): string {
  const petals = Array.from({ length: 12 }, (_, i) => {
    return `<ellipse cx="36" cy="29" rx="4.4" ry="8" fill="${i % 2 ? INK.green : INK.blue}" transform="rotate(${i * 30} 36 48)"/>`;
  }).join('');
  return (
    `<circle cx="36" cy="48" r="30" fill="none" stroke="${INK.green}" stroke-width="3"/>${petals}` +
    `<circle cx="36" cy="48" r="11.5" fill="${INK.red}"/><circle cx="36" cy="48" r="5" fill="#fdf8ec"/>` +
    `<circle cx="36" cy="48" r="2.2" fill="${INK.red}"/>`
  );
}

const G = 'green';
const B = 'blue';
const R = 'red';
const DOTS: Record<number, readonly (readonly [number, number, Ink])[]> = {
  2: [[36, 25, G], [36, 71, B]],
  3: [[17, 22, B], [36, 48, R], [55, 74, G]],
  4: [[21, 25, B], [51, 25, G], [21, 71, G], [51, 71, B]],
  5: [[19, 22, B], [53, 22, G], [36, 48, R], [19, 74, G], [53, 74, B]],
  6: [[22, 18, G], [50, 18, G], [22, 51, R], [50, 51, R], [22, 77, R], [50, 77, R]],
  7: [[17, 13, G], [36, 23, G], [55, 33, G], [23, 57, R], [49, 57, R], [23, 80, R], [49, 80, R]],
  8: [14.5, 37, 59.5, 82].flatMap((y) => [[23, y, B], [49, y, B]] as const),
  9: [[20, G], [48, R], [76, B]].flatMap(([y, ink]) => [15, 36, 57].map((x) => [x, y as number, ink as Ink] as const)),
};
const DOT_SIZE: Record<number, number> = { 2: 16, 3: 13, 4: 13.5, 5: 12, 6: 11.5, 7: 9.8, 8: 10.2, 9: 9.8 };

function dots(rank: number): string {
  if (rank === 1) return wheel();
  return (DOTS[rank] ?? []).map(([x, y, ink]) => pip(x, y, DOT_SIZE[rank] ?? 10, ink)).join('');
}

function stick(x: number, y: number, length: number, ink: Ink, turn = 0): string {
  const half = length / 2;
  const colour = INK[ink];
  const joint = (at: number): string =>
    `<rect x="${x - 5.4}" y="${(y + at - 1.7).toFixed(1)}" width="10.8" height="3.4" rx="1.7" fill="${colour}"/>`;
  return (
    `<g transform="rotate(${turn} ${x} ${y})"><rect x="${x - 4.2}" y="${y - half}" width="8.4" height="${length}" rx="4.2" fill="${colour}"/>` +
    `<rect x="${x - 1}" y="${y - half + 4}" width="2" height="${half - 7.5}" rx="1" fill="#fdf8ec" opacity=".85"/>` +
    `<rect x="${x - 1}" y="${y + 3.5}" width="2" height="${half - 7.5}" rx="1" fill="#fdf8ec" opacity=".85"/>` +
    `${joint(-half + 2)}${joint(0)}${joint(half - 2)}</g>`
  );
}

type Stick = readonly [number, number, number, Ink, number?];
const STICKS: Record<number, readonly Stick[]> = {
  2: [[36, 26, 36, B], [36, 70, 36, G]],
  3: [[36, 25, 36, B], [20, 70, 36, G], [52, 70, 36, G]],
  4: [[20, 26, 36, B], [52, 26, 36, G], [20, 70, 36, G], [52, 70, 36, B]],
  5: [[17, 26, 34, G], [55, 26, 34, B], [36, 48, 36, R], [17, 70, 34, B], [55, 70, 34, G]],
  6: [[16, 26, 36, G], [36, 26, 36, G], [56, 26, 36, G], [16, 70, 36, B], [36, 70, 36, B], [56, 70, 36, B]],
  7: [[36, 18, 24, R], [16, 47, 26, G], [36, 47, 26, B], [56, 47, 26, G], [16, 77, 26, G], [36, 77, 26, B], [56, 77, 26, G]],
  8: [
    [13, 26, 36, G], [59, 26, 36, G], [27.5, 25, 31, G, 33], [44.5, 25, 31, G, -33],
    [13, 70, 36, B], [59, 70, 36, B], [27.5, 71, 31, B, -33], [44.5, 71, 31, B, 33],
  ],
  9: [18, 48, 78].flatMap((y) => [[15, y, 26, G], [36, y, 26, R], [57, y, 26, B]] as const),
};

function bamboo(rank: number): string {
  return rank === 1 ? bird() : (STICKS[rank] ?? []).map((part) => stick(...part)).join('');
}

/** What stands on a face, without the tile around it. */
export function faceArt(face: string): string {
  const kind = face.slice(-1);
  const rank = Number(face[0]);
  if (kind === 'm') return placed(NUMERALS[rank - 1] ?? '', 16, 7, 40, 'black') + placed('萬', 15, 50, 42, 'red');
  if (kind === 'p') return dots(rank);
  if (kind === 's') return bamboo(rank);
  if (kind === 'f') return plant(rank);
  if (face in WINDS) return placed(WINDS[face] ?? '', 8, 20, 56, 'black');
  if (face === 'C') return placed('中', 7, 17, 58, 'red');
  if (face === 'F') return placed('發', 7, 19, 58, 'green');
  if (face === 'P')
    return (
      `<rect x="11" y="13" width="50" height="70" rx="5" fill="none" stroke="${INK.blue}" stroke-width="4"/>` +
      `<rect x="18" y="20" width="36" height="56" rx="3" fill="none" stroke="${INK.blue}" stroke-width="2" stroke-dasharray="9 5"/>`
    );
  return '';
}

function backArt(): string {
  const rows = [0, 1, 2, 3, 4].flatMap((row) =>
    [0, 1, 2].map((column) => {
      const [x, y] = [14 + column * 22, 12 + row * 18];
      return `<path d="M${x} ${y - 7}l7 7-7 7-7-7z" fill="none" stroke="#d9efe2" stroke-width="1.6" opacity=".55"/>`;
    }),
  );
  return `<rect x="5" y="5" width="62" height="86" rx="6" fill="none" stroke="#d9efe2" stroke-width="1.6" opacity=".6"/>${rows.join('')}`;
}

/** All faces as SVG symbols, `#tile-7s` and so on; put into the page once. */
export function sprite(): string {
  const symbols = ALL_FACES.map((face) => `<symbol id="tile-${face}" viewBox="0 0 72 96">${faceArt(face)}</symbol>`);
  return `${symbols.join('')}<symbol id="tile-back" viewBox="0 0 72 96">${backArt()}</symbol>`;
}
