// Turns actions of records into the rows of a training step: for a policy the move that was played; for a value the afterstate,
// and what the game still scored from there.

import type { Game } from 'afterstate';
import { InputError, MOVES, Random, SYMMETRIES, TRANSFORMED_MOVES } from 'afterstate';
import type { Batch } from '../records/dataset.ts';
import type { Rows } from './learner.ts';
import type { NeuralNetwork } from './network.ts';
import type { Objective } from './objective.ts';
import { imitation, regressionTo } from './objective.ts';

export function objectiveOf(network: NeuralNetwork): Objective {
  return network.values === 'afterstate' ? regressionTo() : imitation(network);
}

export function rowsOf(network: NeuralNetwork, game: Game, { boards, moves, scoresToEnd }: Batch): Rows {
  if (network.values !== 'afterstate') return { boards, moves: Int32Array.from(moves) };
  const afterstates = new Uint8Array(boards.length);
  const unit = network.valueUnit ?? 1;
  const targets = Float32Array.from(moves, (m, i) => {
    const board = [...boards.subarray(16 * i, 16 * i + 16)];
    const move = MOVES[m]!;
    const afterstate = game.afterstate({ board }, move);
    if (!afterstate)
      throw new InputError(`the records hold the move ${move} on ${board.join()}, where it is not legal`);
    afterstates.set(afterstate.board, 16 * i);
    return (scoresToEnd[i]! - afterstate.gain) / unit;
  });
  return { boards: afterstates, targets };
}

/** Each action in one of its eight symmetric forms; step i of a seed always draws the same ones. */
export function augmented(batch: Batch, seed: number, step: number): Batch {
  const random = Random.forGame(seed, step, 1);
  const boards = new Uint8Array(batch.boards.length);
  const moves = new Uint8Array(batch.moves.length);
  for (let i = 0; i < moves.length; i++) {
    const s = random.below(8);
    const symmetry = SYMMETRIES[s]!;
    for (let cell = 0; cell < 16; cell++) boards[16 * i + cell] = batch.boards[16 * i + symmetry[cell]!]!;
    moves[i] = TRANSFORMED_MOVES[s]![batch.moves[i]!]!;
  }
  return { ...batch, boards, moves };
}
