// A game under way, and its moves whose consequences are not yet known: an experience is complete once the game reaches the board
// from which the network estimates the rest.

import type { Afterstate, Board, Game, State } from 'afterstate';
import { MOVES, Random, startScore } from 'afterstate';
import { loadGenerator, saveGenerator } from '../runs/saved-state.ts';
import type { DqnConfig } from './config.ts';
import type { Experience } from './replay.ts';
import { rewardOf } from './rewards.ts';

/** A move that waits for what follows; `age` moves have been rewarded since. */
interface Pending {
  readonly board: Board;
  readonly move: number;
  reward: number;
  age: number;
}

/** A seat between two moves, as plain data. */
export interface SavedSeat {
  readonly number: number;
  readonly state: State;
  readonly score: number;
  readonly moves: number;
  readonly record: number;
  readonly pending: readonly Pending[];
  /** The states of the two generators, hexadecimal. */
  readonly chance: readonly string[];
  readonly exploration: readonly string[];
}

export interface FinishedGame {
  readonly number: number;
  readonly score: number;
  readonly moves: number;
  /** The exponent of the largest tile. */
  readonly largest: number;
}

/** What a seat needs to make a move. */
export interface Surroundings {
  readonly game: Game;
  readonly config: DqnConfig;
  /** Called with a game that ends, before its last reward is known; returns the average score of all games, including this one. */
  finish(game: FinishedGame): number;
  /** The average score so far. */
  averageScore(): number;
  /** The number of the next game. */
  deal(): number;
  remember(experience: Experience): void;
}

/** A seed that no game has: draws for exploration and from memory do not repeat any game's chance. */
export function ownSeed(seed: number): bigint {
  return (1n << 63n) + BigInt(seed);
}

export class Seat {
  number = 0;
  state!: State;
  /** What each move leads to; undefined if it is not legal. */
  afterstates: readonly (Afterstate | undefined)[] = [];
  /** Bit m where move m is legal. */
  legal = 0;
  exploration!: Random;
  #chance!: Random;
  #score = 0;
  #moves = 0;
  /** The largest exponent that the game has had. */
  #record = 0;
  #pending: Pending[] = [];

  /** Begins a game. */
  start({ game, config: { seed } }: Surroundings, number: number): void {
    this.number = number;
    this.#chance = Random.forGame(seed, number);
    this.exploration = Random.forGame(ownSeed(seed), number, 1);
    this.#arrive(game, game.start(this.#chance));
    this.#score = startScore(this.state, game);
    this.#moves = 0;
    this.#record = Math.max(...this.state.board);
  }

  /** Makes a legal move, remembers what is now known, and deals the next game if this one is over. */
  move(move: number, around: Surroundings): void {
    const { game, config } = around;
    const before = this.state;
    const afterstate = this.afterstates[move]!;
    const { spawn, state } = game.spawn(afterstate, this.#chance);
    const gain = afterstate.gain + game.spawnScore(spawn.exponent);
    this.#score += gain;
    this.#moves++;
    this.#arrive(game, state);
    const largest = Math.max(...state.board);
    const record = largest > this.#record;
    if (record) this.#record = largest;
    const over = this.legal === 0;
    const averageScore = over
      ? around.finish({ number: this.number, score: this.#score, moves: this.#moves, largest })
      : around.averageScore();
    this.#reward(before.board, move, rewardOf({ gain, record, over, averageScore }, config), config);
    if (over && !config.continuing) this.#remember(this.#pending.length, 0, around);
    if (over) this.start(around, around.deal());
    if (this.#pending.length === config.steps) this.#remember(1, config.gamma ** config.steps, around);
  }

  #arrive(game: Game, state: State): void {
    this.state = state;
    this.afterstates = MOVES.map((move) => game.afterstate(state, move));
    this.legal = this.afterstates.reduce((bits, afterstate, m) => (afterstate ? bits | (1 << m) : bits), 0);
  }

  #reward(board: Board, move: number, reward: number, { gamma }: DqnConfig): void {
    this.#pending.push({ board, move, reward: 0, age: 0 });
    for (const pending of this.#pending) pending.reward += gamma ** pending.age++ * reward;
  }

  /** Remembers the oldest `count` moves, with the current board as what follows. */
  #remember(count: number, discount: number, { remember }: Surroundings): void {
    for (const { board, move, reward } of this.#pending.splice(0, count))
      remember({ board, move, reward, discount, next: this.state.board, legal: this.legal });
  }

  save(): SavedSeat {
    return {
      number: this.number,
      state: this.state,
      score: this.#score,
      moves: this.#moves,
      record: this.#record,
      pending: this.#pending,
      chance: saveGenerator(this.#chance),
      exploration: saveGenerator(this.exploration),
    };
  }

  load(game: Game, saved: SavedSeat): void {
    this.number = saved.number;
    this.#arrive(game, saved.state);
    this.#score = saved.score;
    this.#moves = saved.moves;
    this.#record = saved.record;
    this.#pending = saved.pending.map((pending) => ({ ...pending }));
    this.#chance = loadGenerator(saved.chance);
    this.exploration = loadGenerator(saved.exploration);
  }
}

/** A generator's state as text, and back. */
