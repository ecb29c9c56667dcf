// What it takes to add to the kernel: a player is a number in the layout and a file, and so is a loop. Nothing else in the kernel
// names them, so the sources compile with just the addition.

import { parseGame } from 'afterstate';
import { expect, test } from 'vitest';
import * as at from '../packages/afterstate/dist/kernel/layout.js';
import type { DirectKernel } from './kernel.testing.ts';
import { directKernel } from './kernel.testing.ts';

interface Compiler {
  readSources(): Promise<Map<string, string>>;
  compileKernel(
    game: string,
    sources: Map<string, string>,
    options: { optimize: boolean },
  ): Promise<{ wasm: Uint8Array<ArrayBuffer> }>;
}
const { readSources, compileKernel } = (await import(
  new URL('../kernel/compile.mjs', import.meta.url).href
)) as Compiler;

const NUMBER = 99;

/** The kernel with one more constant in its layout, and one more file. */
async function kernelWith(constant: string, path: string, source: string): Promise<DirectKernel> {
  const sources = await readSources();
  expect(sources.has(path)).toBe(false);
  sources.set('src/layout.ts', `${sources.get('src/layout.ts')}\nexport const ${constant} = ${NUMBER};\n`);
  sources.set(path, source);
  const { wasm } = await compileKernel('2048', sources, { optimize: false });
  return directKernel(parseGame('2048'), await WebAssembly.compile(wasm));
}

test('a player: a number and a file', async () => {
  const { call, view, block } = await kernelWith(
    'PLAYER_LAST',
    'src/players/last.ts',
    `// The last legal move.
import * as game from '../game';
export function choose(cells: u64, aux: u32, stage: u32): i32 {
  game.expand(cells, aux);
  return game.legal ? 31 - <i32>clz(game.legal) : -1;
}`,
  );
  view.setInt32(at.SETTINGS + at.PLAYER, NUMBER, true);
  view.setUint32(at.SETTINGS + at.MAX_MOVES, at.MAX_PLIES, true);
  // A 2 in the upper-left corner may go right and down.
  expect(call.chooseHere(1n, 0, 0)).toBe(2);
  expect(call.playGames(1n, 0n, 1)).toBe(1);
  expect(view.getUint32(block + at.RESULTS + 4, true)).toBeGreaterThan(10);
});

test('a loop: a number and a file', async () => {
  const { call, view, block } = await kernelWith(
    'LOOP_IDLE',
    'src/learn/idle.ts',
    `// Plays greedily and learns nothing.
import * as episode from '../episode';
import { bestMove, bestStage, chooseGreedily } from '../choosers/greedy';
export function learn(block: usize): void {
  while (!episode.ended && chooseGreedily(block, episode.cells, episode.aux, episode.stage)) episode.play(bestMove, bestStage);
}`,
  );
  view.setInt32(at.SETTINGS + at.LOOP, NUMBER, true);
  expect(call.learnGames(1n, 0n, 1)).toBe(1);
  expect(view.getUint32(block + at.RESULTS + 4, true)).toBeGreaterThan(10);
});

test.each([
  ['a number without a file', 'PLAYER_NOBODY', 'src/board-more.ts', '', 'there is no kernel/src/players/nobody.ts'],
  ['a file without a number', 'OTHER', 'src/learn/idle.ts', '', 'kernel/src/learn/idle.ts has no number'],
  ['a player that does not choose', 'PLAYER_MUTE', 'src/players/mute.ts', '', 'players/mute.ts does not export choose'],
])('%s is refused', async (_what, constant, path, source, says) => {
  await expect(kernelWith(constant, path, source)).rejects.toThrow(says);
});
