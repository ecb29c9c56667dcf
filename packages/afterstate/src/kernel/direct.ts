// A kernel whose functions the caller calls directly, on its own thread: for steps so short that a message to a thread
// would take longer.

import type { Game } from '../rules/game.ts';
import type { KernelExports } from './exports.ts';
import { instantiate } from './instance.ts';
import { Kernel } from './kernel.ts';
import type { Platform } from './platform.ts';
import { sameThread } from './threads.ts';

export interface DirectKernel {
  readonly kernel: Kernel;
  readonly exports: KernelExports;
}

export async function openDirectKernel(platform: Platform, game: Game): Promise<DirectKernel> {
  let exports: KernelExports | undefined;
  const here: Platform = {
    ...platform,
    startThreads: async ({ module, memories }) => sameThread((exports = instantiate(module, memories, 0))),
  };
  const kernel = await Kernel.open(here, { game, threads: 1 });
  return { kernel, exports: exports! };
}
