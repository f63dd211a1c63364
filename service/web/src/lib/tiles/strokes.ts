/**
 * The characters on the tiles, written with our own brush.
 *
 * A character is a list of strokes on a field of 100 × 100: `h` 横 and `v` 竖 from point to point; `p` 撇 and `n` 捺, bent
 * through a middle point; `d` 点; `z` 折, a line through any number of points.
 */

type Point = readonly [number, number];

export const CHARACTERS: Readonly<Record<string, string>> = {
  一: 'h 8 53 92 49',
  二: 'h 22 29 78 26;h 8 78 92 74',
  三: 'h 18 20 82 17;h 24 50 76 47;h 7 82 93 78',
  四: 'v 14 22 18 84;z 14 22 86 22 82 84;p 40 24 40 52 26 62;z 60 24 60 52 64 58 78 57;h 18 79 82 79',
  五: 'h 16 15 84 13;v 47 15 36 84;z 22 47 72 45 68 84;h 5 86 95 84',
  六: 'd 44 6 57 23;h 7 38 93 35;p 36 51 30 72 12 93;n 58 51 74 66 90 90',
  七: 'h 6 47 94 37;z 44 10 44 77 50 87 80 87 89 82 89 68',
  八: 'p 38 22 37 62 7 90;n 52 15 60 60 95 90',
  九: 'p 40 7 42 64 7 93;z 10 37 66 33 65 76 69 87 84 88 92 82 92 66',
  萬:
    'h 6 16 94 14;v 32 4 32 27;v 68 4 68 27;v 25 33 27 60;z 25 33 75 33 73 60;h 27 46 73 46;h 27 60 73 60;v 50 33 50 84;' +
    'v 13 70 13 97;z 13 70 87 70 87 91 81 97 74 93;p 48 78 44 86 33 88;h 33 88 64 85;d 58 78 68 92',
  東: 'h 9 22 91 20;v 50 4 50 97;v 23 35 25 62;z 23 35 77 35 75 62;h 25 48 75 48;h 25 62 75 62;p 46 63 36 80 7 93;n 54 63 66 80 95 92',
  南: 'h 15 18 85 16;v 50 4 50 33;v 13 35 13 97;z 13 35 87 35 87 89 81 96 73 91;d 34 43 41 53;p 66 42 64 49 58 54;h 29 59 71 57;h 25 74 75 72;v 50 58 50 95',
  西: 'h 7 16 93 14;v 15 37 17 91;z 15 37 85 37 83 91;h 17 86 83 86;p 40 17 40 50 28 66;z 60 17 60 56 64 63 77 62',
  北: 'h 9 35 36 33;v 37 9 37 91;h 5 83 37 67;p 86 25 75 40 59 47;z 59 9 59 80 65 88 84 88 93 83 93 67',
  中: 'v 14 27 18 67;z 14 27 86 27 82 67;h 18 63 82 63;v 50 4 50 98',
  發:
    'h 13 13 40 11;p 40 11 32 36 5 51;d 14 25 25 34;n 54 5 68 36 97 50;p 75 8 71 16 60 22;p 90 18 84 28 71 34;' +
    'z 13 56 42 56 42 67;h 15 67 42 67;z 15 67 13 79 43 79 42 93 36 98 27 94;p 63 53 61 66 50 72;z 63 53 82 53 82 66 92 69;' +
    'h 53 77 84 77;p 84 77 76 90 50 98;n 57 79 70 90 95 98',
  春: 'h 15 14 85 12;h 20 27 80 25;h 7 41 93 39;p 50 4 46 44 7 67;n 54 42 68 56 95 65;v 33 59 33 97;z 33 59 69 59 69 97;h 33 76 69 76;h 33 93 69 93',
  夏:
    'h 11 8 89 6;p 50 9 48 15 42 20;v 29 21 29 59;z 29 21 71 21 71 59;h 29 34 71 34;h 29 46 71 46;h 29 59 71 59;' +
    'p 44 61 34 74 15 83;h 42 71 72 69;p 72 69 58 90 15 98;n 38 76 58 90 93 98',
  秋: 'p 43 8 32 14 14 18;h 5 37 47 35;v 27 16 27 97;p 26 39 20 58 5 69;d 32 49 45 59;d 55 31 62 49;p 93 27 88 37 80 45;p 73 8 75 64 50 95;n 73 51 80 80 97 95',
  冬: 'p 40 4 32 26 11 43;h 38 21 72 19;p 72 19 58 50 7 69;n 33 35 58 55 95 67;d 42 67 60 77;d 33 83 60 97',
  梅:
    'h 4 32 42 30;v 23 6 23 97;p 22 35 16 60 3 73;d 28 45 41 55;p 59 5 54 20 46 31;h 55 20 95 18;v 59 36 53 83;' +
    'z 59 36 89 36 85 94 76 93;h 45 60 97 58;d 68 42 75 52;d 66 66 73 76;h 53 83 87 83',
  蘭:
    'h 5 14 95 12;v 32 4 32 24;v 68 4 68 24;v 12 31 12 97;z 12 31 42 31 42 49;h 12 40 42 40;h 12 49 42 49;v 58 31 58 49;' +
    'z 58 31 89 31 89 92 80 97;h 58 40 88 40;h 58 49 88 49;h 25 59 75 59;v 50 53 50 97;v 32 66 32 79;z 32 66 68 66 68 79;' +
    'h 32 79 68 79;p 46 81 40 89 25 95;n 54 81 62 89 77 95',
  竹: 'p 26 5 20 26 5 43;h 22 26 47 24;v 34 26 34 97;p 66 5 60 26 48 43;h 62 26 95 24;z 79 26 79 91 73 97 65 92',
  菊:
    'h 7 14 93 12;v 32 4 32 24;v 68 4 68 24;p 32 25 24 41 7 53;z 26 37 89 37 87 89 80 96 72 92;d 29 47 36 55;p 66 45 64 51 58 55;' +
    'h 19 63 75 63;v 47 43 47 97;p 46 64 38 79 17 87;n 48 64 58 75 75 83',
};

