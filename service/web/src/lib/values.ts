/** What single items are worth where a table may set that itself (台湾: the option of type `map`). */

import type { Options, RuleItem, Ruleset } from './api/types';

type Values = Record<string, number>;

function mapOption(ruleset: Ruleset): string | null {
  return ruleset.options.find((option) => option.type === 'map')?.name ?? null;
}

/** What an item is worth when the table says nothing: by the published table that was chosen. Null: it has no single worth. */
export function usualValue(ruleset: Ruleset, options: Options, item: RuleItem): number | null {
  const name = mapOption(ruleset);
  const preset = options.preset ?? ruleset.options.find((option) => option.name === 'preset')?.default;
  const published = (ruleset.presets[String(preset)] as Options | undefined)?.[name ?? ''] as Values | undefined;
  const base = item.value ?? Number.parseInt(item.value_note, 10);
  return published?.[item.id] ?? (Number.isFinite(base) ? base : null);
}

/** What an item is worth at this table. */
export function valueOf(ruleset: Ruleset, options: Options, item: RuleItem): number | null {
  const name = mapOption(ruleset);
  const own = name === null ? undefined : (options[name] as Values | undefined);
  return own?.[item.id] ?? usualValue(ruleset, options, item);
}

/** The options with an item worth so much; null: as usual. */
export function withValue(ruleset: Ruleset, options: Options, name: string, id: string, worth: number | null): Options {
  const item = ruleset.items.find((entry) => entry.id === id);
  const rest = { ...options };
  const own = { ...(options[name] as Values | undefined) };
  delete own[id];
  delete rest[name];
  if (item && worth !== null && worth !== usualValue(ruleset, options, item)) own[id] = worth;
  return Object.keys(own).length ? { ...rest, [name]: own } : rest;
}
