// Bundles the command into a few files. Loading 300 modules takes most of the time of a short run, and this halves it: tests and
// chaos start hundreds of runs. Modules keep their own addresses, so that they find their threads and files; so a bundle works only
// in this clone. People run `packages/lab/bin/afterstate.mjs`.

import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';

const LAB = fileURLToPath(new URL('../packages/lab/', import.meta.url));

/** Returns where the command is, and how to delete it. */
export async function bundleCommand() {
  // Inside the project, so that it finds its external modules.
  await mkdir(join(LAB, 'build'), { recursive: true });
  const folder = await mkdtemp(join(LAB, 'build/command-'));
  const addressed = (code, id) => {
    if (!code.includes('import.meta.url')) return null;
    return { code: code.replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href)), map: null };
  };
  const bundle = await rolldown({
    input: join(LAB, 'dist/main.js'),
    platform: 'node',
    external: [/^onnxruntime-node/, /^koffi/, /^@?fastify/, /^bullmq/, /^ioredis/],
    plugins: [{ name: 'addresses', transform: addressed }],
  });
  await bundle.write({ dir: folder, format: 'esm', entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' });
  await bundle.close();
  return { path: join(folder, 'main.mjs'), close: () => rm(folder, { recursive: true, force: true }) };
}
