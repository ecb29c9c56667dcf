// A game being played: the positions so far, and where among them the player stands. Undo and redo walk along it;
// another move after an undo cuts off what lay ahead.

import { packPly, startScore } from 'afterstate';
import type { Game, GameRecord, Move, Ply, Random, State } from 'afterstate';

export interface Position {
  readonly state: State;
  readonly score: number;
  /** How it came about; undefined for the start. */
  readonly ply: Ply | undefined;
}

export class Timeline {
  readonly game: Game;
  private readonly positions: Position[];
  private at = 0;

  constructor(game: Game, start: State) {
    this.game = game;
    this.positions = [{ state: start, score: startScore(start, game), ply: undefined }];
  }

  get position(): Position {
    return this.positions[this.at]!;
  }

  /** How many moves have been made up to here. */
  get moves(): number {
    return this.at;
  }

  get isOver(): boolean {
    return this.game.isOver(this.position.state);
  }

  /** Makes the move and lets chance answer; false where it is not legal. */
  play(move: Move, random: Random): boolean {
    if (this.isOver) return false;
    const afterstate = this.game.afterstate(this.position.state, move);
    if (!afterstate) return false;
    const { spawn, state } = this.game.spawn(afterstate, random);
    const score = this.position.score + afterstate.gain + this.game.spawnScore(spawn.exponent);
    this.append({ state, score, ply: { move, spawn } });
    return true;
  }

  append(position: Position): void {
    this.positions.splice(++this.at, Infinity, position);
  }

  undo(): boolean {
    if (this.at === 0) return false;
    this.at--;
    return true;
  }

  redo(): boolean {
    if (this.at === this.positions.length - 1) return false;
    this.at++;
    return true;
  }

  /** The game from its start to here; what was undone is not part of it. */
  record(player: string, seed: number, gameNumber: number): GameRecord {
    const plies = this.positions.slice(1, this.at + 1).map(({ ply }) => packPly(ply!));
    return {
      game: this.game.spec,
      rulesVersion: this.game.rulesVersion,
      player,
      seed,
      gameNumber,
      start: this.positions[0]!.state,
      plies: Uint16Array.from(plies),
      score: this.position.score,
      moves: plies.length,
    };
  }
}
