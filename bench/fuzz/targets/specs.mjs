// What people type: boards, games, players, networks, stages. Whatever is accepted is printed, and must read back as the same.

import { isDeepStrictEqual } from 'node:util';
import {
  createNetwork,
  drawBoard,
  formatSpec,
  networkBytes,
  packState,
  parseBoard,
  parseGame,
  parseSpec,
  playerNamed,
  printBoard,
  readOptions,
  unpackState,
  writeOptions,
} from '../../../packages/afterstate/dist/index.js';
import { addNeuralPlayers } from '../../../packages/lab/dist/neural/host.js';
import { createNeuralNetwork, NEURAL_NETWORKS } from '../../../packages/lab/dist/neural/networks.js';
import { corpus } from '../corpus.mjs';
import { holds } from '../judge.mjs';
import { mutateText } from '../mutate.mjs';

const GAMES = ['2048', 'threes'].map(parseGame);

/** Two lines: a game and a text about it. */
function withGame(lines, words) {
  return (random) => {
    const text = random.once(20)
      ? random.pick(lines)
      : mutateText(random, random.pick(lines), { others: lines, words });
    return `${random.pick(['2048', 'threes'])}\n${text}`;
  };
}

function split(input) {
  const at = input.indexOf('\n');
  const game = GAMES.find(({ name }) => name === input.slice(0, at)) ?? GAMES[0];
  return [game, input.slice(at + 1)];
}

const boards = {
  name: 'boards',
  share: 2,
  async open() {
    const words = [
      '0',
      '2',
      '4',
      '3',
      '6',
      '1',
      '.',
      '_',
      '131072',
      '6144',
      'next=1',
      'next=bonus',
      'bag=1,1,1',
      'next=',
      'bag=',
    ];
    return {
      make: withGame(corpus('boards'), words),
      run(input) {
        const [game, text] = split(input);
        const state = parseBoard(text, game);
        holds(
          isDeepStrictEqual(parseBoard(printBoard(state, game), game), state),
          'a printed board is read as another',
        );
        holds(isDeepStrictEqual(parseBoard(drawBoard(state, game), game), state), 'a drawn board is read as another');
        const packed = packState(state);
        holds(isDeepStrictEqual(packState(unpackState(game, packed)), packed), 'a packed board is unpacked as another');
      },
    };
  },
};

const games = {
  name: 'games',
  share: 2,
  async open() {
    const lines = corpus('games');
    const words = ['four', 'start', 'end', 'idle', 'full', 'spawn', '0', '1', '0.5', '2048', 'threes', ':x'];
    return {
      make: (random) => mutateText(random, random.pick(lines), { others: lines, words }),
      run(text) {
        const game = parseGame(text);
        holds(parseGame(game.spec).spec === game.spec, `the spec ${game.spec} is read as another`);
      },
    };
  },
};

const players = {
  name: 'players',
  share: 2,
  async open() {
    addNeuralPlayers();
    const words = [
      'eval',
      'depth',
      'ply',
      'ms',
      'auto',
      'snake',
      'empty',
      '*',
      '1,2',
      'sims',
      'table',
      'runs',
      'any',
      'moves',
      'up',
    ];
    return {
      make: withGame(corpus('players'), words),
      run(input) {
        const [game, text] = split(input);
        const canonical = (from) => {
          const spec = parseSpec(from);
          const { name, options } = playerNamed(spec.name);
          return formatSpec(name, writeOptions(options, readOptions(spec, options, game), {}, game), spec.model);
        };
        const spec = canonical(text);
        holds(canonical(spec) === spec, `the canonical spec ${spec} is read as another`);
      },
    };
  },
};

const networks = {
  name: 'networks',
  share: 2,
  async open() {
    const lines = corpus('networks');
    const words = [
      '0123',
      '4x6',
      'large',
      'empty',
      'h',
      '0',
      'f',
      'k',
      'filters',
      'hidden',
      'blocks',
      'channels',
      '2',
      '64',
      '1e9',
    ];
    return {
      make: withGame(lines, words),
      run(input) {
        const [game, text] = split(input);
        const isNeural = Object.keys(NEURAL_NETWORKS).some((name) => text.trim().startsWith(name));
        if (isNeural) {
          const { spec } = createNeuralNetwork(text, game);
          holds(createNeuralNetwork(spec, game).spec === spec, `the spec ${spec} is read as another`);
          return;
        }
        const network = createNetwork({ game: game.name, network: text, stages: 'none', values: 'afterstate' });
        const again = createNetwork(network.description);
        holds(isDeepStrictEqual(again, network), `the network ${network.description.network} is read as another`);
        holds(networkBytes(network, true) > 0, 'a network without weights');
      },
    };
  },
};

const stages = {
  name: 'stages',
  share: 2,
  async open() {
    const lines = corpus('stages');
    const words = [
      'reach:',
      'tiles:',
      'largest:',
      'none',
      '16384',
      '8192',
      '+',
      ',',
      '3',
      '6144',
      'constructor',
      'toString',
    ];
    return {
      make: withGame(lines, words),
      run(input) {
        const [game, text] = split(input);
        const network = createNetwork({ game: game.name, network: '012', stages: text, values: 'afterstate' });
        const again = createNetwork(network.description);
        holds(isDeepStrictEqual(again, network), `the stages ${network.description.stages} are read as others`);
      },
    };
  },
};

export const specTargets = [boards, games, players, networks, stages];
