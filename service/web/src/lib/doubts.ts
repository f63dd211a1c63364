/** The doubts of a reading in the player's language. */

import type { Reading, Review } from './api/types';
import { i18n, t, tOr } from './i18n/index.svelte';
import { faceName } from './tiles/notation';

/** Doubts whose own words say what to do, in both languages. */
const TOLD = new Set(['nothing_found', 'small_tiles', 'blurred', 'overlapping', 'win_tile_unsure']);

export function doubtText(reading: Reading, doubt: Review): string {
  const tile = reading.tiles.find((entry) => entry.id === doubt.tiles[0]);
  const name = (face: string): string => faceName(face, i18n.lang);
  if (doubt.code === 'low_margin' && tile) {
    const [one, other] = tile.candidates.slice(0, 2).map(([face]) => name(face));
    if (one && other) return t('doubt.low_margin', { one, other });
  }
  if (doubt.code === 'inferred' && tile) {
    const seen = tile.candidates[0]?.[0];
    if (seen && seen !== tile.face) return t('doubt.inferred', { seen: name(seen), read: name(tile.face) });
  }
  if (doubt.code === 'count') {
    const [read, expected] = (doubt.message.match(/\d+/g) ?? []).map(Number);
    if (read !== undefined && expected !== undefined) return t('doubt.count', { read, expected });
  }
  const known = tOr(`doubt.${doubt.code}`, '');
  return i18n.lang === 'en' && doubt.message && !TOLD.has(doubt.code) ? doubt.message : known || doubt.message;
}

/** Tiles that a player should look at. */
export function doubtful(reading: Reading): Set<number> {
  return new Set(reading.review.flatMap((doubt) => doubt.tiles));
}

/** Three likeliest faces of a tile, other than a back and than what it is held for now, then that. */
export function likely(tile: { face: string; candidates: readonly (readonly [string, number])[] }): string[] {
  const faces = tile.candidates.map(([face]) => face);
  return [...new Set([...(faces.includes(tile.face) ? [] : [tile.face]), ...faces])].slice(0, 3);
}
