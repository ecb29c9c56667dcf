// Compiles the kernel of a game out of its sources, to which it adds the modules that are made (made-modules.mjs). Writes nothing.

import { readFile, readdir } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import asc from 'assemblyscript/asc';
import { madeModules } from './made-modules.mjs';

const here = dirname(fileURLToPath(import.meta.url));

const OPTIONS = [
  ['--noAssert'],
  ['--runtime', 'stub'],
  ['--use', 'abort='],
  ['--importMemory'],
  ['--sharedMemory'],
  ['--initialMemory', '1'],
  ['--maximumMemory', '65536'],
  ['--noExportMemory'],
  ['--enable', 'simd'],
  ['--enable', 'threads'],
  ['--enable', 'bulk-memory'],
  ['--bindings', 'raw'],
].flat();

/** The kernel's sources by path, as `src/play.ts`. @returns {Promise<Map<string, string>>} */
export async function readSources() {
  const entries = await readdir(join(here, 'src'), { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return new Map(
    await Promise.all(
      files.map(async (file) => [relative(here, file).split(sep).join('/'), await readFile(file, 'utf8')]),
    ),
  );
}

/**
 * The module of a game, and the declarations of what it exports. Throws what the compiler says where it does not compile.
 * @param {string} game @param {Map<string, string>} sources
 * @returns {Promise<{ wasm: Uint8Array, declarations: string }>}
 */
export async function compileKernel(game, sources, { optimize = true } = {}) {
  const all = new Map([...sources, ...madeModules(game, sources)]);
  let wasm;
  let declarations;
  const { error, stderr } = await asc.main(
    ['src/index.ts', '--outFile', 'kernel.wasm', optimize ? '-O3' : '-O0', ...OPTIONS],
    {
      readFile: (name) => all.get(name) ?? null,
      writeFile: (name, contents) => {
        if (name.endsWith('.wasm')) wasm = contents;
        if (name.endsWith('.d.ts')) declarations = contents;
      },
      listFiles: () => [],
    },
  );
  if (error) throw new Error(`the kernel of ${game} does not compile: ${error.message}\n${stderr.toString()}`);
  refuseStaticData(game, wasm);
  return { wasm, declarations };
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
