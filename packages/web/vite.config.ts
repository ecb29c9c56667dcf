import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { memorySource, networkBytes, neuralPlayersOf, readCard, readModel } from 'afterstate';
import { defaultClientConditions, defineConfig, type Plugin } from 'vite';

const ROOT = fileURLToPath(new URL('.', import.meta.url));
/** The project's models; AFTERSTATE_MODELS names another folder, for builds with other models. */
const MODELS = process.env['AFTERSTATE_MODELS'] ?? fileURLToPath(new URL('../../models/', import.meta.url));

/** Models up to this size are loaded and there offline without being asked for, in bytes. */
const SMALL_MODEL = 5_000_000;

/** What the model of a folder is called: an n-tuple network, or a neural one. */
const MODEL_NAMES = ['model.compact', 'model.onnx'];

/** Each model has a folder named after its game, 2048-small. The smallest n-tuple network of a game is the one to start with. */
async function modelFiles() {
  if (!existsSync(MODELS)) return [];
  const models = readdirSync(MODELS)
    .filter((folder) => /^(2048|threes)(-|$)/.test(folder))
    .flatMap((folder) => {
      const name = MODEL_NAMES.find((file) => existsSync(join(MODELS, folder, file)));
      return name === undefined ? [] : [modelFile(folder, name)];
    });
  return (await Promise.all(models)).sort((a, b) => a.size - b.size);
}

async function modelFile(folder: string, file: string) {
  const content = readFileSync(join(MODELS, folder, file));
  const path = `models/${folder}/${file}`;
  const common = {
    name: `models/${folder}`,
    path,
    // Another file has another address, so what was once fetched never needs to be asked for again.
    file: `${path}?v=${createHash('sha256').update(content).digest('hex').slice(0, 12)}`,
    size: content.length,
  };
  if (file.endsWith('.onnx')) {
    const card = readCard(content, folder);
    // It ships for the player that makes the most of it; another would only seem weak.
    return { ...common, game: card.game, players: neuralPlayersOf(card).slice(0, 1), small: false };
  }
  const { network, header } = await readModel(memorySource(folder, content));
  const memory = networkBytes(network, false);
  return {
    ...common,
    game: header.description.game,
    players: ['ntuple'],
    memory,
    small: content.length <= SMALL_MODEL,
  };
}

const MODEL_FILES = await modelFiles();

/** What runs neural networks: the build for the processor alone, which is the smallest. */
const RUNTIME = createRequire(import.meta.url).resolve('onnxruntime-web/ort-wasm-simd-threaded.wasm');

/** Tells the app which models there are, and how large the runtime of neural ones is. */
function modelList(): Plugin {
  const id = '\0virtual:models';
  return {
    name: 'model-list',
    resolveId: (source) => (source === 'virtual:models' ? id : undefined),
    load: (asked) =>
      asked === id
        ? `export const SHIPPED = ${JSON.stringify(MODEL_FILES)}; export const RUNTIME_SIZE = ${statSync(RUNTIME).size};`
        : undefined,
  };
}

/** Ships the models with the app. */
function shippedModels(): Plugin {
  return {
    name: 'shipped-models',
    apply: 'build',
    generateBundle() {
      for (const { name, path } of MODEL_FILES)
        this.emitFile({
          type: 'asset',
          fileName: path,
          source: readFileSync(join(MODELS, basename(name), basename(path))),
        });
    },
  };
}

/** Files up to this size are there offline from the first visit on, larger ones once they were used; in bytes. */
const LARGE_FILE = 2_000_000;

/** Writes the service worker with the list of everything the app is made of, and a name for just that state of it. */
function serviceWorker(): Plugin {
  return {
    name: 'service-worker',
    apply: 'build',
    writeBundle({ dir = '' }) {
      const files = readdirSync(dir, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => relative(dir, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
        .filter((file) => file !== 'sw.js' && !file.endsWith('.map') && !file.startsWith('models/'))
        .filter((file) => statSync(join(dir, file)).size <= LARGE_FILE)
        .sort();
      const hash = createHash('sha256');
      for (const file of files) hash.update(file).update(readFileSync(join(dir, file)));
      // Large models are kept when someone has asked for one; the small ones are what hints are made of.
      files.push(...MODEL_FILES.flatMap(({ file, small }) => (small ? [file] : [])));
      const code = readFileSync(join(ROOT, 'src/service-worker.js'), 'utf8')
        .replace("'VERSION'", JSON.stringify(hash.update(files.join()).digest('hex').slice(0, 16)))
        .replace('[/* FILES */]', JSON.stringify(['./', ...files.map((file) => `./${file}`)]));
      writeFileSync(join(dir, 'sw.js'), code);
    },
  };
}

/** The runtime's own script is served as it is; hosts that do not know `.mjs` know `.js`. */
const output = {
  assetFileNames: ({ names }: { names: readonly string[] }) =>
    names.some((name) => name.endsWith('.mjs')) ? 'assets/[name]-[hash].js' : 'assets/[name]-[hash][extname]',
};

export default defineConfig({
  root: ROOT,
  base: './',
  // The runtime's script beside its wasm and not in ours: its threads start from it.
  resolve: { conditions: ['onnxruntime-web-use-extern-wasm', ...defaultClientConditions] },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2023',
    // Data addresses would need an exception in the page's policy.
    assetsInlineLimit: 0,
    rolldownOptions: { output },
  },
  worker: { format: 'es', plugins: () => [modelList()], rolldownOptions: { output } },
  plugins: [modelList(), shippedModels(), serviceWorker()],
});
