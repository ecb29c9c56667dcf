import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { papersData } from '@afterstate/lab/papers-data';
import { memorySource, narrowStep, networkBytes, neuralPlayersOf, readCard, readModel } from 'afterstate';
import { build, defaultClientConditions, defineConfig, type Plugin } from 'vite';
import { noticesOf, packageOf } from '../../scripts/licence-texts.mjs';

const ROOT = fileURLToPath(new URL('.', import.meta.url));
/** The project's models; AFTERSTATE_MODELS names another folder, for builds with other models. */
const MODELS = process.env['AFTERSTATE_MODELS'] ?? fileURLToPath(new URL('../../models/', import.meta.url));

/** Models up to this size, in bytes, are loaded unasked and available offline. The smallest is the one to start with. */
const SMALL_MODEL = 5_000_000;

/** The file names of a folder's model: an n-tuple network, or a neural one. */
const MODEL_NAMES = ['model.compact', 'model.onnx'];

/** Each model has a folder named after its game, such as 2048-small. The smallest n-tuple network of a game gives the first hint. */
async function modelFiles() {
  if (!existsSync(MODELS)) return [];
  const models = readdirSync(MODELS)
    .filter((folder) => /^(2048|threes)(-|$)/.test(folder))
    .flatMap((folder) => {
      const name = MODEL_NAMES.find((file) => existsSync(join(MODELS, folder, file)));
      return name === undefined ? [] : [modelFile(folder, name)];
    });
  const found = (await Promise.all(models)).sort((a, b) => a.size - b.size);
  return found.map((model) => {
    const smallest = found.find(({ game, players }) => game === model.game && players.includes('ntuple'));
    return { ...model, first: model === smallest && model.small };
  });
}

async function modelFile(folder: string, file: string) {
  const content = readFileSync(join(MODELS, folder, file));
  const path = `models/${folder}/${file}`;
  const common = {
    name: `models/${folder}`,
    path,
    // A different file has a different address, so what was once fetched never needs to be requested again.
    file: `${path}?v=${createHash('sha256').update(content).digest('hex').slice(0, 12)}`,
    size: content.length,
  };
  if (file.endsWith('.onnx')) {
    const card = readCard(content, folder);
    // It ships for the player that makes the most of it; another would only look weak.
    return { ...common, game: card.game, players: neuralPlayersOf(card).slice(0, 1), small: false };
  }
  const { network, header, step } = await readModel(memorySource(folder, content));
  const memory = networkBytes(network, false) / (narrowStep(network, step) > 0 ? 2 : 1);
  return {
    ...common,
    game: header.description.game,
    players: ['ntuple'],
    memory,
    small: content.length <= SMALL_MODEL,
  };
}

const MODEL_FILES = await modelFiles();

/** ONNX Runtime, which runs neural networks: the build for the processor alone, the smallest one. */
const RUNTIME = createRequire(import.meta.url).resolve('onnxruntime-web/ort-wasm-simd-threaded.wasm');

/** Tells the app which models there are, and how large the runtime for neural ones is. */
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

/** The papers with their measurements: docs/papers/data, and the recipes in words. */
function paperList(): Plugin {
  const id = '\0virtual:papers';
  return {
    name: 'paper-list',
    resolveId: (source) => (source === 'virtual:papers' ? id : undefined),
    load: async (asked) => (asked === id ? `export const PAPERS = ${JSON.stringify(await papersData())};` : undefined),
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

/** The packages whose code is in the app, including its workers. */
const used = new Set([dirname(dirname(RUNTIME))]);

function findPackages(): Plugin {
  return {
    name: 'find-packages',
    apply: 'build',
    moduleParsed({ id }) {
      const folder = packageOf(id);
      if (folder !== undefined) used.add(folder);
    },
  };
}

/** Their licences require that their notices be passed on. */
function notices(): Plugin {
  return {
    name: 'notices',
    apply: 'build',
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: 'licences.txt', source: noticesOf(used) });
    },
  };
}

/** The script that shows hints on other pages. It is also a userscript; browsers ignore the header. */
const HINT_SCRIPT = 'afterstate-hint.user.js';

const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string };
const HINT_HEAD = `// ==UserScript==
// @name         afterstate: hints for 2048
// @namespace    afterstate
// @version      ${version}
// @description  Shows the best move and what each move is worth beside a game of 2048. Thinks in the page and sends nothing anywhere.
// @license      MIT
// @match        *://*/*2048*
// @match        *://2048game.com/*
// @match        *://*.2048game.com/*
// @match        *://play2048.co/*
// @match        *://*.play2048.co/*
// @grant        none
// @run-at       document-idle
// ==/UserScript==
`;

