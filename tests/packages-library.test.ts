// The library as people install it: packed, put into empty projects, and used in Node, by TypeScript and in pages.
import { existsSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Server } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { launchChrome } from '../scripts/chrome.mjs';
import { emptyProject, hostFiles, npmInstall, type Packed, remove, ROOT, run } from './packages.testing.ts';

const BOARD = '0,2,4,8/0,0,2,64/0,0,0,0/0,0,0,2';
/** The answer of this clone's player: the packed one must say the same. */
const ANSWER = `
  const game = parseGame('2048');
  const player = await openPlayer('expectimax?eval=snake&depth=2', { game, threads: THREADS });
  const { best, moves } = await player.choose(parseBoard('${BOARD}', game));
  const answer = JSON.stringify({ best, values: moves.map(({ value }) => value) });
  await player.close();
`;
const answerIn = (entry: string, last: string, threads = 1) => `
  import { parseBoard, parseGame } from 'afterstate';
  import { openPlayer } from 'afterstate/${entry}';
  ${ANSWER.replace('THREADS', String(threads))}
  ${last}
`;
const SHOW = `document.body.textContent = answer; document.title = 'answered';`;
const page = (script: string) =>
  `<!doctype html><title>waiting</title><body><script type="module" src="${script}"></script></body>`;

let folder: string;
let project: string;
let library: Packed;
let expected: string;
let browser: Browser;
const servers: Server[] = [];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'afterstate-packed-'));
  const packed = run(
    ROOT,
    'npm',
    'pack',
    './packages/afterstate',
    '--json',
    '--ignore-scripts',
    '--pack-destination',
    folder,
  );
  const [{ name, version, filename, size }] = JSON.parse(packed.slice(packed.indexOf('[')));
  library = { name, version, file: join(folder, filename), bytes: size };
  project = emptyProject({
    'answer.mjs': answerIn('node', 'console.log(answer);', 2),
    'ntuple.mjs': `
      import { parseGame } from 'afterstate';
      import { openPlayer } from 'afterstate/node';
      await openPlayer('ntuple', { game: parseGame('2048') }).catch(({ message }) => console.log(message));
    `,
    'typed.ts': `
      import { type Choice, type Game, parseBoard, parseGame } from 'afterstate';
      import { openLearner, openPlayer as openInNode } from 'afterstate/node';
      import { openPlayer, setPlaces } from 'afterstate/browser';
      import { embedded } from 'afterstate/embedded';
      const game: Game = parseGame('2048');
      setPlaces({ ...embedded, model: (name: string) => new URL(name, 'https://example.org') });
      export const choose = async (): Promise<Choice> => {
        const player = await openPlayer('random', { game });
        return player.choose(parseBoard('${BOARD}', game));
      };
      // @ts-expect-error: a spec is a text
      void openInNode(5, { game });
      export { openLearner };
    `,
    'main.js': answerIn('browser', SHOW, 2),
    'index.html': page('./main.js'),
    'plain/index.html': page('./plain.js'),
    'plain/plain.js': answerIn('browser', SHOW, 2)
      .replace("'afterstate'", "'../node_modules/afterstate/dist/index.js'")
      .replace("'afterstate/browser'", "'../node_modules/afterstate/dist/browser.js'"),
    'embedded/embedded.js': `
      import { setPlaces } from 'afterstate/browser';
      import { embedded } from 'afterstate/embedded';
      setPlaces(embedded);
      ${answerIn('browser', SHOW, 2)}
    `,
    'embedded/out/index.html': page('./embedded.js'),
  });
  npmInstall(project, library.file);
  expected = run(project, process.execPath, 'answer.mjs').trim();
  browser = await launchChrome();
});

afterAll(async () => {
  await browser?.close();
  for (const server of servers) server.close();
  remove(project);
  remove(folder);
});

const inPackage = (path = '') => join(project, 'node_modules/afterstate', path);

function filesOf(at: string): string[] {
  return readdirSync(at, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(at, join(entry.parentPath, entry.name)));
}

