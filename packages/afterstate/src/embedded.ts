// The kernels as part of the code, for bundlers that do not copy the files beside it (esbuild, Rollup without plugins): one
// script is enough. Without a script for threads the kernel works on the calling thread; `afterstate/worker` is that script.

import { KERNELS } from './kernel/embedded-kernels.ts';
import type { Places } from './kernel/platform-browser.ts';
import { decodeBase64 } from './rules/base64.ts';
import type { GameName } from './rules/game.ts';

/** For `setPlaces` of `afterstate/browser`: `setPlaces(embedded)` or, with more places, `setPlaces({ ...embedded, model })`. */
export const embedded: Places = { wasm: kernel, worker: () => undefined };

async function kernel(game: GameName): Promise<Response> {
  const packed = new Blob([decodeBase64(KERNELS[game]!)!]).stream();
  const wasm = packed.pipeThrough(new DecompressionStream('gzip'));
  return new Response(wasm, { headers: { 'content-type': 'application/wasm' } });
}
