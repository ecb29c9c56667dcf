// The threads of the kernel: their results do not depend on how many there are, their errors reach the caller, they
// stop when asked, and they leave nothing behind.

import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { PlayOptions } from 'afterstate';
import { parseGame, Random } from 'afterstate';
import { openPlayer } from 'afterstate/node';
import { afterEach, describe, expect, test } from 'vitest';
import { Kernel } from '../packages/afterstate/dist/kernel/kernel.js';
import { nodePlatform } from '../packages/afterstate/dist/kernel/platform-node.js';
import { instantiate } from '../packages/afterstate/dist/kernel/instance.js';
import type { Platform } from '../packages/afterstate/dist/kernel/platform.js';
import { KernelThreadError, sameThread } from '../packages/afterstate/dist/kernel/threads.js';
import { openPlayerOn } from '../packages/afterstate/dist/players/registry.js';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const game = parseGame('2048');

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
});

async function openKernel(threads: number): Promise<Kernel> {
  const kernel = await Kernel.open(nodePlatform, { game, threads });
  open.push(kernel);
  return kernel;
}

test('a call that the kernel does not accept is refused, even by the compiler', async () => {
  const kernel = await openKernel(1);
  const refused = [
    // @ts-expect-error: there is no such function,
    kernel.threads.call(0, 'playGame', 1n, 0n, 1),
    // @ts-expect-error: an argument is missing,
    kernel.threads.call(0, 'newGame', 1n),
    // @ts-expect-error: the seed has 64 bits,
    kernel.threads.call(0, 'newGame', 1, 0n),
    // @ts-expect-error: no state is taken.
    kernel.callWith(0, 'newGame', game.start(Random.forGame(1, 0))),
  ];
  for (const call of refused) await expect(call).rejects.toThrow(KernelThreadError);
});

describe('an error in a thread', () => {
  test('reaches the caller with its message and its stack', async () => {
    const kernel = await openKernel(2);
    // @ts-expect-error: a misspelled call does not compile.
    const error: unknown = await kernel.threads.call(1, 'noSuchFunction').catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(KernelThreadError);
    expect((error as Error).message).toBe('the kernel has no function noSuchFunction');
    expect((error as Error).stack).toMatch(/noSuchFunction\n\s+at answer .*instance/);
  });

  test('inside the kernel shows where it happened', async () => {
    const kernel = await openKernel(1);
    await kernel.threads.call(0, 'attach', 0xffff_f000 | 0);
    const error: unknown = await kernel.threads.call(0, 'afterstates', 1n, 0).catch((reason: unknown) => reason);
    expect((error as Error).message).toMatch(/out of bounds/);
    expect((error as Error).stack).toMatch(/at .*wasm/);
  });

  test('leaves that thread and the others able to work', async () => {
    const kernel = await openKernel(2);
    const results = await Promise.allSettled([
      // @ts-expect-error: a misspelled call does not compile.
      kernel.threads.call(0, 'noSuchFunction'),
      kernel.threads.call(0, 'afterstates', 0x11n, 0),
      kernel.threads.call(1, 'afterstates', 0x11n, 0),
    ]);
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled']);
    // Two 2s in the upper-left corner: right, down and left.
    expect(await kernel.threads.call(0, 'afterstates', 0x11n, 0)).toBe(0b1110);
  });

  test('from a thread that could not start rejects its calls', async () => {
    const module = await nodePlatform.module('2048');
    const threads = await nodePlatform.startThreads({ module, memories: [], threads: 1 });
    await expect(threads.call(0, 'init')).rejects.toThrow('a kernel needs a memory');
    await expect(threads.call(0, 'init')).rejects.toThrow('a kernel needs a memory');
    await threads.close();
  });

  test('is a plain one for a thread that does not exist', async () => {
    const kernel = await openKernel(1);
    await expect(kernel.threads.call(1, 'init')).rejects.toThrow('there is no thread 1; there are 1');
  });
});

describe('closing', () => {
  test('rejects waiting calls, and later ones', async () => {
    const kernel = await openKernel(1);
    const long = kernel.threads.call(0, 'playGames', 1n, 0n, 1_000_000);
    const waiting = kernel.threads.call(0, 'afterstates', 0x11n, 0);
    const settled = Promise.allSettled([long, waiting]);
    await kernel.threads.close();
    for (const result of await settled) {
      expect(result).toMatchObject({ status: 'rejected', reason: { message: 'the kernel was closed' } });
    }
    await expect(kernel.threads.call(0, 'init')).rejects.toThrow('the kernel was closed');
    await kernel.threads.close();
  });
});

