// A game being played: its start, every ply since, and where along them the person is. Undo and redo walk along it
// without limit; another move after an undo cuts off what lay ahead. Plies are kept packed, with a position now and
// then among them from which the others are recovered: a game of fifty thousand moves takes some hundred kilobytes.

import type { Game, Move, State } from './game.ts';
import { InputError } from './input-error.ts';
import type { Random } from './random.ts';
import { type GameRecord, packPly, type Ply, replay, startScore, unpackPly } from './replay.ts';

export interface Position {
  readonly state: State;
  readonly score: number;
}

interface Mark extends Position {
  readonly ply: number;
}

const MARK_EVERY = 32;

export class Timeline {
  readonly game: Game;
  #plies: number[] = [];
  #marks: Mark[];
  #at = 0;
  #position: Position;

  constructor(game: Game, start: State) {
    this.game = game;
    this.#position = { state: start, score: startScore(start, game) };
    this.#marks = [{ ply: 0, ...this.#position }];
  }

  get start(): State {
    return this.#marks[0]!.state;
  }

  get position(): Position {
    return this.#position;
  }

  /** The ply that led here; undefined at the start. */
  get lastPly(): Ply | undefined {
    return this.plyAt(this.#at - 1);
  }

  /** The ply played after `ply` others; undefined if there is none. */
  plyAt(ply: number): Ply | undefined {
    const packed = this.#plies[ply];
    return packed === undefined ? undefined : unpackPly(packed, this.game);
  }

  /** Moves up to here. */
  get moves(): number {
    return this.#at;
  }

  /** Moves that redo would bring back. */
  get ahead(): number {
    return this.#plies.length - this.#at;
  }

  get isOver(): boolean {
    return this.game.isOver(this.#position.state);
  }

  /** Makes the move and lets chance answer; undefined if it is not legal. */
  play(move: Move, random: Random): Ply | undefined {
    const afterstate = this.game.afterstate(this.#position.state, move);
    if (!afterstate) return undefined;
    const { spawn, state } = this.game.spawn(afterstate, random);
    const ply = { move, spawn };
    const score = this.#position.score + afterstate.gain + this.game.spawnScore(spawn.exponent);
    this.#append([packPly(ply)], { state, score }, false);
    return ply;
  }

  /** Adds plies played elsewhere from here, and the position they led to. */
  extend(plies: ArrayLike<number>, end: Position): void {
    this.#append(plies, end, true);
  }

  /** The ply that was undone, or undefined at the start. */
  undo(): Ply | undefined {
    const ply = this.lastPly;
    if (ply) this.goTo(this.#at - 1);
    return ply;
  }

  redo(): Ply | undefined {
    const packed = this.#plies[this.#at];
    if (packed === undefined) return undefined;
    const ply = unpackPly(packed, this.game);
    this.#position = advance(this.game, this.#position, ply);
    this.#at++;
    return ply;
  }

  goTo(ply: number): void {
    this.#position = this.positionAt(ply);
    this.#at = ply;
  }

  /** The position after `ply` plies, played on from the nearest known one before it. */
  positionAt(ply: number): Position {
    const mark = this.#marks[this.#markBefore(ply)]!;
    let position: Position = mark;
    for (let at = mark.ply; at < ply; at++)
      position = advance(this.game, position, unpackPly(this.#plies[at]!, this.game));
    return { state: position.state, score: position.score };
  }

  /** The game up to here; what was undone is not part of it. */
  record(player: string, seed: number, gameNumber = 0): GameRecord {
    return {
      game: this.game.spec,
      rulesVersion: this.game.rulesVersion,
      player,
      seed,
      gameNumber,
      start: this.start,
      plies: Uint16Array.from(this.#plies.slice(0, this.#at)),
      score: this.#position.score,
      moves: this.#at,
    };
  }

  /** All plies, including those ahead. */
  get plies(): Uint16Array {
    return Uint16Array.from(this.#plies);
  }

  /** Adopts these plies and goes to the position after `at` of them; an InputError says what the rules do not allow. */
  restore(plies: Uint16Array, at: number): void {
    if (!(at >= 0 && at <= plies.length)) throw new InputError(`there is no ply ${at}`);
    const { game, start } = this;
    const { spec, rulesVersion } = game;
    const record = { game: spec, rulesVersion, player: '', seed: 0, gameNumber: 0, score: 0, moves: 0, start, plies };
    const marks = this.#marks.slice(0, 1);
    for (const { ply, after, score } of replay(record, game))
      if (ply % MARK_EVERY === 0) marks.push({ ply, state: after, score });
    this.#plies = Array.from(plies);
    this.#marks = marks;
    this.goTo(at);
  }

  #append(plies: ArrayLike<number>, end: Position, mark: boolean): void {
    this.#plies.length = this.#at;
    this.#marks.length = this.#markBefore(this.#at) + 1;
    for (let i = 0; i < plies.length; i++) this.#plies.push(plies[i]!);
    this.#at = this.#plies.length;
    this.#position = end;
    if (mark || this.#at - this.#marks.at(-1)!.ply >= MARK_EVERY) this.#marks.push({ ply: this.#at, ...end });
  }

  /** The index of the last mark at or before a ply, by bisection. */
  #markBefore(ply: number): number {
    let low = 0;
    let high = this.#marks.length;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (this.#marks[middle]!.ply <= ply) low = middle;
      else high = middle;
    }
    return low;
  }
}

function advance(game: Game, { state, score }: Position, { move, spawn }: Ply): Position {
  const afterstate = game.afterstate(state, move)!;
  return {
    state: game.place(afterstate, spawn),
    score: score + afterstate.gain + game.spawnScore(spawn.exponent),
  };
}
