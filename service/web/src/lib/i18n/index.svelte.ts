/** Words in the language chosen. Every key stands with both languages; one that is not there does not compile. */

import { settings } from '../state/settings.svelte';
import { ERRORS } from './words-errors';
import { GENERAL } from './words-general';
import { HAND } from './words-hand';
import { RULES } from './words-rules';

const WORDS = { ...GENERAL, ...HAND, ...ERRORS, ...RULES };
export type Key = keyof typeof WORDS;

class I18n {
  get lang(): 'en' | 'zh' { return settings.lang; }
}

export const i18n = new I18n();

const place = (): 0 | 1 => (i18n.lang === 'zh' ? 1 : 0);

/** The words of a key, `{name}` replaced by what is given. */
export function t(key: Key, given: Record<string, string | number> = {}): string {
  return WORDS[key][place()].replace(/\{(\w+)\}/g, (whole, name: string) => (name in given ? String(given[name]) : whole));
}

/** The words of a key made up from data, or `otherwise` where there are none. */
export function tOr(key: string, otherwise: string): string {
  return (WORDS as Record<string, readonly [string, string]>)[key]?.[place()] ?? otherwise;
}

/** One of two names by language. */
export function named(thing: { name: string; name_en?: string | null }): string {
  return i18n.lang === 'zh' ? thing.name : thing.name_en || thing.name;
}

/** The name in the other language, to stand beside the first. */
export function alsoNamed(thing: { name: string; name_en?: string | null }): string {
  const other = i18n.lang === 'zh' ? (thing.name_en ?? '') : thing.name;
  return other === named(thing) ? '' : other;
}

export function signed(amount: number): string {
  return amount > 0 ? `+${amount}` : amount < 0 ? `−${-amount}` : '0';
}

const region = (): string => (i18n.lang === 'zh' ? 'zh-CN' : 'en-GB');

export const dateText = (when: Date): string => when.toLocaleDateString(region());
export const timeText = (when: Date): string => when.toLocaleTimeString(region(), { hour: '2-digit', minute: '2-digit' });
