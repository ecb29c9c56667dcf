// Compiles the kernel once a game: the same sources, with `src/game.ts` standing for one of `src/games/`.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import asc from 'assemblyscript/asc';

const here = dirname(fileURLToPath(import.meta.url));
const out = join(here, '../packages/afterstate/wasm');
await mkdir(out, { recursive: true });

// The library reads the same memory map; its copy is made here, so that there is one to change.
const layout = await readFile(join(here, 'src/layout.ts'), 'utf8');
const copy = join(here, '../packages/afterstate/src/kernel/layout.ts');
const header = '// Made by kernel/build.mjs from kernel/src/layout.ts; change that one.\n\n';
if ((await readFile(copy, 'utf8').catch(() => '')) !== header + layout) await writeFile(copy, header + layout);

for (const game of ['2048', 'threes']) {
  let wasm;
  const { error, stderr } = await asc.main(
    [
      'src/index.ts',
      '--outFile',
      'kernel.wasm',
      '-O3',
      '--noAssert',
      '--runtime',
      'stub',
      '--use',
      'abort=',
      '--importMemory',
      '--sharedMemory',
      '--initialMemory',
      '1',
      '--maximumMemory',
      '65536',
      '--noExportMemory',
      '--enable',
      'simd',
      '--enable',
      'threads',
      '--enable',
      'bulk-memory',
    ],
    {
      readFile: (name) =>
        name === 'src/game.ts'
          ? `export * from './games/${game}';`
          : readFile(resolve(here, name), 'utf8').catch(() => null),
      writeFile: (name, contents) => {
        if (name.endsWith('.wasm')) wasm = contents;
      },
      listFiles: () => [],
    },
  );
  if (error) {
    process.stderr.write(stderr.toString());
    throw new Error(`the kernel of ${game} does not compile: ${error.message}`);
  }
  refuseStaticData(game, wasm);
  await writeFile(join(out, `${game}.wasm`), wasm);
}

/** Static data would be written into the shared memory again by every thread that starts. */
function refuseStaticData(game, wasm) {
  let at = 8;
  const leb = () => {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = wasm[at++];
      value |= (byte & 127) << shift;
      if (byte < 128) return value >>> 0;
    }
  };
  while (at < wasm.length) {
    const id = wasm[at++];
    const length = leb();
    const end = at + length;
    if (id === 11 && leb() > 0)
      throw new Error(`the kernel of ${game} has static data; keep it in the memory map (layout.ts)`);
    at = end;
  }
}