describe('games on several threads', () => {
  test.each(['random', 'cycle?moves=up,left'])('are the same on one, two and three: %s', async (spec) => {
    for (const name of ['2048', 'threes']) {
      const results = [];
      for (const threads of [1, 2, 3]) {
        const player = await openPlayer(spec, { game: parseGame(name), threads });
        open.push(player);
        const { seconds: _, ...rest } = await player.playGames({ games: 3_000, seed: 5, first: 17 });
        results.push(rest);
      }
      expect(results[1]).toEqual(results[0]);
      expect(results[2]).toEqual(results[0]);
    }
  });

  test('stop when aborted, with the reason, and can begin again', async () => {
    const player = await openPlayer('random', { game, threads: 2 });
    open.push(player);
    const controller = new AbortController();
    const reason = new Error('enough');
    setTimeout(() => controller.abort(reason), 50);
    // All of them would take half an hour.
    const many = player.playGames({ games: 100_000_000, seed: 1, signal: controller.signal });
    await expect(many).rejects.toBe(reason);
    await expect(player.playGames({ games: 5, seed: 1, signal: controller.signal })).rejects.toBe(reason);
    expect((await player.playGames({ games: 5, seed: 1 })).scores).toHaveLength(5);
  });

  test('report their progress', async () => {
    const player = await openPlayer('random', { game, threads: 2 });
    open.push(player);
    const seen: { games: number; moves: number }[] = [];
    await player.playGames({ games: 60_000, seed: 1, onProgress: (done) => seen.push({ ...done }) });
    expect(seen.length).toBeGreaterThan(0);
    expect(seen.every(({ games }, i) => i === 0 || games >= seen[i - 1]!.games)).toBe(true);
    expect(seen.at(-1)!.moves).toBeGreaterThan(50 * seen.at(-1)!.games);
  });
});

describe('if memory cannot be shared, the calling thread does everything', () => {
  const alone: Platform = {
    ...nodePlatform,
    startThreads: async ({ module, memories }) => sameThread(instantiate(module, memories, 0)),
  };

  test('and plays the same games', async () => {
    const here = await openPlayerOn(alone, 'random', game, 1);
    const there = await openPlayer('random', { game, threads: 2 });
    open.push(here, there);
    const options: PlayOptions = { games: 500, seed: 6 };
    expect([...(await here.playGames(options)).scores]).toEqual([...(await there.playGames(options)).scores]);
  });

  test('and leaves time for others between its calls', async () => {
    const player = await openPlayerOn(alone, 'random', game, 1);
    open.push(player);
    let ticks = 0;
    const timer = setInterval(() => ticks++, 5);
    await player.playGames({ games: 60_000, seed: 6 });
    clearInterval(timer);
    expect(ticks).toBeGreaterThan(1);
  });

  test('and its errors have their stacks', async () => {
    const kernel = await Kernel.open(alone, { game, threads: 1 });
    // @ts-expect-error: a misspelled call does not compile.
    const error: unknown = await kernel.threads.call(0, 'noSuchFunction').catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(KernelThreadError);
    expect((error as Error).stack).toMatch(/noSuchFunction\n\s+at answer .*instance/);
    await kernel.close();
  });
});

describe('a process', () => {
  /** Runs a separate module and returns its status and output; a hanging process is ended, with status null. */
  function run(code: string): Promise<{ status: number | null; output: string }> {
    const head = `import { parseGame } from 'afterstate'; import { openPlayer } from 'afterstate/node';
      const player = await openPlayer('random', { game: parseGame('2048'), threads: 2 });`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', head + code], { cwd: ROOT, timeout: 120_000 });
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
    return new Promise((resolve) => child.on('close', (status) => resolve({ status, output })));
  }

  test('ends by itself after its player was closed', async () => {
    const code = `console.log((await player.playGames({ games: 2000, seed: 1 })).scores.length); await player.close();`;
    expect(await run(code)).toEqual({ status: 0, output: '2000\n' });
  });

  test('is not kept alive by idle threads', async () => {
    const code = `console.log((await player.playGames({ games: 2000, seed: 1 })).scores.length);`;
    expect(await run(code)).toEqual({ status: 0, output: '2000\n' });
  });

  test('waits for working threads', async () => {
    const code = `void player.playGames({ games: 100000, seed: 1 }).then(({ scores }) => console.log(scores.length));`;
    expect(await run(code)).toEqual({ status: 0, output: '100000\n' });
  });
});
