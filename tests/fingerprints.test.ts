// What the project does today, as numbers: games, values of searches, weights after learning, files of runs. A change that
// should leave behaviour alone leaves these alone. A change that should alter them records them again, and says so:
//
//   UPDATE_FINGERPRINTS=1 npx vitest run tests/fingerprints.test.ts
//
// The kernel is exact everywhere, so its results are compared bit for bit. Neural networks round differently on other
// processors: their numbers are compared loosely, and their moves only if one is clearly best.

import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Choice, Game, LearnSettings, Player } from 'afterstate';
import { createNetwork, learnSettings, METHODS, MOVES, parseGame } from 'afterstate';
import { openLearner, openPlayer } from 'afterstate/node';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addNeuralPlayers } from '../packages/lab/dist/neural/host.js';
import { runCommand } from './command.testing.ts';
import { digest, outdated, pin, positions, record, recordedAs } from './fingerprints.testing.ts';
import { actionModelOf, modelOf, selfPlayed } from './neural.testing.ts';
import { metricsOf, weightsOf } from './runs.testing.ts';

addNeuralPlayers();

const MODELS = fileURLToPath(new URL('../models', import.meta.url));
const GAMES = ['2048', 'threes'] as const;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'afterstate-fingerprints-'));
  const models: [name: string, bytes: Uint8Array][] = [
    ['dcnn', modelOf('dcnn?k=2&channels=8')],
    ['resnet', modelOf('resnet?blocks=1&filters=8')],
    ['reflex', modelOf('mlp?features=onehot&hidden=8')],
    ['reflex-threes', modelOf('softmax?features=log2', 'threes')],
    ['value', modelOf('tjwei?filters=4')],
    ['dqn', actionModelOf('qnet?hidden=8')],
    ['mcts', selfPlayed()],
  ];
  for (const [name, bytes] of models) await writeFile(join(folder, `${name}.onnx`), bytes);
  // The network that ships for Threes takes seconds to open.
  await command(
    'train --game threes --network 0123h++4567++0145++1256++empty --method tc --stages reach:48,96 --games 400 --threads 1 --json --out threes',
  );
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  record();
});

/** A spec as tests write it, with the networks' files filled in. */
function specOf(text: string): string {
  return text.replace('@models', MODELS).replace('@tests', folder);
}

/** A canonical spec in the same form. */
function shown(spec: string): string {
  return spec.replace(MODELS, '@models').replace(folder, '@tests');
}

async function withPlayer<T>(spec: string, game: Game, use: (player: Player) => Promise<T>, threads = 1): Promise<T> {
  const player = await openPlayer(specOf(spec), { game, threads });
  try {
    return await use(player);
  } finally {
    await player.close();
  }
}

// ── players ──────────────────────────────────────────────────────────────────────────────────────────────────────────

const PLAYED: readonly [spec: string, games: number, where?: readonly string[]][] = [
  ['random', 8],
  ['random', 8, ['2048?four=0&start=1&end=full&idle=spawn']],
  ['cycle', 6],
  ['cycle?moves=up,left,right&stuck=random', 6, ['2048', 'threes', '2048?four=0.5&start=3&idle=spawn']],
  ['expectimax?depth=1', 6],
  ['expectimax?eval=snake+empty*200+smoothness*0.5&depth=2', 3],
  ['expectimax?eval=score+monotonicity&depth=2&cutoff=0.05&table=0', 3],
  ['expectimax?depth=2&leaf=state&spawn=2&sample=1', 3, ['2048']],
  ['expectimax?depth=1&leaf=state&sample=1', 3, ['threes']],
  ['minimax?depth=2', 3],
  ['minimax?depth=1&leaf=state&spawn=2&eval=empty*3+snake', 3, ['2048']],
  ['alphabeta?depth=2&eval=smoothness+empty*10', 3],
  ['montecarlo?runs=20', 2],
  ['ovolve?depth=2', 3],
  ['nneonneo?depth=1', 2],
  ['nneonneo?depth=2&cutoff=0.01', 1],
  ['ntuple:@models/2048-small', 3, ['2048']],
  ['ntuple:@models/2048-small', 2, ['2048?four=0.5&start=4']],
  ['ntuple:@models/2048-small?ply=2', 1, ['2048']],
  ['ntuple:@tests/threes', 6, ['threes']],
  ['ntuple:@tests/threes?ply=2', 2, ['threes']],
];

