// Networks, and actions to learn from: boards of random play with moves drawn at random, so that only memory helps.

import { type GameName, MOVES, parseGame, Random, sealFile } from 'afterstate';
import { qNetwork } from '../packages/lab/dist/dqn/network.js';
import { Graph } from '../packages/lab/dist/neural/graph.js';
import { exportModel } from '../packages/lab/dist/neural/model-file.js';
import type { NeuralNetwork } from '../packages/lab/dist/neural/network.js';
import { parametersOf } from '../packages/lab/dist/neural/network.js';
import { createNeuralNetwork } from '../packages/lab/dist/neural/networks.js';
import { BATCH } from '../packages/lab/dist/neural/onnx.js';
import { layOut, Parameters } from '../packages/lab/dist/neural/parameters.js';

/** The file of a new network, before it has learned anything. */
export function modelOf(spec: string, name: GameName = '2048', provenance = {}): Uint8Array {
  return fileOf(createNeuralNetwork(spec, parseGame(name)), provenance);
}

/** The same for a network of action values. */
export function actionModelOf(spec: string, name: GameName = '2048'): Uint8Array {
  return fileOf(qNetwork(spec, parseGame(name)), {});
}

function fileOf(network: NeuralNetwork, provenance: object): Uint8Array {
  const parameters = new Parameters(layOut(parametersOf(network)));
  parameters.initialise(1);
  return exportModel(network, {
    weights: (parameter) => parameters.view(parameter),
    provenance: { method: 'none', seed: 1, ...provenance },
    date: '2025-01-01T00:00:00.000Z',
  });
}

/** The same as left by self-play, with what its search needs to know. */
export function selfPlayed(meaning: 'score' | 'beat' = 'score'): Uint8Array {
  const search = { sims: 32, c: 0.5, chance: true, widen: 0 };
  const values = { meaning, scale: 'linear', reference: meaning === 'score' ? 0 : 1000 };
  const ends = meaning === 'score' ? 'pyramid?channels=8' : 'resnet?blocks=1&filters=8&heads=both';
  return modelOf(ends, '2048', { method: 'selfplay', search, values });
}

/** A file with a correct card and checksum, of a network for 5×5 boards. */
export function otherShape(): Uint8Array {
  const graph = new Graph({ batch: BATCH, training: false });
  const boards = graph.input('boards', [BATCH, 25], 'float32');
  graph.output(
    'policy',
    graph.node('Slice', [boards, graph.integers([0]), graph.integers([4]), graph.integers([1])], [BATCH, 4]),
  );
  const bytes = graph.bytes({
    checksum: '00000000',
    format: 'afterstate-network',
    version: '1',
    network: 'dcnn',
    family: 'dcnn',
    game: '2048',
    encoding: 'none',
    weights: '0',
    date: '2025-01-01T00:00:00.000Z',
    provenance: '{}',
  });
  sealFile(bytes);
  return bytes;
}

export interface Actions {
  /** Sixteen exponents per board. */
  readonly boards: Uint8Array;
  readonly moves: Uint8Array;
}

export function randomActions(count: number, seed = 1): Actions {
  const game = parseGame('2048');
  const boards = new Uint8Array(16 * count);
  const moves = new Uint8Array(count);
  const random = Random.forGame(seed, 0, 1);
  let filled = 0;
  for (let number = 0; filled < count; number++) {
    const chance = Random.forGame(seed, number);
    let state = game.start(chance);
    for (let legal = game.legalMoves(state); legal.length > 0 && filled < count; legal = game.legalMoves(state)) {
      const move = legal[random.below(legal.length)]!;
      boards.set(state.board, 16 * filled);
      moves[filled++] = MOVES.indexOf(move);
      state = game.spawn(game.afterstate(state, move)!, chance).state;
    }
  }
  return { boards, moves };
}
