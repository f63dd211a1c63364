/** Why a hand is not scored, in the player's language. */

import type { Problem } from './api/types';
import { i18n, tOr } from './i18n/index.svelte';

const COUNTED = new Set(['tile_count', 'too_few_fan', 'too_few_tai', 'min_tai']);

export function problemText(problem: Problem): string {
  if (i18n.lang === 'en') return problem.message;
  const known = tOr(`problem.${problem.code}`, '');
  if (!known) return problem.message;
  const numbers = COUNTED.has(problem.code) ? (problem.message.match(/\d+/g) ?? []) : [];
  return numbers.length ? `${known}（${numbers.join(' / ')}）` : known;
}
