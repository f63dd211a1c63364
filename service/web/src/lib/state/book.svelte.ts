/** The table on the screen: what the book says of it, kept for when the network is away, and what is written to it. */

import { ApiError, call, randomKey } from '../api/client';
import { watch } from '../api/live';
import { handOn } from '../files';
import type { Entry, Game, Options, Table, Written } from '../api/types';
import { db, type KnownTable } from './db';
import { outbox } from './outbox.svelte';

const PAGE = 100;
/** Kinds of entry that leave all earlier ones as they were. */
const FORWARD = new Set(['hand', 'amounts', 'draw', 'penalty', 'false_win', 'leave', 'progress', 'close', 'reopen']);

interface EntriesPage { entries: Entry[]; next: number | null }

class Book {
  known = $state.raw<KnownTable | null>(null);
  table = $state.raw<Table | null>(null);
  /** Newest first, from the latest back to where the player has looked. */
  entries = $state.raw<Entry[]>([]);
  /** Where the older ones begin; null where all are here. */
  older = $state<number | null>(null);
  fetching = $state(false);
  live = $state(false);
  /** The server was asked and did not answer. */
  away = $state(false);
  gone = $state(false);
  loading = $state(false);
  #stop: (() => void) | null = null;
  /** Grows with every opening and closing: what an earlier one still waited for is dropped. */
  #turn = 0;

  constructor() {
    outbox.onwritten = (table, answer) => {
      if (table === this.table?.id) void this.#took(answer as Partial<Written> & { table?: Table });
    };
  }

  get id(): string { return this.known?.id ?? ''; }
  get host(): boolean { return Boolean(this.known?.host); }
  get token(): string { return this.known?.host ?? this.known?.watch ?? ''; }
  get game(): Game | null { return this.table?.game ?? null; }

  async all(): Promise<KnownTable[]> {
    return (await db.known.orderBy('opened').reverse().toArray());
  }

  /** Remember a table that was made here or came by a link. */
  async remember(id: string, tokens: { host?: string | null; watch?: string | null }, name = ''): Promise<void> {
    const had = await db.known.get(id);
    await db.known.put({
      id, name: name || had?.name || '', host: tokens.host ?? had?.host ?? null, watch: tokens.watch ?? had?.watch ?? null,
      opened: Date.now(), view: had?.view ?? null, entries: had?.entries ?? [],
    });
  }

  async forget(id: string): Promise<void> {
    await db.known.delete(id);
    if (this.id === id) this.close();
  }

  async open(id: string): Promise<void> {
    if (this.id === id && !this.gone) return;
    this.close();
    const turn = ++this.#turn;
    const known = await db.known.get(id);
    if (turn !== this.#turn) return;
    if (!known) {
      this.gone = true;
      return;
    }
    this.known = known;
    this.table = known.view;
    this.entries = known.entries;
    this.older = known.older ?? null;
    if (known.host) outbox.know(id, known.host);
    await db.known.update(id, { opened: Date.now() });
    await this.refresh();
    if (turn !== this.#turn || this.gone) return;
    this.#stop = watch(`/v1/tables/${id}/events`, this.token, {
      state: (live) => {
        this.live = live;
        this.away = !live;
        if (live) void outbox.flush();
      },
      event: (event) => {
        if (event.event === 'revoked') this.gone = true;
        else if (event.event === 'table') {
          const table = JSON.parse(event.data) as Table;
          if (!this.table || table.revision >= this.table.revision) void this.#show(table);
        }
      },
    });
  }

  close(): void {
    this.#turn++;
    this.#stop?.();
    this.#stop = null;
    this.known = null;
    this.table = null;
    this.entries = [];
    this.older = null;
    this.gone = false;
    this.live = false;
    this.away = false;
  }

  async refresh(): Promise<void> {
    const id = this.id;
    if (!id) return;
    this.loading = !this.table;
    try {
      const table = await call<Table>(`/v1/tables/${id}`, { token: this.token, timeout: 8000 });
      if (this.id === id) await this.#show(table);
    } catch (error) {
      if (error instanceof ApiError && (error.status === 404 || error.status === 401)) this.gone = true;
      else this.away = true;
    } finally {
      this.loading = false;
    }
  }

