/** Who pays whom, as arrows between four seats: what two owe each other is set off, and every pair has one arrow at most. */

import type { Payment } from './api/types';

export interface Arrow { from: number; to: number; amount: number; sx: number; sy: number; ex: number; ey: number; lx: number; ly: number }

/** Seat 0 sits below, the next player in turn to the right; in a field of 340 × 260. */
export const SEATS_AT: readonly (readonly [number, number])[] = [[170, 220], [278, 130], [170, 40], [62, 130]];

export function arrowsOf(payments: readonly Payment[]): Arrow[] {
  const merged = new Map<string, { from: number; to: number; amount: number }>();
  for (const { from, to, amount } of payments) {
    if (from === null || to === null || amount === 0) continue;
    const [a, b, sum] = amount > 0 ? [from, to, amount] : [to, from, -amount];
    const [name, back] = [`${a}-${b}`, `${b}-${a}`];
    const opposite = merged.get(back);
    if (opposite) {
      opposite.amount -= sum;
      if (opposite.amount <= 0) merged.delete(back);
      if (opposite.amount < 0) merged.set(name, { from: a, to: b, amount: -opposite.amount });
      continue;
    }
    const had = merged.get(name);
    if (had) had.amount += sum;
    else merged.set(name, { from: a, to: b, amount: sum });
  }
  return [...merged.values()].map(({ from, to, amount }) => {
    const [x0, y0] = SEATS_AT[from] ?? [0, 0];
    const [x1, y1] = SEATS_AT[to] ?? [0, 0];
    const length = Math.hypot(x1 - x0, y1 - y0);
    const [dx, dy] = [(x1 - x0) / length, (y1 - y0) / length];
    const [gapX, gapY] = [Math.abs(dx) * 52 + 6, Math.abs(dy) * 38 + 4];
    const gap = Math.max(gapX * Math.abs(dx), gapY * Math.abs(dy)) + 4;
    const [sx, sy, ex, ey] = [x0 + dx * gap, y0 + dy * gap, x1 - dx * (gap + 4), y1 - dy * (gap + 4)];
    const along = from % 2 === to % 2 ? 0.36 : 0.5;
    return { from, to, amount, sx, sy, ex, ey, lx: sx + (ex - sx) * along, ly: sy + (ey - sy) * along };
  });
}
