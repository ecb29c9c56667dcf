// Bundles the packed library with esbuild and webpack, installed from npm into a separate folder, and asks the pages for a move
// in Chrome. Part of a release, not of `npm test`, which must not need the network and tests vite and a plain page.

import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { launchChrome } from './chrome.mjs';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'afterstate-bundlers-'));

const ask = `
  import { parseBoard, parseGame } from 'afterstate';
  import { openPlayer } from 'afterstate/browser';
  const game = parseGame('2048');
  const player = await openPlayer('expectimax?eval=snake&depth=2', { game, threads: 2 });
  const { best } = await player.choose(parseBoard('0,2,4,8/0,0,2,64/0,0,0,0/0,0,0,2', game));
  document.title = 'best: ' + best;
`;
const embed = `
  import { setPlaces } from 'afterstate/browser';
  import { embedded } from 'afterstate/embedded';
`;
const BUNDLES = {
  'esbuild, embedded': ['esbuild', 'embedded.mjs', '--bundle', '--format=esm', '--outfile=esbuild/main.js'],
  'esbuild, with threads': [
    'esbuild',
    'threads=threads.mjs',
    'worker=afterstate/worker',
    '--bundle',
    '--format=esm',
    '--outdir=esbuild-threads',
  ],
  webpack: ['webpack', '--mode', 'production', '--config', 'webpack.config.cjs'],
};

try {
  run(ROOT, 'npm', 'pack', './packages/afterstate', '--ignore-scripts', '--pack-destination', folder);
  writeFileSync(join(folder, 'package.json'), '{ "private": true }');
  run(
    folder,
    'npm',
    'install',
    `./afterstate-${version()}.tgz`,
    'esbuild',
    'webpack',
    'webpack-cli',
    '--no-audit',
    '--no-fund',
  );
  writeFileSync(join(folder, 'main.mjs'), ask);
  writeFileSync(join(folder, 'embedded.mjs'), `${embed} setPlaces(embedded); ${ask}`);
  writeFileSync(
    join(folder, 'threads.mjs'),
    `${embed} setPlaces({ ...embedded, worker: () => new URL('worker.js', location.href) }); ${ask}`,
  );
  writeFileSync(
    join(folder, 'webpack.config.cjs'),
    `module.exports = { entry: './main.mjs', output: { path: __dirname + '/webpack', filename: 'main.js', module: true }, experiments: { outputModule: true } };`,
  );
  const browser = await launchChrome();
  const answers = new Set();
  for (const [name, [program, ...args]] of Object.entries(BUNDLES)) {
    const out = program === 'webpack' ? 'webpack' : name.includes('threads') ? 'esbuild-threads' : 'esbuild';
    mkdirSync(join(folder, out), { recursive: true });
    run(folder, join('node_modules/.bin', program), ...args);
    const script = out === 'esbuild-threads' ? 'threads.js' : 'main.js';
    writeFileSync(join(folder, out, 'index.html'), `<!doctype html><script type="module" src="./${script}"></script>`);
    const answer = await titleOf(browser, join(folder, out));
    answers.add(answer);
    console.log(`${name}: ${answer}`);
  }
  await browser.close();
  if (answers.size !== 1) throw new Error('the bundles do not answer alike');
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function version() {
  return JSON.parse(readFileSync(join(ROOT, 'packages/afterstate/package.json'), 'utf8')).version;
}

async function titleOf(browser, root) {
  const server = createServer((request, response) => {
    const path = request.url === '/' ? '/index.html' : new URL(request.url, 'http://host').pathname;
    const type = { html: 'text/html', js: 'text/javascript', wasm: 'application/wasm' }[path.split('.').at(-1)];
    try {
      const content = readFileSync(join(root, path));
      response.writeHead(200, {
        'content-type': type ?? 'application/octet-stream',
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-embedder-policy': 'require-corp',
      });
      response.end(content);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const page = await browser.newPage();
  const complaints = [];
  page.on('pageerror', ({ message }) => complaints.push(message));
  try {
    await page.goto(`http://127.0.0.1:${server.address().port}/`);
    await page.waitForFunction(() => document.title.startsWith('best: '), undefined, { timeout: 60_000 });
    return await page.title();
  } catch (error) {
    throw new Error(`no answer from ${root}: ${complaints.join('; ')}`, { cause: error });
  } finally {
    await page.close();
    server.close();
  }
}

function run(cwd, program, ...args) {
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name)));
  const { status, stdout, stderr } = spawnSync(program, args, { cwd, encoding: 'utf8', env });
  if (status !== 0) throw new Error(`${program} ${args.join(' ')}: ${stderr}${stdout}`);
  return stdout;
}