/** The network inside the hint: the smallest of 2048. Without one, a search with a hand-written evaluation answers. */
function hintModel(): Plugin {
  const id = '\0virtual:hint-model';
  return {
    name: 'hint-model',
    resolveId: (source) => (source === 'virtual:hint-model' ? id : undefined),
    load(asked) {
      if (asked !== id) return undefined;
      const first = MODEL_FILES.find(({ game, first }) => first && game === '2048');
      const file = first && readFileSync(join(MODELS, basename(first.name), basename(first.path)), 'base64');
      const player = first ? `ntuple:${first.name}?ply=3` : 'expectimax?depth=3';
      return `export const MODEL = ${JSON.stringify(file ?? '')}; export const PLAYER = ${JSON.stringify(player)};`;
    },
  };
}

/** The script has no files beside it: `embedded` replaces those of the library, so their addresses lead nowhere. */
function noFiles(): Plugin {
  return {
    name: 'no-files',
    enforce: 'pre',
    transform: (code) => code.replaceAll('import.meta.url', 'document.baseURI'),
  };
}

/** Builds that script separately: all in one file, which runs on pages that know nothing about the app. */
function hintScript(): Plugin {
  return {
    name: 'hint-script',
    apply: 'build',
    async generateBundle() {
      const built = await build({
        configFile: false,
        root: ROOT,
        logLevel: 'error',
        publicDir: false,
        plugins: [hintModel(), noFiles()],
        build: {
          write: false,
          target: 'es2023',
          assetsInlineLimit: 0,
          rolldownOptions: { input: join(ROOT, 'src/elsewhere/hint-script.ts'), output: { format: 'iife' } },
        },
      });
      if (!('output' in built)) throw new Error('the script of the hint was not built as one');
      this.emitFile({ type: 'asset', fileName: HINT_SCRIPT, source: HINT_HEAD + built.output[0].code });
    },
  };
}

/** Files up to this size, in bytes, are available offline from the first visit on; larger ones once they have been used. */
const LARGE_FILE = 2_000_000;

/** Writes the service worker with the list of all the app's files, and a name for exactly that state of them. */
function serviceWorker(): Plugin {
  return {
    name: 'service-worker',
    apply: 'build',
    writeBundle({ dir = '' }) {
      const files = readdirSync(dir, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => relative(dir, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
        .filter((file) => file !== 'sw.js' && !file.endsWith('.map') && !file.startsWith('models/'))
        // Other pages fetch it, and the service worker does not control those.
        .filter((file) => file !== HINT_SCRIPT)
        .filter((file) => statSync(join(dir, file)).size <= LARGE_FILE)
        .sort();
      const hash = createHash('sha256');
      for (const file of files) hash.update(file).update(readFileSync(join(dir, file)));
      // Large models are kept once someone has asked for one; hints need the small ones.
      files.push(...MODEL_FILES.flatMap(({ file, small }) => (small ? [file] : [])));
      const code = readFileSync(join(ROOT, 'src/service-worker.js'), 'utf8')
        .replace("'VERSION'", JSON.stringify(hash.update(files.join()).digest('hex').slice(0, 16)))
        .replace('[/* FILES */]', JSON.stringify(['./', ...files.map((file) => `./${file}`)]));
      writeFileSync(join(dir, 'sw.js'), code);
    },
  };
}

/** The runtime's own script is served as it is; hosts that do not know `.mjs` do know `.js`. */
const output = {
  assetFileNames: ({ names }: { names: readonly string[] }) =>
    names.some((name) => name.endsWith('.mjs')) ? 'assets/[name]-[hash].js' : 'assets/[name]-[hash][extname]',
};

export default defineConfig({
  root: ROOT,
  base: './',
  // The runtime's script stays beside its wasm and out of ours: its threads start from it.
  resolve: { conditions: ['onnxruntime-web-use-extern-wasm', ...defaultClientConditions] },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2023',
    // Data URLs would need an exception in the page's policy.
    assetsInlineLimit: 0,
    rolldownOptions: { output, input: ['index.html', 'embed.html'].map((file) => join(ROOT, file)) },
  },
  worker: { format: 'es', plugins: () => [modelList(), findPackages()], rolldownOptions: { output } },
  plugins: [modelList(), paperList(), shippedModels(), findPackages(), hintScript(), notices(), serviceWorker()],
});