const WIDTH = { h: 7.5, v: 10.5, p: 10.5, n: 10.5, d: 11, z: 9 } as const;

/** How thick the brush is along a stroke, as a share of its full width. */
const PRESS: Record<'h' | 'v' | 'p' | 'n' | 'd', (t: number) => number> = {
  h: (t) => (t < 0.12 ? 1.15 - 2.4 * t : t > 0.86 ? 0.86 + 4 * (t - 0.86) : 0.86),
  v: (t) => (t < 0.14 ? 1.2 - 1.4 * t : 1 - 0.12 * Math.sin(Math.PI * t)),
  p: (t) => 1.1 - 0.95 * t ** 1.4,
  n: (t) => (t < 0.78 ? 0.4 + 1.15 * t : 1.3 - 5.2 * (t - 0.78)),
  d: (t) => 0.25 + 1.05 * Math.sin((Math.PI * Math.min(1, t * 1.05)) / 1.55),
};

function bent(a: Point, b: Point, c: Point, t: number): Point {
  const s = 1 - t;
  return [s * s * a[0] + 2 * s * t * b[0] + t * t * c[0], s * s * a[1] + 2 * s * t * b[1] + t * t * c[1]];
}

function outline(kind: 'h' | 'v' | 'p' | 'n' | 'd', a: Point, b: Point, c: Point): string {
  const steps = kind === 'p' || kind === 'n' ? 9 : 6;
  const left: string[] = [];
  const right: string[] = [];
  for (let i = 0; i <= steps; i++) {
    const t = i / steps;
    const [x, y] = bent(a, b, c, t);
    const [x0, y0] = bent(a, b, c, Math.max(0, t - 0.02));
    const [x1, y1] = bent(a, b, c, Math.min(1, t + 0.02));
    const length = Math.hypot(x1 - x0, y1 - y0) || 1;
    const half = (WIDTH[kind] * Math.max(0.12, PRESS[kind](t))) / 2;
    const [nx, ny] = [(-(y1 - y0) / length) * half, ((x1 - x0) / length) * half];
    left.push(`${(x + nx).toFixed(1)} ${(y + ny).toFixed(1)}`);
    right.unshift(`${(x - nx).toFixed(1)} ${(y - ny).toFixed(1)}`);
  }
  return `M${left.join('L')}L${right.join('L')}Z`;
}

/** A character as SVG: filled strokes, and bent lines of even width. `colour` is any CSS colour. */
export function written(character: string, colour: string): string {
  const fills: string[] = [];
  const lines: string[] = [];
  for (const stroke of (CHARACTERS[character] ?? '').split(';')) {
    const [kind, ...numbers] = stroke.trim().split(/\s+/);
    const points: Point[] = [];
    for (let i = 0; i + 1 < numbers.length; i += 2) points.push([Number(numbers[i]), Number(numbers[i + 1])]);
    const [a, b, c] = points;
    if (!a || !b) continue;
    if (kind === 'z') lines.push(`M${points.map((point) => point.join(' ')).join('L')}`);
    else if (kind === 'p' || kind === 'n') fills.push(outline(kind, a, b, c ?? b));
    else if (kind === 'h' || kind === 'v' || kind === 'd')
      fills.push(outline(kind, a, [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2], b));
  }
  return (
    `<path d="${fills.join('')}" fill="${colour}" stroke="${colour}" stroke-width="2.2" stroke-linejoin="round"/>` +
    (lines.length
      ? `<path d="${lines.join('')}" fill="none" stroke="${colour}" stroke-width="${WIDTH.z}" stroke-linejoin="round" stroke-linecap="round"/>`
      : '')
  );
}
