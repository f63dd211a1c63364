/** One short message at a time, at the bottom of the screen. */

import { ApiError } from '../api/client';
import { i18n, t, tOr } from '../i18n/index.svelte';

class Toast {
  text = $state('');
  bad = $state(false);
  action = $state.raw<{ label: string; run: () => void } | null>(null);
  #timer = 0;

  show(text: string, bad = false, action: { label: string; run: () => void } | null = null): void {
    this.text = text;
    this.bad = bad;
    this.action = action;
    clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => (this.text = ''), action || bad ? 8000 : 4000);
  }
  clear(): void {
    this.text = '';
  }
}

export const toast = new Toast();

/** What went wrong and what to do, in the player's language. */
export function errorText(error: unknown): string {
  if (!(error instanceof ApiError)) return t('error.unknown');
  const known = tOr(`error.${error.code}`, '');
  if (!known) return `${t('error.unknown')} (${error.code}${error.message ? `: ${error.message}` : ''})`;
  const told = ['invalid_case', 'event_invalid', 'options_invalid', 'invalid_edit', 'import_invalid', 'invalid_request'];
  return told.includes(error.code) && i18n.lang === 'en' ? `${known} ${error.message}` : known;
}

/** Told where the server wants its access token first. */
export const LOCKED = 'tilesight-locked';

export function failed(error: unknown): void {
  if (error instanceof ApiError && error.code === 'access_token_required') {
    dispatchEvent(new Event(LOCKED));
    return;
  }
  toast.show(errorText(error), true);
}
