/** Entries of the book in words. */

import type { Entry, Game } from './api/types';
import { named, t, tOr } from './i18n/index.svelte';

/** Who sat where when an entry was made is not kept with it: names are those of now. */
export function seatName(game: Game, seat: number | null | undefined): string {
  return seat == null ? '' : (game.seats[seat]?.name ?? '');
}

export function playerName(names: ReadonlyMap<number, string>, player: number | undefined): string {
  return player === undefined ? '' : (names.get(player) ?? `#${player}`);
}

export function headline(entry: Entry, game: Game, names: ReadonlyMap<number, string>): string {
  const { event, kind } = entry;
  const what = kind === 'redo' || kind === 'restate' ? event.kind : kind;
  if (what === 'hand' || what === 'amounts') {
    const winners = (event.winners ?? []).map((seat) => seatName(game, seat)).join(' + ');
    const way = event.win_by ?? 'self-draw';
    return way === 'self-draw'
      ? t('entry.self_draw', { winner: winners })
      : t(way === 'discard' ? 'entry.discard' : 'entry.robbed', { winner: winners, payer: seatName(game, event.payer) });
  }
  if (what === 'false_win') return t('entry.false_win', { name: seatName(game, event.seat) });
  if (what === 'leave') return t('entry.leave', { name: seatName(game, event.leaver) });
  if (what === 'swap') return t('entry.swap', { one: playerName(names, event.one), other: playerName(names, event.other) });
  if (what === 'replace') return t('entry.replace', { one: playerName(names, event.one), other: playerName(names, event.other) });
  return tOr(`entry.${what}`, what);
}

/** What made the amounts, in a few words. */
export function detail(entry: Entry): string {
  const wins = entry.event.wins ?? [];
  const parts = wins.map((win) => {
    const items = win.result.items.slice(0, 3).map((item) => named(item)).join(' · ');
    return `${win.result.total} ${win.result.unit}${items ? ` · ${items}` : ''}`;
  });
  if (entry.event.reason) parts.push(entry.event.reason);
  return parts.join('; ');
}

/** Totals of the players after each hand in force, oldest first, beginning with zero. */
export function courses(entries: readonly Entry[], seats: number): number[][] {
  const sums = Array.from({ length: seats }, () => 0);
  const points = [[...sums]];
  for (const entry of [...entries].filter((each) => each.in_force).sort((one, other) => one.place - other.place)) {
    if (!entry.amounts.some((amount) => amount !== 0)) continue;
    entry.amounts.forEach((amount, seat) => (sums[seat] = (sums[seat] ?? 0) + amount));
    points.push([...sums]);
  }
  return points;
}