  async #show(table: Table): Promise<void> {
    const before = this.table;
    this.table = table;
    if (!before || before.revision !== table.revision || !this.entries.length) await this.#loadEntries(table, before?.game.number === table.game.number);
    await db.known.update(table.id, { name: table.name, view: $state.snapshot(table), entries: $state.snapshot(this.entries) as Entry[], older: this.older });
  }

  #page(table: Table, before: number | null): Promise<EntriesPage> {
    return call<EntriesPage>(`/v1/tables/${table.id}/games/${table.game.number}/entries?limit=${PAGE}${before === null ? '' : `&before=${before}`}`, { token: this.token });
  }

  /** What is new; where it may have changed what lies further back, all that was looked at before is fetched again. */
  async #loadEntries(table: Table, sameGame: boolean): Promise<void> {
    const had = sameGame ? this.entries : [];
    try {
      let page = await this.#page(table, null);
      let entries = page.entries;
      const newest = had[0]?.entry ?? 0;
      const last = entries.at(-1)?.entry ?? 0;
      const joined = page.next !== null && last <= newest && entries.every((entry) => entry.entry <= newest || FORWARD.has(entry.kind));
      if (joined && had.length) entries = [...entries, ...had.filter((entry) => entry.entry < last)];
      else
        while (page.next !== null && (entries.at(-1)?.entry ?? 0) > (had.at(-1)?.entry ?? Infinity)) {
          page = await this.#page(table, page.next);
          entries.push(...page.entries);
        }
      if (this.table?.id !== table.id) return;
      if (!joined || !had.length || entries.length === page.entries.length) this.older = page.next;
      this.entries = entries;
    } catch {
      /* What was seen before stays on the screen. */
    }
  }

  /** The next page of older entries; `all`: every one, as the course of the game needs them. */
  async loadOlder(all = false): Promise<void> {
    const table = this.table;
    if (!table || this.fetching) return;
    this.fetching = true;
    try {
      do {
        if (this.older === null) break;
        const page = await this.#page(table, this.older);
        if (this.table?.id !== table.id || this.table.game.number !== table.game.number) break;
        [this.entries, this.older] = [[...this.entries, ...page.entries], page.next];
      } while (all);
    } finally {
      this.fetching = false;
    }
  }

  async #took(answer: Partial<Written> & { table?: Table }): Promise<void> {
    if (answer.table) await this.#show(answer.table);
    else if (answer.game && this.table && answer.revision)
      await this.#show({ ...this.table, revision: answer.revision, game: answer.game, games: Math.max(this.table.games, answer.game.number) });
  }

  #base(): { table: string; base: number } {
    return { table: this.id, base: this.table?.revision ?? 0 };
  }

  /** Enter what happened. Null: it is kept and will be sent when the network is back. */
  async enter(body: { kind: string } & Record<string, unknown>, amounts: number[] | null = null): Promise<Written | null> {
    const path = `/v1/tables/${this.id}/games/${this.game?.number ?? 1}/entries`;
    return this.#write<Written>({ ...this.#base(), path, body, kind: body.kind, amounts });
  }

  async correct(entry: number, body: { kind: string } & Record<string, unknown>): Promise<Written | null> {
    const path = `/v1/tables/${this.id}/games/${this.game?.number ?? 1}/entries/${entry}/correction`;
    return this.#write<Written>({ ...this.#base(), path, body, kind: 'correction' });
  }

  async undo(entry?: number): Promise<Written | null> {
    return this.#write<Written>({ ...this.#base(), path: `/v1/tables/${this.id}/games/${this.game?.number ?? 1}/undo`, body: entry ? { entry } : {}, kind: 'undo' });
  }
  async redo(): Promise<Written | null> {
    return this.#write<Written>({ ...this.#base(), path: `/v1/tables/${this.id}/games/${this.game?.number ?? 1}/redo`, body: {}, kind: 'redo' });
  }
  async nextGame(body: { ruleset: string; options: Options; dealer: number; seats?: number[] }): Promise<unknown> {
    return this.#write({ ...this.#base(), path: `/v1/tables/${this.id}/games`, body, kind: 'next_game' });
  }
  async rename(player: number, name: string): Promise<unknown> {
    return this.#write({ ...this.#base(), path: `/v1/tables/${this.id}/players/${player}`, method: 'PATCH', body: { name }, kind: 'rename' });
  }

  async #write<T extends { revision: number }>(asked: Parameters<typeof outbox.send>[0]): Promise<T | null> {
    try {
      return await outbox.send<T>(asked);
    } catch (error) {
      if (error instanceof ApiError && error.code === 'revision_stale') await this.refresh();
      throw error;
    }
  }

  async make(name: string, players: string[], game: { ruleset: string; options: Options; dealer: number; unit_price?: number | null; currency?: string | null }): Promise<string> {
    const made = await call<{ table: Table; tokens: { host: string; watch: string } }>('/v1/tables', { json: { name, players, game }, key: randomKey() });
    await this.remember(made.table.id, made.tokens, name);
    return made.table.id;
  }
}

export const book = new Book();

/** The standing and course of the game on the screen, as a picture to pass on. */
export async function handOnSummary(game: Game): Promise<void> {
  await book.loadOlder(true);
  const { summaryPicture } = await import('../picture');
  await handOn(await summaryPicture(book.table?.name ?? '', game, book.entries), 'tilesight.png');
}
