// A game being played: its start, every ply since, and where along them the person stands. Undo and redo walk along it
// without limit; another move after an undo cuts off what lay ahead. Plies are kept packed, with a position now and
// then among them from which the others are found again: a game of fifty thousand moves is some hundred kilobytes.

import { InputError, packPly, replay, startScore, unpackPly } from 'afterstate';
import type { Game, GameRecord, Move, Ply, Random, State } from 'afterstate';

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
  readonly seed: number;
  /** Whether it began from a board that someone set up. */
  readonly edited: boolean;
  /** Whether a player has moved in it. */
  helped = false;
  #plies: number[] = [];
  #marks: Mark[];
  #at = 0;
  #position: Position;

  constructor(game: Game, start: State, seed: number, edited = false) {
    this.game = game;
    this.seed = seed;
    this.edited = edited;
    this.#position = { state: start, score: startScore(start, game) };
    this.#marks = [{ ply: 0, ...this.#position }];
  }

  get start(): State {
    return this.#marks[0]!.state;
  }

  get position(): Position {
    return this.#position;
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

  /** Makes the move and lets chance answer; undefined where it is not legal. */
  play(move: Move, random: Random): Ply | undefined {
    const afterstate = this.game.afterstate(this.#position.state, move);
    if (!afterstate) return undefined;
    const { spawn, state } = this.game.spawn(afterstate, random);
    const ply = { move, spawn };
    const score = this.#position.score + afterstate.gain + this.game.spawnScore(spawn.exponent);
    this.#append([packPly(ply)], { state, score }, false);
    return ply;
  }

  /** Adds plies that somebody else has played from here, and the position they led to. */
  extend(plies: ArrayLike<number>, end: Position): void {
    this.#append(plies, end, true);
  }

  /** The ply that was taken back, or undefined at the start. */
  undo(): Ply | undefined {
    if (this.#at === 0) return undefined;
    const ply = unpackPly(this.#plies[this.#at - 1]!, this.game);
    this.goTo(this.#at - 1);
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

  /** The position after so many plies; the nearest known one before it is played on from. */
  positionAt(ply: number): Position {
    const mark = this.#marks[this.#markBefore(ply)]!;
    let position: Position = mark;
    for (let at = mark.ply; at < ply; at++)
      position = advance(this.game, position, unpackPly(this.#plies[at]!, this.game));
    return { state: position.state, score: position.score };
  }

  /** The game up to here; what was undone is not part of it. */
  record(player: string): GameRecord {
    return {
      game: this.game.spec,
      rulesVersion: this.game.rulesVersion,
      player,
      seed: this.seed,
      gameNumber: 0,
      start: this.start,
      plies: Uint16Array.from(this.#plies.slice(0, this.#at)),
      score: this.#position.score,
      moves: this.#at,
    };
  }

  /** All plies, those ahead included. */
  get plies(): Uint16Array {
    return Uint16Array.from(this.#plies);
  }

  /** A timeline from what was kept of one; throws an InputError where the rules do not allow it. */
  static restore(game: Game, kept: Kept): Timeline {
    const timeline = new Timeline(game, kept.start, kept.seed, kept.edited);
    timeline.helped = kept.helped;
    const { spec, rulesVersion } = game;
    const record = { game: spec, rulesVersion, player: '', seed: 0, gameNumber: 0, score: 0, moves: 0 };
    for (const step of replay({ ...record, start: kept.start, plies: kept.plies }, game)) {
      timeline.#plies.push(kept.plies[step.ply - 1]!);
      if (step.ply % MARK_EVERY === 0) timeline.#marks.push({ ply: step.ply, state: step.after, score: step.score });
    }
    if (!(kept.at >= 0 && kept.at <= timeline.#plies.length)) throw new InputError(`there is no ply ${kept.at}`);
    timeline.goTo(kept.at);
    return timeline;
  }

  #append(plies: ArrayLike<number>, end: Position, mark: boolean): void {
    this.#plies.length = this.#at;
    this.#marks.length = this.#markBefore(this.#at) + 1;
    for (let i = 0; i < plies.length; i++) this.#plies.push(plies[i]!);
    this.#at = this.#plies.length;
    this.#position = end;
    if (mark || this.#at - this.#marks.at(-1)!.ply >= MARK_EVERY) this.#marks.push({ ply: this.#at, ...end });
  }

  /** The index of the last mark at or before a ply, by halving. */
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

export interface Kept {
  readonly start: State;
  readonly plies: Uint16Array;
  readonly at: number;
  readonly seed: number;
  readonly edited: boolean;
  readonly helped: boolean;
}

function advance(game: Game, { state, score }: Position, { move, spawn }: Ply): Position {
  const afterstate = game.afterstate(state, move)!;
  return {
    state: game.place(afterstate, spawn),
    score: score + afterstate.gain + game.spawnScore(spawn.exponent),
  };
}
