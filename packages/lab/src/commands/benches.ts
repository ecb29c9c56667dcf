// What `bench` measures. Training starts from scratch every time and has as many games as the yardstick, so that all meet boards
// of the same kind; the networks of searching players learned from as many games as the yardstick's. An entry is compared with
// another of the same turn.

import { execFile } from 'node:child_process';
import { access, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import {
  createNetwork,
  foldedPatterns,
  learnSettings,
  METHODS,
  parseGame,
  weightChunks,
  writeCompact,
  writeSafetensors,
} from 'afterstate';
import type { Player } from 'afterstate';
import { cores, openLearner, openPlayer, writeFileWhole } from 'afterstate/node';

const run = promisify(execFile);

/** Something whose speed is measured. */
export interface Bench {
  readonly name: string;
  readonly threads: number;
  /** Works for about this many seconds and returns the moves per second. */
  run(seconds: number, signal: AbortSignal): Promise<number>;
  /** The name of the entry that this one's speed is divided by, in the same turn. */
  readonly against?: string;
  close?(): Promise<void>;
}

/** An entry by its name; it allocates what it needs, such as gigabytes for a network, when it is opened. */
export interface BenchEntry {
  readonly name: string;
  /** `native` is the yardstick's program, if it could be built. Returns undefined if the entry makes no sense here. */
  open(native: string | undefined): Promise<Bench | undefined>;
}

/** Games of a training: as many as the yardstick and published figures of other programs have. */
const GAMES = 5000;

/** Games per turn by plies: about a second's worth, except at three plies, where one game of the yardstick takes longer. */
const GAMES_BY_PLY: readonly (readonly [ply: number, games: number])[] = [
  [1, 600],
  [2, 12],
  [3, 1],
];

const TRAINED = 'model.safetensors';
const COMPACT = 'model.compact';

/** The step of the compact model's weights: after a few games weights are small, and the usual step would round many to 0. */
const STEP = 1;

export const BENCHES: readonly BenchEntry[] = [
  nativeBench('native random', 'random', 200_000),
  randomPlay('2048', 1, 'native random'),
  randomPlay('2048', cores, 'random 2048'),
  randomPlay('threes', 1),
  randomPlay('threes', cores, 'random threes'),
  nativeBench('native td 4x6', 'train', GAMES),
  training('td', '4x6', 1, 'native td 4x6'),
  training('td', '4x6', cores, 'td 4x6'),
  training('tc', '4x6', 1, 'td 4x6'),
  training('tc-lambda', '4x6', 1, 'td 4x6'),
  training('td', '8x6', 1, 'td 4x6'),
  // Patterns without a name: 32 lookups that nothing is optimised for.
  training('td', '02468a 13579b 048c59 37bf6a', 1, 'td 4x6'),
  ...searching(),
];

function randomPlay(game: string, threads: number, against?: string): BenchEntry {
  const name = named(`random ${game}`, threads);
  const open = async (native: string | undefined): Promise<Bench | undefined> => {
    if (against === name) return undefined;
    const player = await openPlayer('random', { game: parseGame(game), threads });
    let gamesPerSecond = 2000;
    let first = 0;
    return {
      name,
      threads,
      ...comparison(against, native),
      async run(seconds, signal) {
        const games = Math.ceil(gamesPerSecond * seconds);
        const results = await player.playGames({ games, seed: 1, first, signal });
        first += games;
        gamesPerSecond = Math.min(games / results.seconds, 1e7 / seconds);
        return results.moves.reduce((sum, moves) => sum + moves, 0) / results.seconds;
      },
      close: () => player.close(),
    };
  };
  return { name, open };
}

function training(methodName: string, patterns: string, threads: number, against: string): BenchEntry {
  const name = named(`${methodName} ${patterns}`, threads);
  const open = async (native: string | undefined): Promise<Bench | undefined> => {
    if (against === name) return undefined;
    const method = METHODS.find((candidate) => candidate.name === methodName)!;
    const network = createNetwork({ game: '2048', network: patterns, stages: 'none', values: method.values });
    const learner = await openLearner({ game: parseGame('2048'), network, threads, coherent: method.coherent });
    await learner.configure(learnSettings(method));
    return {
      name,
      threads,
      ...comparison(against, native),
      async run(_seconds, signal) {
        for (const { weights, coherence } of learner.segments()) {
          weights.fill(0);
          coherence?.fill(0);
        }
        const began = performance.now();
        const { moves } = await learner.learn({ games: GAMES, seed: 1, first: 0, signal });
        return moves.reduce((sum, n) => sum + n, 0) / ((performance.now() - began) / 1000);
      },
      close: () => learner.close(),
    };
  };
  return { name, open };
}

/**
 * Play by a network that is trained when the first of these entries runs; all load it from one folder. The yardstick's weights have 32
 * bits; those of compact models, which people play with, have 16.
 */
function searching(): BenchEntry[] {
  let taught: Promise<string> | undefined;
  const entry = (ply: number, games: number, name: string, model: string): BenchEntry => {
    let player: Player | undefined;
    const open = async (native: string | undefined): Promise<Bench> => ({
      name,
      threads: 1,
      ...comparison(`native ${ply}-ply`, native),
      async run(_seconds, signal) {
        const folder = await (taught ??= teach(signal));
        player ??= await openPlayer(`ntuple:${join(folder, model)}?ply=${ply}`, { game: parseGame('2048') });
        const { moves, seconds } = await player.playGames({ games, seed: 1, signal });
        return moves.reduce((sum, n) => sum + n, 0) / seconds;
      },
      async close() {
        await player?.close();
        const folder = await taught?.catch(() => undefined);
        if (folder !== undefined) await rm(folder, { recursive: true, force: true });
      },
    });
    return { name, open };
  };
  return GAMES_BY_PLY.flatMap(([ply, games]) => [
    nativeBench(`native ${ply}-ply`, `play ${ply}`, games, GAMES),
    entry(ply, games, `${ply}-ply 4x6`, TRAINED),
    entry(ply, games, `${ply}-ply 4x6, 16 bits`, COMPACT),
  ]);
}

/** Trains four 6-tuples as the yardstick does; returns a folder with the model in both forms. */
async function teach(signal: AbortSignal): Promise<string> {
  const method = METHODS.find(({ name }) => name === 'td')!;
  const network = createNetwork({ game: '2048', network: '4x6', stages: 'none', values: method.values });
  const learner = await openLearner({ game: parseGame('2048'), network, threads: 1, coherent: false });
  const folder = await mkdtemp(join(tmpdir(), 'afterstate-bench-'));
  try {
    await learner.configure(learnSettings(method));
    await learner.learn({ games: GAMES, seed: 1, first: 0, signal });
    signal.throwIfAborted();
    const header = {
      description: network.description,
      folded: foldedPatterns(network),
      provenance: { method: method.name, games: GAMES, seed: 1 },
      date: new Date().toISOString(),
    };
    await writeFileWhole(join(folder, TRAINED), (sink) => writeSafetensors(sink, header, weightChunks(learner)));
    await writeFileWhole(join(folder, COMPACT), async (sink) => {
      await writeCompact(sink, header, weightChunks(learner), { step: STEP });
    });
    return folder;
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  } finally {
    await learner.close();
  }
}

function named(name: string, threads: number): string {
  return threads > 1 ? `${name}, ${threads} threads` : name;
}

/** Leaves out a comparison with a yardstick that does not exist. */
function comparison(against: string | undefined, native: string | undefined): { against?: string } {
  return against !== undefined && (native !== undefined || !against.startsWith('native')) ? { against } : {};
}

/** Plain C++ on one thread. */
function nativeBench(name: string, mode: string, ...games: number[]): BenchEntry {
  const bench = (native: string): Bench => ({
    name,
    threads: 1,
    async run(_seconds, signal) {
      const { stdout } = await run(native, [...mode.split(' '), ...games.map(String)], { signal });
      return (JSON.parse(stdout) as { movesPerSecond: number }).movesPerSecond;
    },
  });
  return { name, open: async (native) => (native === undefined ? undefined : bench(native)) };
}

/** Builds the yardstick for this machine with its own compiler; undefined if it has none. */
export async function buildNative(required: boolean): Promise<string | undefined> {
  // As many folders up from src/ as from dist/.
  const folder = fileURLToPath(new URL('../../../../bench/', import.meta.url));
  const program = `${folder}native`;
  try {
    await access(`${folder}native.cpp`);
    await run('g++', ['-O3', '-march=native', '-o', program, `${folder}native.cpp`]);
    return program;
  } catch (error) {
    const reason =
      (error as NodeJS.ErrnoException).code === 'ENOENT'
        ? 'g++ or bench/native.cpp is missing'
        : 'g++ could not compile bench/native.cpp';
    if (required) throw new Error(`the native yardstick cannot be built: ${reason}`, { cause: error });
    process.stderr.write(`without the native yardstick: ${reason}\n`);
    return undefined;
  }
}
