// A network's value and every learning rule in plain TypeScript: slow, written to be read, and what the kernel is checked
// against. Numbers have single precision and sums are made in the kernel's order, so the two agree bit for bit: a nearly
// equal value would sooner or later choose another move, and everything after that would be another game.

import { largestKind } from '../kernel/pack.ts';
import type { Afterstate, Board, Game, Move, State } from '../rules/game.ts';
import { MOVES } from '../rules/game.ts';
import { parseGame } from '../rules/games.ts';
import { Random } from '../rules/random.ts';
import type { Start } from './learner.ts';
import type { LearnSettings } from './methods.ts';
import type { Network } from './network.ts';
import { featureEntries, patternEntries } from './network.ts';
import type { Feature, Pattern } from './pattern.ts';
import { FEATURES, selfSymmetry, symmetry } from './pattern.ts';
import { isFolded } from './placement.ts';
import { stageReached } from './stages.ts';

const f32 = Math.fround;

/** Single-precision numbers by index: a Float32Array, or something like one. */
export interface Numbers {
  [index: number]: number;
}

/** The weights of a pattern or feature in one stage, and for each the sums of temporal coherence: E, then A. */
export interface Table {
  readonly weights: Numbers;
  readonly sums: Numbers;
}
export type TableOf = (stage: number, table: Pattern | Feature) => Table;

/** An entry of a table that a board looks up. One of a folded table stands for two symmetries. */
interface Lookup extends Table {
  readonly index: number;
  readonly stands: 1 | 2;
}

/** A pattern under each of the eight symmetries and, if it is folded, which two of them look up one entry. */
interface Placed {
  readonly pattern: Pattern;
  readonly cells: readonly (readonly number[])[];
  readonly pairs: readonly [number, number][] | undefined;
}

// ── the value ────────────────────────────────────────────────────────────────────────────────────────────────────

export class ReferenceNetwork {
  readonly network: Network;
  readonly tableOf: TableOf;
  readonly #game: Game;
  readonly #patterns: readonly Placed[];

