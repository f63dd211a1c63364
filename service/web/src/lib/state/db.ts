/** What this phone keeps between visits: the tables it knows, what it saw of them, and what is still to be sent. */

import Dexie, { type EntityTable } from 'dexie';
import type { Entry, Table } from '../api/types';

export interface KnownTable {
  id: string;
  name: string;
  host: string | null;
  watch: string | null;
  opened: number;
  view: Table | null;
  entries: Entry[];
  /** Where entries that were not fetched begin. */
  older?: number | null;
}

/** One write, kept from before it is sent until it is answered: a lost answer is asked for again under the same key. */
export interface Outgoing {
  n: number;
  table: string;
  path: string;
  method: string;
  body: unknown;
  key: string;
  /** The revision that the player saw. */
  base: number;
  kind: string;
  amounts: number[] | null;
  made: number;
  state: 'waiting' | 'conflict' | 'refused';
  error: string;
}

export const db = new Dexie('tilesight') as Dexie & {
  known: EntityTable<KnownTable, 'id'>;
  outbox: EntityTable<Outgoing, 'n'>;
};

db.version(1).stores({ known: 'id, opened', outbox: '++n, table' });
