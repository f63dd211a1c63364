/** The API's shapes under short names. Where the API's own description is open (`any` fields), it is closed here. */

import type { components } from './schema';

type S = components['schemas'];

export type RulesetSummary = S['RulesetSummary'];
export type Ruleset = S['RulesetOut'];
export type RuleItem = S['ItemOut'];
export type RuleOption = S['OptionOut'];
export type OptionValue = boolean | number | string | Record<string, number> | null;
export type Options = Record<string, OptionValue>;

export type MeldType = 'chow' | 'pung' | 'kong' | 'added kong' | 'concealed kong';
export type WinBy = 'self-draw' | 'discard' | 'robbed kong';
export type Wind = 'E' | 'S' | 'W' | 'N';
export type Role = 'concealed' | 'win' | 'chow' | 'pung' | 'kong' | 'concealed kong' | 'aside';

export interface Meld { type: MeldType; tiles: string | string[]; from?: number | null }
export interface Hand { concealed: string | string[]; win_tile?: string | null; melds?: Meld[]; aside?: string | string[] }
export interface SeatTiles { melds?: Meld[]; aside?: string | string[] }

/** How a hand was won, as the player states it. */
export interface Context {
  winner: number;
  win_by: WinBy;
  payer: number | null;
  dealer: number;
  streak: number;
  round_wind: Wind;
  wild: string | null;
  indicator: string | null;
  flags: string[];
  liability: { reason: string; seat: number }[];
  seats: SeatTiles[];
  bird: string | null;
  open_hand_holder: number | null;
}

export interface ScoreItem { id: string; name: string; name_en?: string | null; value?: number | null; factor?: number | null; count: number; sets: number[] }
export interface NotCounted { id: string; name: string; name_en?: string | null; because: string }
export interface Payment { from: number | null; to: number | null; amount: number; why: string }
export interface Problem { code: string; message: string; tiles?: string[] | string | null }
export interface ReadSet { type: string; tiles: string; concealed: boolean; wild: string[] | number[] }
export interface ScoreReading { shape?: string; sets: ReadSet[]; pair?: string | null; won?: number }
export interface Scored {
  status: 'scored'; ruleset: { id: string; version: string; options: Options }; total: number; unit: string; items: ScoreItem[];
  not_counted: NotCounted[]; reading: ScoreReading | null; runner_up: { total: number; items: unknown[] } | null;
  payouts: number[]; payments: Payment[]; formula: string | null;
}
export interface Settled { status: 'settled'; payouts: number[]; payments: Payment[] }
export interface Refused { status: 'not_winning' | 'illegal'; problems: Problem[] }
export type Score = Scored | Settled | Refused;

export interface ReadTile {
  id: number; face: string; confidence: number; candidates: [string, number][]; box: number[] | null; corners: [number, number][] | null;
  upright: number; role: Role; group: number; inferred: boolean;
}
export interface Group { id: number; role: Role; tiles: number[]; from?: string | null }
export interface Review { code: string; tiles: number[]; message: string }
export interface Reading {
  id: string; version: string; image: { width: number; height: number; orientation: number }; tiles: ReadTile[]; groups: Group[];
  hand: Hand | null; notation: string; background: { id?: number; face: string; box: number[]; corners?: [number, number][] }[];
  review: Review[]; edits: Edit[]; wild?: string | null;
}
export type Edit =
  | { edit: 'face'; tile: number; face: string }
  | { edit: 'move'; tile: number; role: Role; group?: number | null }
  | { edit: 'win'; tile: number }
  | { edit: 'add'; face: string; role: Role; group?: number | null }
  | { edit: 'remove'; tile: number }
  | { edit: 'not a tile'; tile: number };

export type Table = S['TableOut'];
export type Game = S['GameOut'];
export type Seat = S['SeatOut'];
export type Link = S['LinkOut'];
export type PlayerStatistics = S['PlayerStatisticsOut'];

export interface BookedWin { context: Context; hand: Hand | null; result: Scored }
export interface EntryEvent {
  kind: string; winners?: number[]; win_by?: WinBy; payer?: number | null; wins?: BookedWin[]; reason?: string | null; seat?: number;
  leaver?: number; konged?: boolean; result?: Settled; one?: number; other?: number; since?: number; dealer?: number; streak?: number; round_wind?: Wind;
}
export interface Entry {
  entry: number; place: number; kind: string; event: EntryEvent; amounts: number[]; fee: number; reversal_of: number | null;
  in_force: boolean; written_at: string; written_by: string;
}
export interface Written { revision: number; entries: Entry[]; game: Game }