async function answerOf(root: string, path: string, options: Parameters<typeof hostFiles>[1] = {}) {
  const { url, server, asked } = await hostFiles(root, options);
  servers.push(server);
  const tab = await browser.newPage();
  const complaints: string[] = [];
  tab.on('pageerror', ({ message }) => complaints.push(message));
  await tab.goto(url + path);
  await tab
    .waitForFunction(() => document.title === 'answered', undefined, { timeout: 120_000 })
    .catch((error: Error) => {
      throw new Error(`no answer: ${complaints.join('; ')}`, { cause: error });
    });
  const text = await tab.textContent('body');
  await tab.close();
  expect(complaints).toEqual([]);
  return { text, asked };
}

describe('the packed library', () => {
  test('has its licence and its README, no tests, and at most 400 kB', () => {
    const files = filesOf(inPackage());
    expect(files).toEqual(expect.arrayContaining(['LICENSE', 'README.md', 'package.json', 'wasm/2048.wasm']));
    expect(files.filter((file) => /\.(test|testing)\.|tsbuildinfo/.test(file))).toEqual([]);
    expect(library.bytes).toBeLessThan(400_000);
  });

  test('has no source maps, and no file that names one', () => {
    const files = filesOf(inPackage('dist'));
    expect(files.filter((file) => file.endsWith('.map'))).toEqual([]);
    const naming = files.filter((file) => readFileSync(inPackage(`dist/${file}`), 'utf8').includes('sourceMappingURL'));
    expect(naming).toEqual([]);
  });

  test('has every file that its files import', () => {
    const scripts = filesOf(inPackage('dist')).filter((file) => /\.(js|d\.ts)$/.test(file));
    const missing = scripts.flatMap((file) => {
      const text = readFileSync(inPackage(`dist/${file}`), 'utf8');
      return [...text.matchAll(/from ['"](\.[^'"]+)['"]/g)]
        .map(([, target]) => resolve(dirname(inPackage(`dist/${file}`)), target!.replace(/\.ts$/, '.d.ts')))
        .filter((path) => !existsSync(path));
    });
    expect(missing).toEqual([]);
  });

  test('answers in Node on threads, and without a network says how to get one', () => {
    expect(JSON.parse(expected)).toMatchObject({ best: expect.stringMatching(/^(up|down|left)$/) });
    expect(run(project, process.execPath, 'ntuple.mjs')).toBe(
      'no network for 2048 is here; give one, ntuple:FILE, or set AFTERSTATE_MODELS to a folder of models\n',
    );
  });

  const tsc = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc');
  test.each([
    ['nodenext', 'nodenext'],
    ['esnext', 'bundler'],
  ])('has types that a strict compiler takes, module %s resolved by %s', (module, resolution) => {
    // Without skipLibCheck: the declarations themselves are checked, without the types of Node.
    const flags = ['--strict', '--noEmit', '--target', 'es2022', '--lib', 'es2023,dom'];
    run(project, process.execPath, tsc, 'typed.ts', ...flags, '--module', module, '--moduleResolution', resolution);
  });
});

describe('the packed library in a page', () => {
  test('answers from a plain script, even if the host does not know wasm', async () => {
    expect((await answerOf(project, 'plain/')).text).toBe(expected);
    const { text, asked } = await answerOf(project, 'plain/', { isolated: true, typed: false });
    expect(text).toBe(expected);
    expect(asked.filter((path) => path.endsWith('worker-browser.js'))).not.toEqual([]);
  });

  test('answers in a page that vite built, with the kernel and its threads found by vite', async () => {
    const vite = join(ROOT, 'node_modules/vite/bin/vite.js');
    run(project, process.execPath, vite, 'build', '--logLevel', 'warn', '--target', 'es2023');
    expect((await answerOf(join(project, 'dist'), '')).text).toBe(expected);
    const { text, asked } = await answerOf(join(project, 'dist'), '', { isolated: true });
    expect(text).toBe(expected);
    expect(asked.filter((path) => /worker-browser.*\.js$/.test(path))).not.toEqual([]);
  });

  test('answers from one script, with the kernel embedded, if a bundler copies no files', async () => {
    const rolldown = join(ROOT, 'node_modules/rolldown/bin/cli.mjs');
    const one = ['embedded/embedded.js', '-o', 'embedded/out/embedded.js', '--no-codeSplitting'];
    run(project, process.execPath, rolldown, ...one);
    const { text, asked } = await answerOf(join(project, 'embedded/out'), '', { isolated: true });
    expect(text).toBe(expected);
    expect(asked.filter((path) => !/favicon/.test(path))).toEqual(['/', '/embedded.js']);
  });
});
