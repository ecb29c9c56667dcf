// Builds the kernel once for each game: the same sources, with other modules made for them. The library gets the memory map and
// the types of the exports with it, so that both are written once.

import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { compileKernel, readSources } from './compile.mjs';
import { GAMES } from './games.mjs';

const library = join(dirname(fileURLToPath(import.meta.url)), '../packages/afterstate');
await mkdir(join(library, 'wasm'), { recursive: true });

const sources = await readSources();
await writeForLibrary('layout.ts', 'kernel/src/layout.ts', sources.get('src/layout.ts'));
const embedded = [];
let exported;
for (const game of GAMES) {
  const { wasm, declarations } = await compileKernel(game, sources);
  await writeFile(join(library, `wasm/${game}.wasm`), wasm);
  embedded.push(`  ${JSON.stringify(game)}: '${gzipSync(wasm, { level: 9 }).toString('base64')}',\n`);
  const text = interfaceOf(declarations);
  if (exported !== undefined && exported !== text)
    throw new Error(
      `the kernel of ${game} exports other functions than the game before it; games differ behind the same exports`,
    );
  exported = text;
}
await writeForLibrary('exports.ts', 'what kernel/src/index.ts exports', exported);
await writeForLibrary(
  'embedded-kernels.ts',
  'the kernels, gzip and base64',
  `export const KERNELS: Readonly<Record<string, string>> = {\n${embedded.join('')}};\n`,
);

/** Leaves the file alone where it is the same, since the type check would start over. */
async function writeForLibrary(name, source, text) {
  const path = join(library, 'src/kernel', name);
  const whole = `// Made by kernel/build.mjs from ${source}; change that one.\n\n${text}`;
  if ((await readFile(path, 'utf8').catch(() => '')) !== whole) await writeFile(path, whole);
}

/** The exports as an interface, from the declarations that the compiler gives. */
function interfaceOf(declarations) {
  const functions = [...declarations.matchAll(/^ *export function (.*)$/gm)].map(([, signature]) => `  ${signature}\n`);
  return `export interface KernelExports {\n${functions.join('')}}\n`;
}
