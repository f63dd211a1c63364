/** The rule books in Chinese: notes, options, worths. Fetched where Chinese is spoken, so that it costs the others nothing. */

import type { RuleItem, RuleOption, Ruleset } from '../api/types';
import { settings } from '../state/settings.svelte';

interface Book { items: Record<string, string>; notes: string; options: Record<string, string> }
interface Books { flags: Record<string, string>; worths: Record<string, string>; rulesets: Record<string, Book> }

class RulesZh {
  #books = $state.raw<Books | null>(null);
  #asked: Promise<void> | null = null;

  /** There when Chinese is chosen; it may also be asked for when it is not. */
  load(): Promise<void> {
    this.#asked ??= import('./rules-zh.json').then(
      (found) => void (this.#books = found.default as Books),
      () => void (this.#asked = null),
    );
    return this.#asked;
  }

  async ready(): Promise<void> {
    if (settings.lang === 'zh') await this.load();
  }

  item(ruleset: string, item: RuleItem): string { return this.#books?.rulesets[ruleset]?.items[item.id] ?? ''; }
  option(ruleset: string, option: RuleOption): string { return this.#books?.rulesets[ruleset]?.options[option.name] ?? ''; }
  flag(name: string): string { return this.#books?.flags[name] ?? ''; }
  worth(text: string): string { return this.#books?.worths[text] ?? text; }
  notes(ruleset: Ruleset): string { return this.#books?.rulesets[ruleset.id]?.notes ?? ''; }
}

export const rulesZh = new RulesZh();
