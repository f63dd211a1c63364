/** A hand while the player puts it together tile by tile. */

import type { Hand, Meld, MeldType, Reading } from './api/types';
import { formatTiles, parseTiles, sorted } from './tiles/notation';

/** `turns`: from how many seats on in turn order the meld was claimed, null where nobody said. It follows when another player turns out to have won. */
export interface DraftMeld { type: MeldType; tiles: string[]; turns: number | null }
export interface DraftHand { concealed: string[]; win: string | null; melds: DraftMeld[]; aside: string[] }
export type Target = 'hand' | 'win' | 'aside' | MeldType;

export const EMPTY: DraftHand = { concealed: [], win: null, melds: [], aside: [] };
export const MELD_TYPES: readonly MeldType[] = ['chow', 'pung', 'kong', 'added kong', 'concealed kong'];

/** Tiles in hand that are missing yet, the winning one included. */
export function missing(hand: DraftHand, handSize: number): number {
  return handSize - 3 * hand.melds.length - hand.concealed.length - (hand.win ? 1 : 0);
}

export function copies(hand: DraftHand): Map<string, number> {
  const all = [...hand.concealed, ...(hand.win ? [hand.win] : []), ...hand.aside, ...hand.melds.flatMap((meld) => meld.tiles)];
  const counts = new Map<string, number>();
  for (const tile of all) counts.set(tile, (counts.get(tile) ?? 0) + 1);
  return counts;
}

/** The tiles a meld of this kind has when it begins with `face`; null where there is none. */
export function meldOf(type: MeldType, face: string): string[] | null {
  if (type === 'chow') {
    const [rank, suit] = [Number(face[0]), face[1] ?? ''];
    if (face.length !== 2 || suit === 'f' || rank > 7) return null;
    return [0, 1, 2].map((step) => `${rank + step}${suit}`);
  }
  if (face.endsWith('f')) return null;
  return Array.from({ length: type === 'pung' ? 3 : 4 }, () => face);
}

/** Whether `face` can still be put there. */
export function fits(hand: DraftHand, target: Target, face: string, handSize: number): boolean {
  const held = copies(hand);
  const most = face.endsWith('f') ? 1 : 4;
  if (target === 'aside') return (held.get(face) ?? 0) < most;
  if (face.endsWith('f')) return false;
  if (target === 'hand' || target === 'win') {
    const room = target === 'win' ? hand.win !== null || missing(hand, handSize) > 0 : missing(hand, handSize) > 0;
    return room && (held.get(face) ?? 0) < 4;
  }
  const tiles = meldOf(target, face);
  if (!tiles || missing(hand, handSize) < 3) return false;
  const wanted = new Map<string, number>();
  for (const tile of tiles) wanted.set(tile, (wanted.get(tile) ?? 0) + 1);
  return [...wanted].every(([tile, count]) => (held.get(tile) ?? 0) + count <= 4);
}

/** The hand with the face put there. The last tile of a hand is the winning one. */
export function put(hand: DraftHand, target: Target, face: string, handSize: number): DraftHand {
  if (!fits(hand, target, face, handSize)) return hand;
  if (target === 'aside') return { ...hand, aside: sorted([...hand.aside, face]) };
  if (target === 'win') return { ...hand, win: face };
  if (target === 'hand') {
    if (missing(hand, handSize) === 1 && hand.win === null) return { ...hand, win: face };
    return { ...hand, concealed: sorted([...hand.concealed, face]) };
  }
  const tiles = meldOf(target, face);
  return tiles ? { ...hand, melds: [...hand.melds, { type: target, tiles, turns: null }] } : hand;
}

/** The hand as the player at seat `owner` has it. */
export function toHand(hand: DraftHand, owner: number): Hand {
  return {
    concealed: formatTiles(hand.concealed),
    win_tile: hand.win,
    melds: hand.melds.map((meld): Meld => ({
      type: meld.type, tiles: formatTiles(meld.tiles), ...(meld.turns === null ? {} : { from: (owner + meld.turns) % 4 }),
    })),
    aside: formatTiles(hand.aside),
  };
}

export function fromHand(hand: Hand, owner: number): DraftHand {
  return {
    concealed: sorted(parseTiles(hand.concealed)),
    win: hand.win_tile ?? null,
    melds: (hand.melds ?? []).map((meld) => ({
      type: meld.type, tiles: parseTiles(meld.tiles), turns: meld.from == null ? null : (meld.from - owner + 4) % 4,
    })),
    aside: parseTiles(hand.aside),
  };
}

const TURNS: Record<string, number> = { right: 1, across: 2, left: 3 };

/** The hand of a reading with the seats its melds were claimed from, as their sideways tiles tell the winner; the book fills them in alike. */
export function handOfReading(reading: Reading, winner: number): Hand | null {
  if (!reading.hand) return null;
  const melds = reading.hand.melds ?? [];
  const groups = reading.groups.filter((group) => ['chow', 'pung', 'kong', 'concealed kong'].includes(group.role));
  if (groups.length !== melds.length) return reading.hand;
  return {
    ...reading.hand,
    melds: melds.map((meld, place) => {
      const turns = TURNS[groups[place]?.from ?? ''];
      const told = turns !== undefined && meld.from == null && meld.type !== 'concealed kong';
      return told ? { ...meld, from: (winner + turns) % 4 } : meld;
    }),
  };
}