describe('games of', () => {
  for (const [spec, games, where = GAMES] of PLAYED)
    for (const rules of where)
      pin(`games: ${spec} on ${rules}`, () =>
        withPlayer(spec, parseGame(rules), async (player) => {
          const { scores, moves, largest, records } = await player.playGames({
            games,
            seed: 14,
            first: 5,
            records: true,
          });
          const plies = digest(...records!.flatMap((game) => [JSON.stringify(game.start), game.plies]));
          return { scores: [...scores], moves: [...moves], largest: [...largest], plies };
        }),
      );

  for (const [model, rules] of [
    ['@models/2048-small?ply=3', '2048'],
    ['@tests/threes?ply=2', 'threes'],
  ] as const)
    pin(`games: ntuple:${model} played on from a state`, () => {
      const game = parseGame(rules);
      return withPlayer(`ntuple:${model}`, game, async (player) => {
        const [state] = positions(game, 20).slice(-1);
        const { scores, moves, largest } = await player.playOn!(state!, { games: 4, seed: 3 });
        return { scores: [...scores], moves: [...moves], largest: [...largest] };
      });
    });
});

// ── searches ─────────────────────────────────────────────────────────────────────────────────────────────────────────

const SEARCHED: readonly [spec: string, where: readonly string[]][] = [
  ...[1, 2, 3].flatMap((ply): [string, string[]][] => [
    [`ntuple:@models/2048-small?ply=${ply}`, ['2048']],
    [`ntuple:@tests/threes?ply=${ply}`, ['threes']],
  ]),
  ['ntuple:@models/2048-small?ply=3&table=0', ['2048']],
  ['ntuple:@models/2048-small?ply=3&cutoff=0.02', ['2048']],
  ['ntuple:@models/2048-small?ply=1-3&by=distinct', ['2048']],
  ['ntuple:@models/2048-small?ply=2&downgrade=1024', ['2048']],
  ['ntuple:@models/2048-small?ply=2&downgrade=0', ['2048']],
  ['ntuple:@models/threes?ply=2', ['threes']],
  ['ntuple:@tests/threes?ply=3&cutoff=0.02', ['threes']],
  ['ntuple:@tests/threes?ply=2-3', ['threes']],
  ['ntuple:@tests/threes?ply=2&downgrade=768', ['threes']],
  ['expectimax?eval=snake+empty*200&depth=3', GAMES],
  ['minimax?depth=2', GAMES],
  ['alphabeta?depth=3', GAMES],
  ['ovolve', GAMES],
  ['nneonneo?depth=3', GAMES],
  ['montecarlo?runs=20', GAMES],
];

describe('values by', () => {
  for (const [spec, where] of SEARCHED)
    for (const rules of where)
      pin(`values: ${spec} on ${rules}`, () => {
        const game = parseGame(rules);
        return withPlayer(spec, game, async (player) => {
          await player.newGame(1, 2);
          const choices: Choice[] = [];
          for (const state of positions(game, 50)) choices.push(await player.choose(state));
          const numbers = choices.flatMap(({ moves }) => moves.flatMap(({ value, gain }) => [value, gain]));
          return {
            best: choices.map(({ best }) => (best === undefined ? '-' : best[0])).join(''),
            values: digest(Float64Array.from(numbers)),
            first: choices[0]!.moves,
          };
        });
      });
});

// ── neural players ───────────────────────────────────────────────────────────────────────────────────────────────────

const NEURAL: readonly [spec: string, rules: string][] = [
  ['dcnn', '2048'],
  ['dcnn:@tests/dcnn.onnx?vote=sum', '2048'],
  ['resnet:@tests/resnet.onnx', '2048'],
  ['reflex:@tests/reflex.onnx', '2048'],
  ['reflex:@tests/reflex-threes.onnx?vote=majority', 'threes'],
  ['value:@tests/value.onnx?ply=2', '2048'],
  ['dqn:@tests/dqn.onnx', '2048'],
];

