/** What this phone remembers of its owner's wishes. */

import type { Options } from '../api/types';

export interface Profile { id: string; name: string; ruleset: string; options: Options }

interface Stored {
  lang: 'en' | 'zh' | null;
  theme: 'auto' | 'light' | 'dark';
  marks: boolean | null;
  ruleset: string;
  profiles: Profile[];
  profile: string | null;
}

const NAME = 'tilesight-settings';

function stored(): Stored {
  const usual: Stored = { lang: null, theme: 'auto', marks: null, ruleset: 'guobiao', profiles: [], profile: null };
  try {
    return { ...usual, ...(JSON.parse(localStorage.getItem(NAME) ?? '{}') as Partial<Stored>) };
  } catch {
    return usual;
  }
}

function guessedLanguage(): 'en' | 'zh' {
  const first = (navigator.languages ?? [navigator.language]).find((tag) => /^(zh|en)/i.test(tag));
  return first?.toLowerCase().startsWith('zh') ? 'zh' : 'en';
}

class Settings {
  #kept = $state<Stored>(stored());

  #keep(change: Partial<Stored>): void {
    Object.assign(this.#kept, change);
    try {
      localStorage.setItem(NAME, JSON.stringify(this.#kept));
    } catch {
      /* A phone that keeps nothing still works until the page is closed. */
    }
  }

  get lang(): 'en' | 'zh' { return this.#kept.lang ?? guessedLanguage(); }
  set lang(value: 'en' | 'zh') { this.#keep({ lang: value }); }
  get theme(): 'auto' | 'light' | 'dark' { return this.#kept.theme; }
  set theme(value: 'auto' | 'light' | 'dark') { this.#keep({ theme: value }); }
  /** Latin marks in the tiles' corners, for those who do not read the characters. */
  get marks(): boolean { return this.#kept.marks ?? this.lang === 'en'; }
  set marks(value: boolean) { this.#keep({ marks: value }); }
  get ruleset(): string { return this.#kept.ruleset; }
  set ruleset(value: string) { this.#keep({ ruleset: value, profile: null }); }
  get profiles(): readonly Profile[] { return this.#kept.profiles; }
  get profile(): Profile | null { return this.#kept.profiles.find((entry) => entry.id === this.#kept.profile) ?? null; }

  saveProfile(profile: Profile): void {
    this.#keep({ profiles: [...this.#kept.profiles.filter((entry) => entry.id !== profile.id), $state.snapshot(profile)] });
  }
  deleteProfile(id: string): void {
    this.#keep({ profiles: this.#kept.profiles.filter((entry) => entry.id !== id), profile: this.#kept.profile === id ? null : this.#kept.profile });
  }
  useProfile(profile: Profile): void {
    this.#keep({ ruleset: profile.ruleset, profile: profile.id });
  }
}

export const settings = new Settings();
