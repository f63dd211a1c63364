/** The rulesets of the service, fetched once and kept for when it cannot be reached. */

import { untrack } from 'svelte';
import { call } from '../api/client';
import type { Options, Ruleset, RulesetSummary } from '../api/types';
import { rulesZh } from '../i18n/rules-zh.svelte';

const NAME = 'tilesight-rules';

interface Kept { list: RulesetSummary[]; whole: Record<string, Ruleset> }

function kept(): Kept {
  try {
    return JSON.parse(localStorage.getItem(NAME) ?? '') as Kept;
  } catch {
    return { list: [], whole: {} };
  }
}

class Rules {
  list = $state.raw<RulesetSummary[]>(kept().list);
  whole = $state.raw<Record<string, Ruleset>>(kept().whole);

  #keep(): void {
    try {
      localStorage.setItem(NAME, JSON.stringify({ list: this.list, whole: this.whole }));
    } catch {
      /* Kept for this page only. */
    }
  }

  async load(): Promise<void> {
    this.list = (await call<{ rulesets: RulesetSummary[] }>('/v1/rulesets')).rulesets;
    this.#keep();
  }

  /** One ruleset whole; the kept copy where the service does not answer. */
  async get(id: string): Promise<Ruleset> {
    // Whoever shows a ruleset asks for it once, not again whenever any is kept.
    const had = untrack(() => this.whole[id]);
    try {
      const [found] = await Promise.all([call<Ruleset>(`/v1/rulesets/${encodeURIComponent(id)}`), rulesZh.ready()]);
      this.whole = { ...untrack(() => this.whole), [id]: found };
      this.#keep();
      return found;
    } catch (error) {
      if (had) return had;
      throw error;
    }
  }
}

export const rules = new Rules();

/** Only what differs from the defaults. */
export function changedOptions(ruleset: Ruleset, options: Options): Options {
  return Object.fromEntries(
    ruleset.options.filter((option) => option.name in options && JSON.stringify(options[option.name]) !== JSON.stringify(option.default))
      .map((option) => [option.name, options[option.name] as Options[string]]),
  );
}
