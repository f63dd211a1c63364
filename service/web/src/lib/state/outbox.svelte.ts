/** Writes on their way to the book: in order, each exactly once, also across a lost network or a closed page. */

import { ApiError, call, randomKey } from '../api/client';
import { db, type Outgoing } from './db';

interface Answered { revision: number }
export interface Asked { table: string; path: string; method?: string; body: unknown; base: number; kind: string; amounts?: number[] | null }

class Outbox {
  items = $state.raw<Outgoing[]>([]);
  #tokens = new Map<string, string>();
  #sending: Promise<void> = Promise.resolve();
  #timer = 0;
  /** Told of every write that the book took. */
  onwritten: (table: string, answer: unknown) => void = () => undefined;

  constructor() {
    addEventListener('online', () => void this.flush());
    document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && void this.flush());
    void this.reload();
  }

  async reload(): Promise<void> {
    this.items = await db.outbox.orderBy('n').toArray();
    clearTimeout(this.#timer);
    if (this.items.some((item) => item.state === 'waiting')) this.#timer = window.setTimeout(() => void this.flush(), 4000);
  }

  /** The host token that a table's writes are sent with. */
  know(table: string, token: string): void {
    this.#tokens.set(table, token);
  }

  of(table: string): Outgoing[] {
    return this.items.filter((item) => item.table === table);
  }

  /** Send a write; resolves with the book's answer, or with null where it has to wait for the network. */
  async send<T extends Answered>(asked: Asked): Promise<T | null> {
    const behind = this.of(asked.table).length > 0;
    const item = {
      table: asked.table, path: asked.path, method: asked.method ?? 'POST', body: asked.body, base: asked.base, kind: asked.kind,
      amounts: asked.amounts ?? null, key: randomKey(), made: Date.now(), state: 'waiting' as const, error: '',
    };
    const n = await db.outbox.add(item);
    await this.reload();
    if (behind) {
      await this.flush();
      return null;
    }
    try {
      return await this.#deliver<T>({ ...item, n }, asked.base);
    } catch (error) {
      if (error instanceof ApiError && error.passing) return null;
      await db.outbox.delete(n);
      await this.reload();
      throw error;
    }
  }

  async #deliver<T extends Answered>(item: Outgoing, revision: number | '*'): Promise<T> {
    const match = revision === '*' ? '*' : `"${revision}"`;
    const answer = await call<T>(item.path, {
      method: item.method, json: item.body, key: item.key, match, token: this.#tokens.get(item.table) ?? (await this.#stored(item.table)),
    });
    await db.outbox.delete(item.n);
    await this.reload();
    this.onwritten(item.table, answer);
    return answer;
  }

  async #stored(table: string): Promise<string | null> {
    return (await db.known.get(table))?.host ?? null;
  }

  /** Send all that waits, table by table in order; what the book will not take stays, with the reason. */
  flush(): Promise<void> {
    this.#sending = this.#sending.then(() => this.#flush()).catch(() => undefined);
    return this.#sending;
  }

  async #flush(): Promise<void> {
    const stopped = new Set<string>();
    const last = new Map<string, number>();
    for (const item of await db.outbox.orderBy('n').toArray()) {
      if (stopped.has(item.table)) continue;
      if (item.state !== 'waiting') {
        stopped.add(item.table);
        continue;
      }
      try {
        const answer = await this.#deliver<Answered>(item, last.get(item.table) ?? item.base);
        last.set(item.table, answer.revision);
      } catch (error) {
        stopped.add(item.table);
        if (error instanceof ApiError && error.passing) continue;
        const code = error instanceof ApiError ? error.code : 'unknown';
        await db.outbox.update(item.n, { state: code === 'revision_stale' ? 'conflict' : 'refused', error: code });
      }
    }
    await this.reload();
  }

  /** Send what another phone overtook all the same. */
  async insist(item: Outgoing): Promise<void> {
    try {
      await this.#deliver(item, '*');
      await this.flush();
    } catch (error) {
      if (!(error instanceof ApiError) || !error.passing)
        await db.outbox.update(item.n, { state: 'refused', error: error instanceof ApiError ? error.code : 'unknown' });
      await this.reload();
      throw error;
    }
  }

  async drop(item: Outgoing): Promise<void> {
    await db.outbox.delete(item.n);
    await this.reload();
    await this.flush();
  }
}

export const outbox = new Outbox();
