// Games at seats: each seat plays a game by its own search, and every step evaluates one state of each seat, all in one batch. A
// seat's games depend only on its number and the network, never on other seats. The results are rows for the network, (s, π, z):
// the state, the shares of visits, and what the value should have been.

import type { Evaluate, Expander, Game, State, TreeSearchSettings, ValueSettings } from 'afterstate';
import { MOVES, packState, Random, startScore, TreeSearch, valueTarget } from 'afterstate';
import { loadGenerator, saveGenerator } from '../runs/saved-state.ts';

/** A game between two moves, as a checkpoint has it. */
export interface SeatState {
  /** Its number in the series of the run's seed. */
  readonly number: number;
  readonly state: State;
  readonly score: number;
  readonly moves: number;
  /** The state of the game's random numbers: four words, in hexadecimal. */
  readonly chance: readonly string[];
}

export interface Finished {
  readonly number: number;
  readonly score: number;
  readonly moves: number;
  readonly largest: number;
}

/** Rows for the network; `boards` has sixteen exponents per row, `visits` four shares, `targets` one. */
export interface Rows {
  readonly boards: Uint8Array;
  readonly visits: Float32Array;
  readonly targets: Float32Array;
}

export interface PlaySettings {
  readonly search: TreeSearchSettings;
  readonly values: ValueSettings;
  /** Whether to keep the part of the search tree that the game follows. */
  readonly reuse: boolean;
  /** 0 plays the most visited move; 1 draws moves in proportion to visits. */
  readonly temperature: number;
  /** How much later results count, if a value is the score to come: 1 for the final score alone. */
  readonly lambda: number;
  readonly seed: number;
  /** Moves that each seat makes, starting a new game when one ends; undefined for one whole game per seat. */
  readonly moves: number | undefined;
  /** The difference between the numbers of a seat's games. */
  readonly stride: number;
}

export interface Played {
  /** The states of the seats, without those whose only game is over. */
  readonly seats: readonly SeatState[];
  readonly finished: readonly Finished[];
  readonly rows: Rows;
  readonly evaluations: number;
}

export interface PlayHooks {
  readonly isStopped?: () => boolean;
  readonly onMove?: () => void;
}

/** The first state of game `number`. */
export function deal(game: Game, seed: number, number: number): SeatState {
  const chance = Random.forGame(seed, number);
  const state = game.start(chance);
  return { number, state, score: startScore(state, game), moves: 0, chance: saveGenerator(chance) };
}

/** Lets the seats play on; undefined if stopped before the end. */
export async function playSeats(
  expander: Expander,
  evaluate: Evaluate,
  states: readonly SeatState[],
  settings: PlaySettings,
  { isStopped = () => false, onMove = () => {} }: PlayHooks = {},
): Promise<Played | undefined> {
  const seats = states.map((state) => new Seat(expander, settings, state));
  const boards = new Uint8Array(16 * seats.length);
  const asking: Seat[] = [];
  let evaluations = 0;
  for (;;) {
    asking.length = 0;
    for (const seat of seats) {
      if (seat.advance(boards, 16 * asking.length, onMove)) asking.push(seat);
    }
    if (asking.length === 0) break;
    if (isStopped()) return undefined;
    const { policy, value } = await evaluate(boards.subarray(0, 16 * asking.length));
    evaluations += asking.length;
    asking.forEach((seat, i) => seat.search.absorb(policy, 4 * i, value[i]!));
  }
  return {
    seats: seats.flatMap((seat) => (seat.isOver ? [] : [seat.snapshot()])),
    finished: seats.flatMap(({ finished }) => finished),
    rows: joinRows(seats.map((seat) => seat.rows())),
    evaluations,
  };
}

/** What a seat remembers of one move. */
interface Step {
  readonly board: readonly number[];
  readonly visits: readonly number[];
  readonly score: number;
  /** The result that the search expected from its most visited move. */
  readonly expected: number;
  /** The final score, if this was the last move of its game. */
  final?: number;
}

class Seat {
  readonly search: TreeSearch;
  readonly finished: Finished[] = [];
  isOver = false;
  readonly #expander: Expander;
  readonly #settings: PlaySettings;
  readonly #steps: Step[] = [];
  #number: number;
  #state: State;
  #score: number;
  #moves: number;
  #chance: Random;
  #whims = 0n;

  constructor(expander: Expander, settings: PlaySettings, { number, state, score, moves, chance }: SeatState) {
    this.#expander = expander;
    this.#settings = settings;
    this.search = new TreeSearch(expander, settings.search, settings.values);
    this.#number = number;
    this.#state = state;
    this.#score = score;
    this.#moves = moves;
    this.#chance = loadGenerator(chance);
    this.#whims = ownSeed(settings.seed, number);
    this.#begin();
  }