describe('networks:', () => {
  for (const [spec, rules] of NEURAL)
    pin(
      `network: ${spec} on ${rules}`,
      () => {
        const game = parseGame(rules);
        return withPlayer(spec, game, async (player) => {
          const choices: unknown[] = [];
          for (const state of positions(game, 12)) {
            const { moves } = await player.choose(state);
            choices.push(moves.map(({ move, value, gain }) => [move, value, gain]));
          }
          return choices;
        });
      },
      3,
    );

  // A search turns a rounding difference into other visits, so only moves that are clearly best are pinned.
  const clear = async (spec: string): Promise<string[]> => {
    const game = parseGame('2048');
    return withPlayer(spec, game, async (player) => {
      const letters: string[] = [];
      for (const state of positions(game, 24)) {
        const { best, moves } = await player.choose(state);
        const [top, next] = moves.map(({ value }) => value).sort((a, b) => b - a);
        letters.push(next === undefined || top! > 1.1 * next ? best![0]! : '?');
      }
      return letters;
    });
  };
  test.each(['dcnn', 'mcts?sims=16', 'mcts:@tests/mcts.onnx?sims=12&widen=1'])('clear moves of %s', async (spec) => {
    const name = `moves: ${spec}`;
    const letters = await clear(spec);
    const recorded = recordedAs(name, letters.join(''));
    if (recorded === undefined) return;
    const known = [...(recorded as string)];
    expect(known).toHaveLength(letters.length);
    expect(known.filter((letter) => letter !== '?').length).toBeGreaterThan(2);
    expect(letters.map((letter, i) => (known[i] === '?' || letter === '?' ? known[i] : letter))).toEqual(known);
  });
});

// ── learning ─────────────────────────────────────────────────────────────────────────────────────────────────────────

interface Taught {
  readonly name: string;
  readonly method: string;
  readonly network?: string;
  readonly stages?: readonly [for2048: string, forThrees: string];
  readonly changes?: Partial<LearnSettings>;
}

const REACH = ['reach:64,128,128+64', 'reach:24,48,96'] as const;
const TAUGHT: readonly Taught[] = [
  ...METHODS.map(({ name }) => ({ name, method: name })),
  {
    name: 'td, features and symmetric patterns',
    method: 'td',
    network: '0123 0145 048c large empty distinct merge double',
  },
  { name: 'tc, stages', method: 'tc', stages: REACH },
  { name: 'tc, stages, promotion', method: 'tc', stages: REACH, changes: { promote: true } },
  { name: 'tc, stages, carousel', method: 'tc', stages: REACH, changes: { carousel: true } },
  { name: 'td, stages by tiles', method: 'td', stages: ['tiles:128,64', 'tiles:48,24'] },
  {
    name: 'td, stages by the largest tile, promotion',
    method: 'td',
    stages: ['largest:64,128', 'largest:24,48'],
    changes: { promote: true },
  },
  { name: 'td, one stage of several', method: 'td', stages: REACH, changes: { fixedStage: 1 } },
  { name: 'td, restarts', method: 'td', changes: { restart: true } },
  { name: 'tc, restarts, stages, carousel', method: 'tc', stages: REACH, changes: { restart: true, carousel: true } },
  { name: 'backward without restarts', method: 'backward', changes: { restart: false } },
  { name: 'tc-lambda 0.8', method: 'tc-lambda', changes: { lambda: 0.8, delay: 11 } },
  { name: 'td-lambda 0.9', method: 'td-lambda', changes: { lambda: 0.9, alpha: 0.05 } },
];

describe('weights after', () => {
  for (const { name, method: methodName, network: patterns = '0123 4567 0145', stages, changes } of TAUGHT)
    for (const rules of GAMES)
      pin(`weights: ${name} on ${rules}`, async () => {
        const method = METHODS.find((candidate) => candidate.name === methodName)!;
        const network = createNetwork({
          game: rules,
          network: patterns,
          stages: stages?.[rules === 'threes' ? 1 : 0] ?? 'none',
          values: method.values,
        });
        const game = parseGame(rules);
        const learner = await openLearner({ game, network, threads: 1, coherent: method.coherent });
        try {
          if (method.initial > 0) learner.fill(method.initial);
          await learner.configure(learnSettings(method, changes));
          const { scores, moves, largest, inner } = await learner.learn({ games: 40, seed: 9, first: 2 });
          const sum = (values: ArrayLike<number>): number => Array.from(values).reduce((all, value) => all + value, 0);
          const tables = learner
            .segments()
            .flatMap(({ weights, coherence = new Float32Array() }) => [weights, coherence]);
          const value = await learner.value(positions(game, 1)[0]!);
          return {
            scores: sum(scores),
            moves: sum(moves),
            largest: Math.max(...largest),
            inner: sum(inner),
            weights: digest(...tables),
            value,
          };
        } finally {
          await learner.close();
        }
      });
});

