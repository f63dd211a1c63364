/** From the score that all agreed on to the book. */

import { ApiError } from './api/client';
import { t } from './i18n/index.svelte';
import { go } from './router.svelte';
import { book } from './state/book.svelte';
import { draft } from './state/draft.svelte';
import { failed, toast } from './state/toast.svelte';

/** Write the hand; `later`: it could not be scored yet and is when it arrives. What the book refuses is said, and the hand scored anew on the fresh book. */
export async function bookHand(later = false): Promise<void> {
  const table = draft.table;
  if (!table) return;
  try {
    const body = { kind: 'hand', wins: [...draft.wins.map((win) => win.body), draft.win(later)] };
    await book.open(table.id);
    const answer = draft.corrects === null ? await book.enter(body, later ? null : draft.together) : await book.correct(draft.corrects, body);
    toast.show(answer ? t('book.written') : t('book.queued'), false, answer && draft.corrects === null ? { label: t('undo'), run: () => void book.undo().catch(failed) } : null);
    await draft.begin('keys', null);
    go(`/table/${table.id}`, true);
  } catch (error) {
    failed(error);
    if (error instanceof ApiError && ['revision_stale', 'context_differs'].includes(error.code) && book.table) {
      draft.table = book.table;
      const { dealer, streak, round_wind } = book.table.game.progress;
      Object.assign(draft.context, { dealer, streak, round_wind });
      await draft.scoreNow().catch(failed);
    }
  }
}
