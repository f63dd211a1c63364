/** The hand being entered, from the shutter to the payouts. */

import type { Context, Edit, Options, Reading, Ruleset, Score, Table } from '../api/types';
import { call } from '../api/client';
import { EMPTY, handOfReading, toHand, type DraftHand } from '../hand';
import { rules } from './rules.svelte';
import { settings } from './settings.svelte';

export interface DoneWin { body: Record<string, unknown>; context: Context; score: Score }

function newContext(): Context {
  return {
    winner: 0, win_by: 'self-draw', payer: null, dealer: 0, streak: 1, round_wind: 'E', wild: null, indicator: null,
    flags: [], liability: [], seats: [{}, {}, {}, {}], bird: null, open_hand_holder: null,
  };
}

class Draft {
  table = $state.raw<Table | null>(null);
  ruleset = $state.raw<Ruleset | null>(null);
  options = $state.raw<Options>({});
  source = $state<'photo' | 'keys'>('keys');
  hand = $state.raw<DraftHand>(EMPTY);
  reading = $state.raw<Reading | null>(null);
  first = $state.raw<Reading | null>(null);
  photo = $state<string | null>(null);
  context = $state<Context>(newContext());
  winnerChosen = $state(false);
  wins = $state.raw<DoneWin[]>([]);
  score = $state.raw<Score | null>(null);
  /** The entry that this hand is to stand in the place of. */
  corrects = $state<number | null>(null);

  #asked = 0;

  /** A new hand: of a table, whose book gives rules, dealer, streak and round; or for itself. */
  async begin(source: 'photo' | 'keys', table: Table | null): Promise<void> {
    this.source = source;
    this.table = table;
    this.hand = EMPTY;
    this.clearPhoto();
    this.wins = [];
    this.score = null;
    this.corrects = null;
    this.winnerChosen = false;
    const before = this.context;
    this.context = newContext();
    if (table) {
      const progress = table.game.progress;
      Object.assign(this.context, { dealer: progress.dealer, streak: progress.streak, round_wind: progress.round_wind });
      this.options = table.game.ruleset.options as Options;
      await this.#useRules(table.game.ruleset.id);
    } else {
      if (this.ruleset) Object.assign(this.context, { round_wind: before.round_wind });
      const profile = settings.profile;
      this.options = profile?.options ?? {};
      await this.#useRules(profile?.ruleset ?? settings.ruleset);
    }
  }

  async #useRules(id: string): Promise<void> {
    this.ruleset = await rules.get(id);
  }

  /** Other rules for a hand of no table. */
  async chooseRules(id: string, options: Options = {}): Promise<void> {
    this.options = options;
    Object.assign(this.context, { flags: [], wild: null, indicator: null, bird: null, liability: [], open_hand_holder: null });
    await this.#useRules(id);
  }

  clearPhoto(): void {
    if (this.photo) URL.revokeObjectURL(this.photo);
    this.photo = null;
    this.reading = null;
    this.first = null;
  }

  took(reading: Reading): void {
    this.reading = reading;
    this.first ??= reading;
  }

  /** The reading read anew with these corrections, all that hold. */
  async correct(edits: Edit[]): Promise<void> {
    const base = this.reading;
    if (!base) return;
    const body = { reading: base, edits, ruleset: this.ruleset?.id ?? null, wild: this.context.wild };
    this.reading = await call<Reading>('/v1/readings/corrections', { json: body });
  }

  /** The context as the service takes it: only what these rules read, only what was said. */
  stated(): Record<string, unknown> {
    const context = $state.snapshot(this.context);
    const known = new Set(this.ruleset?.context.map((entry) => entry.name));
    const said: Record<string, unknown> = {
      winner: context.winner, win_by: context.win_by, dealer: context.dealer, streak: context.streak, round_wind: context.round_wind,
    };
    if (context.win_by !== 'self-draw' && context.payer !== null) said.payer = context.payer;
    if (this.ruleset?.has_wild_tiles) {
      if (context.wild) said.wild = context.wild;
      else if (context.indicator) said.indicator = context.indicator;
    }
    const flags = context.flags.filter((flag) => this.ruleset?.flags.some((entry) => entry.name === flag));
    if (flags.length) said.flags = flags;
    if (known.has('liability') && context.liability.length) said.liability = context.liability;
    if (known.has('bird') && context.bird) said.bird = context.bird;
    if (known.has('open_hand_holder') && context.open_hand_holder !== null) said.open_hand_holder = context.open_hand_holder;
    if (known.has('seats') && context.seats.some((seat) => seat.melds?.length || seat.aside?.length)) said.seats = context.seats;
    return said;
  }

  get complete(): boolean {
    return this.source === 'photo' ? this.reading?.hand != null : true;
  }

  /** What everybody gains or loses by all the winners of this hand together. */
  get together(): number[] {
    const all = [...this.wins.map((win) => win.score), this.score];
    return [0, 1, 2, 3].map((seat) => all.reduce((sum, score) => sum + (score?.status === 'scored' ? (score.payouts[seat] ?? 0) : 0), 0));
  }

  /** The score of the hand as it stands; of several asked for, the last one holds. */
  async scoreNow(): Promise<Score> {
    const turn = ++this.#asked;
    const hand = this.source === 'photo' && this.reading ? handOfReading(this.reading, this.context.winner) : toHand(this.hand, this.context.winner);
    const body = { ruleset: this.ruleset?.id, options: this.options, hand, context: this.stated() };
    const score = await call<Score>('/v1/scores', { json: body });
    if (turn === this.#asked) this.score = score;
    return score;
  }

  /** This win as the book takes it; for a win that is sent later, the book says who deals then. */
  win(later = false): Record<string, unknown> {
    const context = this.stated();
    if (later) for (const name of ['dealer', 'streak', 'round_wind']) delete context[name];
    if (this.source === 'photo' && this.reading) return { reading: this.reading, version: this.reading.version, context };
    return { hand: toHand(this.hand, this.context.winner), context };
  }

  /** Keep this win and begin another player's, on the same tile of the same payer. */
  addWinner(source: 'photo' | 'keys'): void {
    if (!this.score) return;
    this.wins = [...this.wins, { body: this.win(), context: $state.snapshot(this.context), score: this.score }];
    this.source = source;
    this.hand = EMPTY;
    this.clearPhoto();
    this.score = null;
    const taken = new Set([this.context.payer, ...this.wins.map((win) => win.context.winner)]);
    this.context.winner = [0, 1, 2, 3].find((seat) => !taken.has(seat)) ?? 0;
    this.context.flags = [];
    this.winnerChosen = true;
  }
}

export const draft = new Draft();