// ── commands ─────────────────────────────────────────────────────────────────────────────────────────────────────────

async function command(text: string): Promise<string> {
  const { status, stdout, stderr } = await runCommand(
    folder,
    ...text.split(' ').map((word) => word.replace(/\+\+/g, ' ')),
  );
  expect({ status, error: status === 0 ? '' : stderr }).toEqual({ status: 0, error: '' });
  return stdout;
}

async function configOf(run: string): Promise<unknown> {
  return JSON.parse(await readFile(join(folder, run, 'config.json'), 'utf8'));
}

/** Spaces within an argument are written `++`. */
const TRAININGS: readonly [name: string, args: string][] = [
  ['otd', '--network 0123++0145 --method otd --games 50 --block 20'],
  ['tc in Threes', '--game threes --network 0123h++0145 --method tc --games 50 --block 25 --alpha 0.5'],
  [
    'multistage',
    '--network 0123++0145++empty --method multistage --base tc --stages reach:64,128 --boards 30 --games 60 --block 20 --promote',
  ],
  [
    'multistage in Threes',
    '--game threes --network 0123 --method multistage --stages reach:24,48 --boards 30 --games 60 --block 20',
  ],
  [
    'stages, promotion, carousel',
    '--network 0123++4567 --method tc --stages reach:64,128 --promote --carousel --games 60 --block 30 --seed 4',
  ],
];

describe('the command', () => {
  for (const [name, args] of TRAININGS)
    pin(`train: ${name}`, async () => {
      const run = name.replace(/\W+/g, '-');
      await command(`train ${args} --threads 1 --json --out ${run}`);
      return {
        config: await configOf(run),
        metrics: await metricsOf(join(folder, run)),
        weights: digest(await weightsOf(join(folder, run, 'model.safetensors'))),
      };
    });

  for (const rules of GAMES)
    pin(`records on ${rules}`, async () => {
      const file = `${rules}.records`;
      await command(`records --player expectimax?eval=snake&depth=1 --game ${rules} --games 8 --seed 5 --out ${file}`);
      const bytes = await readFile(join(folder, file));
      // docs/reference/records.md: 40 bytes, the header's text, and then blocks. The text names the version of the program.
      const blocks = 40 + bytes.readUInt32LE(12);
      const { made: _made, ...header } = JSON.parse(bytes.subarray(40, blocks).toString()) as Record<string, unknown>;
      return { header, bytes: bytes.length - blocks, blocks: digest(bytes.subarray(blocks)) };
    });

  pin(
    'fit',
    async () => {
      await command(
        'fit --network mlp?features=onehot&hidden=8 --data 2048.records --seed 3 --threads 1 --actions 1000 --batch 100 --block 500 --test-share 0.3 --test 100 --json --out fit',
      );
      return { config: await configOf('fit'), metrics: await metricsOf(join(folder, 'fit')) };
    },
    2,
  );

  pin(
    'fit of a convolutional network',
    async () => {
      await command(
        'fit --network dcnn?k=2&channels=4 --data 2048.records --seed 3 --threads 1 --actions 200 --batch 50 --block 100 --test-share 0.3 --test 100 --augment --optimiser sgd --lr 0.01 --json --out fit-dcnn',
      );
      return { config: await configOf('fit-dcnn'), metrics: await metricsOf(join(folder, 'fit-dcnn')) };
    },
    2,
  );

  pin(
    'selfplay',
    async () => {
      await command(
        'selfplay --network pyramid?channels=8 --sims 8 --together 6 --moves 30 --batches 3 --batch 32 --seed 5 --cycles 1 --threads 1 --json --out selfplay',
      );
      // What was evaluated, and so the loss, depends on every comparison of two values: only their sizes are pinned.
      const [line = {}] = await metricsOf(join(folder, 'selfplay'));
      const { cycles, games, moves, window, rate, policyLoss } = line as Record<string, number>;
      const first = { cycles, games, moves, window, rate, policyLoss };
      return { config: await configOf('selfplay'), fields: Object.keys(line), first };
    },
    1,
  );

  pin(
    'train: dqn',
    async () => {
      // While ε is 1 every move is drawn at random, so the games are the same whatever the network says.
      await command(
        'train --method dqn --network qnet?hidden=8 --seed 3 --block 4 --replay 400 --warmup 300 --batch 16 --every 4 --together 4 --epsilon-from 5000 --epsilon-moves 9000 --target 20 --games 8 --threads 1 --json --out dqn',
      );
      return { config: await configOf('dqn'), metrics: await metricsOf(join(folder, 'dqn')) };
    },
    2,
  );

  pin('eval', async () => {
    const text = await command('eval --player expectimax?depth=1 --games 30 --seed 2 --threads 1 --json');
    const { seconds: _s, movesPerSecond: _m, ...measured } = JSON.parse(text) as Record<string, unknown>;
    return measured;
  });

  pin('move', async () =>
    JSON.parse(await command('move --board 2,16,64,1024/4,32,128,256/2,8,16,32/0,0,2,8 --player expectimax --json')),
  );
});