  /** Over given tables, or over its own, all 0. */
  constructor(network: Network, tableOf: TableOf = ownTables(network)) {
    this.network = network;
    this.tableOf = tableOf;
    this.#game = parseGame(network.description.game);
    this.#patterns = network.patterns.map((pattern) => ({
      pattern,
      cells: ALL.map((which) => pattern.cells.map(symmetry(which))),
      pairs: isFolded(network, pattern) ? pairsOf(pattern) : undefined,
    }));
  }

  /** The value of an afterstate, or of whatever the network values. For an action, the board is turned: see `turned`. */
  value(state: State, stage: number): number {
    const { plain, folded, features } = this.lookups(state, stage);
    const four = ([a, b, c, d]: readonly Lookup[]): number =>
      f32(f32(weight(a!) + weight(b!)) + f32(weight(c!) + weight(d!)));
    let first = 0;
    let second = 0;
    for (const eight of plain) {
      first = f32(first + four(eight.slice(0, 4)));
      second = f32(second + four(eight.slice(4)));
    }
    for (const pairs of folded) first = f32(first + four(pairs));
    const sum = f32(first + second);
    return features.length === 0 ? sum : f32(sum + features.reduce((part, one) => f32(part + weight(one)), 0));
  }

  /** Moves the value against its error: every weight by step · error; with coherence, at its own rate |E| / A. */
  adjust(state: State, stage: number, step: number, error: number, coherent: boolean): void {
    const { plain, folded, features } = this.lookups(state, stage);
    for (const { weights, sums, index, stands } of [...plain.flat(), ...folded.flat(), ...features]) {
      const move = stands * f32(step * error);
      let rate = 1;
      if (coherent) {
        const [e, a] = [sums[2 * index]!, sums[2 * index + 1]!];
        if (a > 0) rate = f32(Math.abs(e) / a);
        sums[2 * index] = e + error;
        sums[2 * index + 1] = a + Math.abs(error);
      }
      weights[index] = weights[index]! + f32(move * rate);
    }
  }

  /** Copies into each weight of a later stage that is still 0 the weight of the last earlier stage that is not. */
  promote(state: State, stage: number): void {
    for (let from = stage - 1; from >= 0; from--) {
      const [mine, earlier] = [this.lookups(state, stage), this.lookups(state, from)];
      const own = [...mine.plain.flat(), ...mine.folded.flat()];
      [...earlier.plain.flat(), ...earlier.folded.flat()].forEach((one, i) => {
        const { weights, index } = own[i]!;
        if (weights[index] === 0) weights[index] = weight(one);
      });
    }
  }

  /** Everything a board looks up: eight entries per pattern, four per folded one, one per feature. */
  lookups(state: State, stage: number): { plain: Lookup[][]; folded: Lookup[][]; features: Lookup[] } {
    const { network } = this;
    const plain: Lookup[][] = [];
    const folded: Lookup[][] = [];
    for (const { pattern, cells, pairs } of this.#patterns) {
      const table = this.tableOf(stage, pattern);
      const hint = pattern.hint ? HINTS.indexOf(state.next!) * 16 ** pattern.cells.length : 0;
      const indices = cells.map((placed) => hint + indexOf(placed, state.board));
      if (network.description.values === 'action') {
        // Only the flip of top and bottom leaves "left" as it is: each of the four others has a part of the table.
        const part = patternEntries(pattern, 'action') / 4;
        const parts = [0, 1, 4, 5, 2, 3, 6, 7].map((which, i) => indices[which]! + (i % 4) * part);
        plain.push(parts.map((index) => lookup(table, index, 1)));
      } else if (pairs) {
        const smaller = pairs.map(([one, other]) => Math.min(indices[one]!, indices[other]!));
        folded.push(smaller.map((index) => lookup(table, index, 2)));
      } else plain.push(indices.map((index) => lookup(table, index, 1)));
    }
    const features = FEATURES.filter((feature) => network.features.includes(feature)).map((feature) =>
      lookup(this.tableOf(stage, feature), featureIndex(this.#game, feature, state.board), 1),
    );
    return { plain, folded, features };
  }
}

/** Fields are named one by one: millions are made, and a spread is five times slower. */
function lookup({ weights, sums }: Table, index: number, stands: 1 | 2): Lookup {
  return { weights, sums, index, stands };
}

function weight({ weights, index }: Lookup): number {
  return weights[index]!;
}

function ownTables(network: Network): TableOf {
  const made = new Map<string, Table>();
  return (stage, table) => {
    const key = `${stage} ${typeof table === 'string' ? table : table.text}`;
    const entries =
      typeof table === 'string' ? featureEntries(table) : patternEntries(table, network.description.values);
    if (!made.has(key)) made.set(key, { weights: new Float32Array(entries), sums: new Float32Array(2 * entries) });
    return made.get(key)!;
  };
}

const ALL = [0, 1, 2, 3, 4, 5, 6, 7];
const HINTS = ['bonus', 1, 2, 3] as const;

/** The exponents of cells as base-16 digits, the first cell lowest. */
function indexOf(cells: readonly number[], board: Board): number {
  let index = 0;
  for (let i = cells.length - 1; i >= 0; i--) index = 16 * index + Math.min(board[cells[i]!]!, 15);
  return index;
}

/** The symmetries in pairs: under both of a pair, a pattern that is its own image covers the same cells. */
function pairsOf(pattern: Pattern): [number, number][] {
  const self = symmetry(selfSymmetry(pattern)!);
  const cellsUnder = (which: number, before = (cell: number) => cell): string =>
    Array.from({ length: 16 }, (_, cell) => symmetry(which)(before(cell))).join();
  return ALL.map((which): [number, number] => {
    const image = cellsUnder(which, self);
    return [which, ALL.find((other) => cellsUnder(other) === image)!];
  }).filter(([one, other]) => one < other);
}

const NEIGHBOURS = Array.from({ length: 16 }, (_, cell) => cell).flatMap((cell) => [
  ...(cell % 4 < 3 ? [[cell, cell + 1] as const] : []),
  ...(cell < 12 ? [[cell, cell + 4] as const] : []),
]);

/** Yeh et al., IV.A and IV.E; the kinds that count as large are the five largest that a network tells apart. */
function featureIndex(game: Game, feature: Feature, board: Board): number {
  const tiles = board.map((exponent) => Math.min(exponent, 15));
  const count = (holds: (a: number, b: number) => boolean): number =>
    NEIGHBOURS.filter(([a, b]) => holds(tiles[a]!, tiles[b]!)).length;
  switch (feature) {
    case 'large': {
      const smallest = largestKind(game) - 4;
      return [0, 1, 2, 3, 4].reduce(
        (index, k) => index + Math.min(7, tiles.filter((tile) => tile === smallest + k).length) * 8 ** k,
        0,
      );
    }
    case 'empty':
      return tiles.filter((tile) => tile === 0).length;
    case 'distinct':
      return new Set(tiles.filter((tile) => tile !== 0)).size;
    case 'merge':
      return count((a, b) => game.merges(a, b));
    case 'double':
      return count((a, b) => Math.abs(a - b) === 1 && Math.min(a, b) >= game.doublesFrom);
  }
}

// ── the learning rules ───────────────────────────────────────────────────────────────────────────────────────────

/** A chosen move, with its afterstate's stage and value. */
interface Chosen {
  readonly move: Move;
  readonly after: Afterstate;
  readonly stage: number;
  readonly value: number;
}

/** A move made: the state before it, and the score of the tile that chance added. */
interface Ply extends Chosen {
  readonly before: State;
  readonly stageBefore: number;
  readonly spawned: number;
}

/** Shorter episodes are not replayed from their middle. */
const SHORTEST_RESTART = 10;

export class ReferenceLearner {
  readonly game: Game;
  readonly network: ReferenceNetwork;
  readonly #settings: LearnSettings;
  readonly #step: number;
  readonly #lambda: number;
  #chance = Random.forGame(0, 0);
  #state: State = { board: [] };
  #stage = 0;
  #score = 0;

  constructor(game: Game, network: ReferenceNetwork, settings: LearnSettings) {
    this.game = game;
    this.network = network;
    this.#settings = settings;
    this.#step = f32(settings.alpha / network.network.lookups);
    this.#lambda = f32(settings.lambda);
  }

  /** Learns from a game of a seed, or from a given board; the score is that of the first episode, the moves are those of all. */
  learnGame(seed: number, number: number, start?: Start): { score: number; moves: number; state: State } {
    this.#chance = Random.forGame(seed, number);
    this.#state = start?.state ?? this.game.start(this.#chance);
    this.#stage = start?.stage ?? 0;
    this.#score =
      start?.score ??
      this.#state.board.reduce((sum, exponent) => sum + (exponent > 0 ? this.game.spawnScore(exponent) : 0), 0);
    let plies = this.#episode();
    const [score, state] = [this.#score, this.#state];
    let moves = plies.length;
    while (this.#settings.restart && plies.length >= SHORTEST_RESTART) {
      const middle = plies[plies.length >> 1]!;
      this.#state = middle.before;
      this.#stage = middle.stageBefore;
      plies = this.#episode();
      moves += plies.length;
    }
    return { score, moves, state };
  }

  #episode(): Ply[] {
    switch (this.#settings.loop) {
      case 'td':
        return this.#td();
      case 'td-delayed':
        return this.#tdDelayed();
      case 'td-steps':
        return this.#tdSteps();
      case 'backward':
        return this.#backward();
      case 'td-state':
        return this.#tdState();
      case 'q':
        return this.#q();
    }
  }

  /** V(s′) moves towards  spawn's score + gain + V(s′ of the next move). */
  #td(): Ply[] {
    const plies: Ply[] = [];
    for (;;) {
      const next = this.#greedy();
      const last = plies.at(-1);
      if (last) this.#adjust(last.after, last.stage, this.#error(last, next));
      if (!next) return plies;
      plies.push(this.#play(next));
      if (this.#isPast(next)) return plies;
    }
  }

  /** Each afterstate once, `delay` plies later, with the TD errors since:  Σ λ^i δ(t+i). */
  #tdDelayed(): Ply[] {
    const { delay } = this.#settings;
    const plies: Ply[] = [];
    const errors: number[] = [];
    const update = (t: number): void => {
      const sum = errors.slice(t).reduceRight((later, error) => f32(f32(later * this.#lambda) + error), 0);
      this.#adjust(plies[t]!.after, plies[t]!.stage, sum);
    };
    for (;;) {
      const next = this.#greedy();
      const last = plies.at(-1);
      if (last) {
        errors.push(this.#error(last, next));
        if (plies.length >= delay) update(plies.length - delay);
      }
      if (!next || this.#isPast(next))
        for (let t = Math.max(0, plies.length - delay + 1); t < plies.length; t++) update(t);
      if (!next) return plies;
      plies.push(this.#play(next));
      if (this.#isPast(next)) return plies;
    }
  }

  /** After the game each afterstate moves towards  (1−λ) R¹ + (1−λ)λ R² + … + λ^(delay−1) R^delay. */
  #tdSteps(): Ply[] {
    const lambda = this.#lambda;
    const plies = this.#wholeGame();
    const rewards = plies.map((ply, t) => f32(ply.spawned + (plies[t + 1]?.after.gain ?? 0)));
    for (let t = plies.length - 1; t >= 0; t--) {
      // Returns past the end of the game do not exist; the last existing one takes their share.
      const returns = Math.min(this.#settings.delay, plies.length - t);
      let [sum, share, target] = [0, 1, 0];
      for (let n = 1; n <= returns; n++) {
        sum = f32(sum + rewards[t + n - 1]!);
        const whole = f32(sum + (plies[t + n]?.value ?? 0));
        target = f32(target + f32((n === returns ? share : f32(share * f32(1 - lambda))) * whole));
        share = f32(share * lambda);
      }
      this.#adjust(plies[t]!.after, plies[t]!.stage, f32(target - plies[t]!.value));
    }
    return plies;
  }

  /** After the game, from its end: V(s′) moves towards  G = reward + (1−λ) V(next s′, already updated) + λ G(next). */
  #backward(): Ply[] {
    const lambda = this.#lambda;
    const plies = this.#wholeGame();
    let later = 0;
    for (let t = plies.length - 1; t >= 0; t--) {
      const { after, stage, spawned } = plies[t]!;
      const target = f32(f32(spawned + (plies[t + 1]?.after.gain ?? 0)) + later);
      this.#adjust(after, stage, f32(target - this.#value(after, stage)));
      later = f32(f32(f32(1 - lambda) * this.#value(after, stage)) + f32(lambda * target));
    }
    return plies;
  }

  /** V(s) of states: a move is worth its gain plus the mean over everything chance may do; V(s) → gain + spawn's score + V(s″). */
  #tdState(): Ply[] {
    const plies: Ply[] = [];
    for (;;) {
      this.#stage = this.#stageAfter(this.#state.board);
      const next = this.#best((after) => {
        const worth = this.game.outcomes(after).reduce((sum, { probability, spawn, state }) => {
          const value = this.#value(state, this.#stageAfter(state.board));
          return sum + probability * (this.game.spawnScore(spawn.exponent) + value);
        }, after.gain);
        return { worth, value: 0 };
      });
      const last = plies.at(-1);
      if (last) {
        const value = next ? this.#value(this.#state, this.#stage) : 0;
        const target = f32(f32(last.after.gain + last.spawned) + value);
        this.#adjust(last.before, last.stageBefore, f32(target - this.#value(last.before, last.stageBefore)));
      }
      if (!next) return plies;
      plies.push(this.#play(next));
    }
  }

  /** Q(s, a) → gain + spawn's score + max Q(s″, ·). */
  #q(): Ply[] {
    const plies: Ply[] = [];
    for (;;) {
      const next = this.#best((_after, move) => {
        const value = this.#value({ ...this.#state, board: turned(this.#state.board, move) }, 0);
        return { worth: value, value };
      });
      const last = plies.at(-1);
      if (last) {
        const target = f32(f32(last.after.gain + last.spawned) + (next?.value ?? 0));
        const action = { ...last.before, board: turned(last.before.board, last.move) };
        this.#adjust(action, 0, f32(target - this.#value(action, 0)));
      }
      if (!next) return plies;
      plies.push(this.#play(next));
    }
  }

  // ── what the rules share ───────────────────────────────────────────────────────────────────────────────────────

  /** Plays to the end without learning. */
  #wholeGame(): Ply[] {
    const plies: Ply[] = [];
    for (let next = this.#greedy(); next; next = this.#greedy()) plies.push(this.#play(next));
    return plies;
  }

  /**
   * The error of TD(0): what an afterstate led to (the score of the spawn on it, and the gain and value of the next move)
   * minus what it is worth now, which is no longer what it was worth when it was chosen.
   */
  #error({ after, move, stage, spawned }: Ply, next: Chosen | undefined): number {
    const target = f32(spawned + (next ? f32(next.after.gain + next.value) : 0));
    return f32(target - this.#value(asValued(after, move), stage));
  }

  /** Whether a move leads to a stage that does not learn. */
  #isPast({ stage }: Chosen): boolean {
    return stage >= (this.#settings.until ?? Infinity);
  }

  /** The legal move with the largest gain + value of its afterstate. */
  #greedy(): Chosen | undefined {
    return this.#best((after, move) => {
      const value = this.#value(asValued(after, move), this.#stageAfter(after.board));
      return { worth: f32(value + after.gain), value };
    });
  }

  /** The first of the best moves; undefined if the game is over. */
  #best(judge: (after: Afterstate, move: Move) => { worth: number; value: number }): Chosen | undefined {
    let best: (Chosen & { worth: number }) | undefined;
    for (const move of MOVES) {
      const after = this.game.afterstate(this.#state, move);
      if (!after) continue;
      const { worth, value } = judge(after, move);
      if (!best || worth > best.worth) best = { move, after, value, worth, stage: this.#stageAfter(after.board) };
    }
    return best;
  }

  #play(chosen: Chosen): Ply {
    const { state, spawn } = this.game.spawn(chosen.after, this.#chance);
    const spawned = this.game.spawnScore(spawn.exponent);
    const ply = { ...chosen, before: this.#state, stageBefore: this.#stage, spawned };
    this.#score += chosen.after.gain + spawned;
    this.#state = state;
    this.#stage = chosen.stage;
    return ply;
  }

  #stageAfter(board: Board): number {
    if (this.#settings.fixedStage !== undefined) return this.#stage;
    const present = board.reduce((bits, exponent) => bits | (1 << Math.min(exponent, 15)), 0);
    return stageReached(this.network.network.stages, present, this.#stage);
  }

  #value(state: State, stage: number): number {
    if (this.#settings.promote) this.network.promote(state, stage);
    return this.network.value(state, stage);
  }

  #adjust(state: State, stage: number, error: number): void {
    this.network.adjust(state, stage, this.#step, error, this.#settings.coherent);
  }
}

/**
 * The kernel has the afterstates of up and down transposed. That only changes the order in which a value is
 * added up, and so its last bits.
 */
export function asValued(after: Afterstate, move: Move): Afterstate {
  if (move === 'left' || move === 'right') return after;
  return { ...after, board: after.board.map((_, cell) => after.board[4 * (cell & 3) + (cell >> 2)]!) };
}

/** The board, turned so that the move goes left. */
function turned(board: Board, move: Move): Board {
  return board.map((_, cell) => {
    const [row, column] = [cell >> 2, cell & 3];
    if (move === 'up') return board[4 * column + row]!;
    if (move === 'right') return board[4 * row + 3 - column]!;
    if (move === 'down') return board[4 * (3 - column) + row]!;
    return board[cell]!;
  });
}
