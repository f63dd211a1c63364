/** Entries of the book in words. */

import type { Entry, Game } from './api/types';
import { named, t, tOr } from './i18n/index.svelte';

/** Who sat where at a place of the game, by player, from the entries back to it: a change of seats holds from when it was said to. */
export function seating(entries: readonly Entry[], game: Game): (place: number) => number[] {
  const changes = entries
    .filter((entry) => entry.in_force && (entry.event.kind === 'swap' || entry.event.kind === 'replace'))
    .map(({ event, place }) => ({ event, place, since: event.since ?? place }))
    .sort((one, other) => other.since - one.since || other.place - one.place);
  const now = game.seats.map((seat) => seat.player);
  return (place) => {
    const seats = [...now];
    for (const { event, since } of changes) {
      if (since <= place) break;
      const [one, other] = [seats.indexOf(event.one ?? -1), seats.indexOf(event.other ?? -1)];
      if (event.kind === 'replace' && other >= 0 && one < 0) seats[other] = event.one ?? -1;
      else if (event.kind === 'swap' && one >= 0 && other >= 0) [seats[one], seats[other]] = [event.other ?? -1, event.one ?? -1];
    }
    return seats;
  };
}

/** The names at the four seats at a place of the game. */
export function seated(entries: readonly Entry[], game: Game, names: ReadonlyMap<number, string>): (place: number) => string[] {
  const at = seating(entries, game);
  return (place) => at(place).map((player) => playerName(names, player));
}

export function playerName(names: ReadonlyMap<number, string>, player: number | undefined): string {
  return player === undefined ? '' : (names.get(player) ?? `#${player}`);
}

/** `seats`: the names at the four seats when it happened. */
export function headline(entry: Entry, seats: readonly string[], names: ReadonlyMap<number, string>): string {
  const named = (seat: number | null | undefined): string => (seat == null ? '' : (seats[seat] ?? ''));
  const { event, kind } = entry;
  const what = kind === 'redo' || kind === 'restate' ? event.kind : kind;
  if (what === 'hand' || what === 'amounts') {
    const winners = (event.winners ?? []).map((seat) => named(seat)).join(' + ');
    const way = event.win_by ?? 'self-draw';
    return way === 'self-draw'
      ? t('entry.self_draw', { winner: winners })
      : t(way !== 'discard' ? 'entry.robbed' : (event.winners ?? []).length > 1 ? 'entry.discard_more' : 'entry.discard', { winner: winners, payer: named(event.payer) });
  }
  if (what === 'false_win') return t('entry.false_win', { name: named(event.seat) });
  if (what === 'leave') return t('entry.leave', { name: named(event.leaver) });
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

export interface Course { player: number; name: string; points: number[] }

/** Each player's total after every hand in force, oldest first; worked out backwards, so that it ends at the book's own totals. */
export function courses(entries: readonly Entry[], game: Game): Course[] {
  const at = seating(entries, game);
  const players = game.totals.map(({ player, name, balance }) => ({ player, name, points: [balance] }));
  for (const entry of [...entries].filter((each) => each.in_force).sort((one, other) => other.place - one.place)) {
    if (!entry.amounts.some((amount) => amount !== 0)) continue;
    const seats = at(entry.place);
    for (const { player, points } of players) {
      const seat = seats.indexOf(player);
      points.unshift((points[0] ?? 0) - (seat < 0 ? 0 : (entry.amounts[seat] ?? 0)));
    }
  }
  return players;
}
