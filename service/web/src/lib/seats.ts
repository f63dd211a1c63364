/** How seats are called: by the players' names at a table, else by their winds. */

import type { Table } from './api/types';
import { t } from './i18n/index.svelte';

const WINDS = ['E', 'S', 'W', 'N'] as const;

export function seatWinds(dealer: number): string[] {
  return [0, 1, 2, 3].map((seat) => t(`wind.${WINDS[(seat - dealer + 4) % 4] ?? 'E'}`));
}

export function seatNames(table: Table | null, dealer = 0): string[] {
  return table ? table.game.seats.map((seat) => seat.name) : seatWinds(dealer);
}