// ── specs ────────────────────────────────────────────────────────────────────────────────────────────────────────────

const SPECS: readonly [rules: string, ...specs: string[]][] = [
  [
    '2048',
    'random',
    'cycle',
    'cycle?stuck=end&moves=up,left',
    'cycle?moves=left,down&stuck=random',
    'expectimax',
    'expectimax?depth=2&eval=snake&cutoff=0&sample=0&spawn=any&leaf=after&table=18',
    'expectimax?table=0&leaf=state&spawn=2&sample=1&cutoff=1e-3&depth=3&eval=empty*200+snake*1+score*1e6',
    'minimax',
    'minimax?leaf=state&spawn=2&depth=3&eval=smoothness*.5',
    'alphabeta',
    'alphabeta?eval=monotonicity&depth=1',
    'montecarlo',
    'montecarlo?runs=20',
    'ovolve',
    'ovolve?depth=5',
    'ovolve?ms=20',
    'nneonneo',
    'nneonneo?depth=auto&cutoff=0.0001&table=18',
    'nneonneo?table=10&cutoff=0&depth=2',
    'ntuple:@models/2048-small',
    'ntuple:@models/2048-small?ply=1&by=empties&ms=0&cutoff=0&table=18&downgrade=auto',
    'ntuple:@models/2048-small?downgrade=2048&table=10&cutoff=0.01&ply=3',
    'ntuple:@models/2048-small?ply=2-4&by=distinct&downgrade=0',
    'ntuple:@models/2048-small?ms=20',
    'ntuple:@models/2048-small?ms=20&ply=12',
    'ntuple:@models/2048-small?ms=0.5&ply=3',
    'dcnn',
    'dcnn?vote=majority',
    'dcnn:@tests/dcnn.onnx?vote=off',
    'resnet:@tests/resnet.onnx?vote=off',
    'resnet:@tests/resnet.onnx?vote=sum',
    'reflex:@tests/reflex.onnx?vote=majority',
    'value:@tests/value.onnx?ply=1',
    'value:@tests/value.onnx?ply=2',
    'dqn:@tests/dqn.onnx?vote=off',
    'dqn:@tests/dqn.onnx?vote=sum',
    'mcts',
    'mcts?sims=100',
    'mcts:@tests/mcts.onnx?ends=off&widen=2&chance=off&c=1.5&sims=10',
    'mcts:@tests/mcts.onnx?ends=on&widen=0&chance=on&c=0.5&sims=100',
  ],
  [
    'threes',
    'random',
    'cycle?moves=up,right',
    'expectimax?depth=1',
    'minimax?leaf=state',
    'alphabeta?depth=2&eval=score',
    'ovolve?depth=1',
    'nneonneo',
    'ntuple:@tests/threes?downgrade=768&ply=2',
    'reflex:@tests/reflex-threes.onnx?vote=sum',
  ],
];

describe('the canonical form of', () => {
  for (const [rules, ...specs] of SPECS)
    pin(`specs on ${rules}`, async () => {
      const game = parseGame(rules);
      const pairs: [string, string][] = [];
      for (const spec of specs) pairs.push([spec, await withPlayer(spec, game, async (player) => shown(player.spec))]);
      return Object.fromEntries(pairs);
    });
});

test('moves are up, right, down, left', () => {
  expect(MOVES).toEqual(['up', 'right', 'down', 'left']);
});

test('nothing is recorded that is no longer measured', () => {
  expect(outdated()).toEqual([]);
});