  /** Plays until the network is needed for a state; false if the seat has made its moves. */
  advance(boards: Uint8Array, at: number, onMove: () => void): boolean {
    const { moves } = this.#settings;
    while (!this.isOver && (moves === undefined || this.#steps.length < moves)) {
      if (this.search.advance(boards, at)) return true;
      this.#move();
      onMove();
    }
    return false;
  }

  snapshot(): SeatState {
    return {
      number: this.#number,
      state: this.#state,
      score: this.#score,
      moves: this.#moves,
      chance: saveGenerator(this.#chance),
    };
  }

  rows(): Rows {
    const steps = this.#steps;
    const { values, lambda } = this.#settings;
    const boards = new Uint8Array(16 * steps.length);
    const visits = new Float32Array(4 * steps.length);
    const targets = new Float32Array(steps.length);
    const known = results(steps, values.meaning === 'score' ? lambda : 1);
    steps.forEach(({ board, visits: counts, score }, i) => {
      boards.set(board, 16 * i);
      const sum = counts.reduce((all, n) => all + n, 0);
      counts.forEach((n, m) => (visits[4 * i + m] = n / sum));
      targets[i] = valueTarget(known[i]!, score, values);
    });
    return { boards, visits, targets };
  }

  #begin(): void {
    const { cells, aux } = packState(this.#state);
    this.search.begin(cells, aux, this.#score, this.#searchSeed());
  }

  #searchSeed(): bigint {
    return this.#whims + BigInt(this.#moves);
  }

  #move(): void {
    const { game } = this.#expander;
    const { reuse, stride, moves } = this.#settings;
    const { visits, values, best } = this.search.found();
    const chosen = this.#choose(visits, best);
    const step: Step = { board: this.#state.board, visits, score: this.#score, expected: values[best]! };
    this.#steps.push(step);
    const afterstate = game.afterstate(this.#state, MOVES[chosen]!)!;
    const { spawn, state } = game.spawn(afterstate, this.#chance);
    this.#state = state;
    this.#score += afterstate.gain + game.spawnScore(spawn.exponent);
    this.#moves++;
    if (game.isOver(state)) {
      step.final = this.#score;
      const largest = Math.max(...state.board);
      this.finished.push({ number: this.#number, score: this.#score, moves: this.#moves, largest });
      if (moves === undefined) {
        this.isOver = true;
        return;
      }
      this.#deal(this.#number + stride);
      return;
    }
    if (!reuse) {
      this.#begin();
      return;
    }
    const { cells, aux } = packState(state);
    this.search.follow(chosen, cells, aux, this.#score, this.#searchSeed());
  }

  #deal(number: number): void {
    const { game } = this.#expander;
    const next = deal(game, this.#settings.seed, number);
    this.#number = number;
    this.#state = next.state;
    this.#score = next.score;
    this.#moves = 0;
    this.#chance = loadGenerator(next.chance);
    this.#whims = ownSeed(this.#settings.seed, number);
    this.#begin();
  }

  #choose(visits: readonly number[], best: number): number {
    const { temperature } = this.#settings;
    if (temperature === 0) return best;
    const most = visits[best]!;
    const weights = visits.map((n) => (n / most) ** (1 / temperature));
    const all = weights.reduce((sum, w) => sum + w, 0);
    let left = (Random.forGame(this.#searchSeed(), 0, 1).next().hi / 2 ** 32) * all;
    for (let m = 0; m < 4; m++) {
      left -= weights[m]!;
      if (left < 0 && visits[m]! > 0) return m;
    }
    return best;
  }
}

/**
 * The known result of the game after each of a seat's moves: the final score, or what later searches expected, each with the
 * share (1 − λ) λⁿ; the last search of an unfinished game stands for all later ones.
 */
export function results(
  steps: readonly { readonly expected: number; readonly final?: number }[],
  lambda: number,
): number[] {
  const known: number[] = Array.from({ length: steps.length });
  let later = steps.at(-1)?.expected ?? 0;
  let next = later;
  for (let i = steps.length - 1; i >= 0; i--) {
    const { expected, final } = steps[i]!;
    known[i] = later = final ?? (1 - lambda) * next + lambda * later;
    next = expected;
  }
  return known;
}

/** Recomputes the targets of whole games, one per seat, against another average than the one they were played by. */
export function retarget({ rows, finished }: Played, values: ValueSettings): void {
  let at = 0;
  for (const { score, moves } of finished) {
    rows.targets.fill(valueTarget(score, 0, values), at, at + moves);
    at += moves;
  }
}

/** The seed of the randomness of a game's searches. */
function ownSeed(seed: number, number: number): bigint {
  return Random.forGame(seed, number, 1).state[0]!;
}

export function joinRows(parts: readonly Rows[]): Rows {
  const count = parts.reduce((sum, { targets }) => sum + targets.length, 0);
  const boards = new Uint8Array(16 * count);
  const visits = new Float32Array(4 * count);
  const targets = new Float32Array(count);
  let at = 0;
  for (const part of parts) {
    boards.set(part.boards, 16 * at);
    visits.set(part.visits, 4 * at);
    targets.set(part.targets, at);
    at += part.targets.length;
  }
  return { boards, visits, targets };
}
