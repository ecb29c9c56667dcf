// What the app reads without a browser's help: addresses, positions and records in links, and what the browser stored. The
// modules are the app's own, bundled unchanged; only the browser's storage is simulated here.

import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';
import { Checksum, parseGame, readRecord, writeRecord } from '../../../packages/afterstate/dist/index.js';
import { holds } from '../judge.mjs';
import { mutateBytes, mutateJson, mutateText } from '../mutate.mjs';
import { someGame } from './records.mjs';

const SOURCE = fileURLToPath(new URL('../../../packages/web/src/', import.meta.url));
const MODULES = [
  'shell/address',
  'game/position-link',
  'game/record-link',
  'game/replay-link',
  'game/kept-games',
  'shell/storage',
];

/** The app's modules, by their own names. */
async function appModules() {
  // Inside the project, so that the bundle finds its external modules.
  const folder = await mkdtemp(join(SOURCE, '../build/fuzz-'));
  globalThis.location ??= { hash: '', href: 'http://localhost:2048/' };
  const kept = new Map();
  globalThis.localStorage = {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, text) => kept.set(key, text),
    removeItem: (key) => kept.delete(key),
  };
  globalThis.sessionStorage = globalThis.localStorage;
  const entry = join(SOURCE, 'fuzz-entry.ts');
  const code = MODULES.map((name) => `export * from '${SOURCE}${name}.ts';`).join('\n');
  const bundle = await rolldown({
    input: entry,
    external: ['afterstate'],
    platform: 'neutral',
    resolve: { mainFields: ['module', 'main'], conditionNames: ['import', 'browser'] },
    plugins: [
      { name: 'entry', resolveId: (id) => (id === entry ? id : null), load: (id) => (id === entry ? code : null) },
    ],
  });
  try {
    const file = join(folder, 'app.mjs');
    await bundle.write({ file, format: 'esm', codeSplitting: false });
    return await import(pathToFileURL(file).href);
  } finally {
    await bundle.close();
    await rm(folder, { recursive: true, force: true });
  }
}

const links = {
  name: 'links',
  share: 2,
  async open() {
    const { fromLink, hrefOf, parseHash, positionOf, positionParameters, toLink } = await appModules();
    const record = writeRecord(someGame('2048', 1, 30).record);
    const hashes = [
      hrefOf('play', { game: '2048', board: '0,2,4,8/0,0,2,64/0,0,0,0/0,0,0,2' }),
      hrefOf('play', { game: 'threes', board: '1,2,3,6/0,0,2,192/0,0,3,0/0,1,0,2 next=1' }),
      hrefOf('analyse', { record: toLink(record) }),
      '#/runs',
      '#/help?topic=tc',
    ];
    const words = [
      '#/',
      'play',
      'analyse',
      'game',
      'board',
      'record',
      '2048',
      'threes',
      '%2C',
      '%',
      '+',
      'next=1',
      '0,0,0,0',
    ];
    return {
      make: (random) => mutateText(random, random.pick(hashes), { others: hashes, words }),
      run(hash) {
        const { page, parameters } = parseHash(hash);
        holds(
          parseHash(hrefOf(page, Object.fromEntries(parameters))).page === page,
          'an address leads to another page',
        );
        const text = parameters.get('record');
        if (text !== null) {
          const read = readRecord(fromLink(text));
          holds(fromLink(toLink(writeRecord(read))) === writeRecord(read), 'a link has another record');
        }
        const position = positionOf(parameters);
        if (!position) return;
        const again = positionOf(parseHash(hrefOf('play', positionParameters(position))).parameters);
        const { state, score } = position;
        holds(
          JSON.stringify([again.state, again.score]) === JSON.stringify([state, score]),
          'a link has another position',
        );
      },
    };
  },
};

/** A link whose game was changed and whose checksum is right: the rules must refuse illegal games. */
function withBody(text, change) {
  const body = change(Buffer.from(text, 'base64url').subarray(5));
  const check = Buffer.from(new Checksum().update(body).digest(), 'hex');
  return Buffer.concat([Buffer.of(1), check, body]).toString('base64url');
}

const replays = {
  name: 'replay-links',
  share: 2,
  async open() {
    const { badLink, hrefOf, parseHash, readReplay, writeReplay } = await appModules();
    const games = [someGame('2048', 1, 200).record, someGame('threes', 2, 60).record, someGame('2048', 3, 0).record];
    const texts = await Promise.all(games.map((record) => writeReplay({ record, earlier: 40, played: 1_700_000_000 })));
    // As browsers write them that cannot compress.
    const { CompressionStream: kept } = globalThis;
    globalThis.CompressionStream = undefined;
    const plain = await Promise.all(games.map((record) => writeReplay({ record, earlier: 0, played: undefined })));
    globalThis.CompressionStream = kept;
    return {
      make: (random) =>
        random.once(2)
          ? mutateText(random, random.pick(texts), { others: texts })
          : withBody(random.pick(plain), (body) => mutateBytes(random, body)),
      async run(text) {
        let shared;
        try {
          shared = await readReplay(text);
        } catch (error) {
          holds(/^This link does not open a game: [^\n]+[^.]\.$/.test(badLink(error)), 'more than a sentence, or less');
          throw error;
        }
        const link = await writeReplay(shared);
        const { parameters } = parseHash(hrefOf('replay', { game: link }));
        holds(parameters.get('game') === link, 'an address changes the letters of a game');
        const again = await readReplay(link);
        holds(writeRecord(again.record) === writeRecord(shared.record), 'a link has another game');
        holds(again.played === shared.played && again.earlier === shared.earlier, 'a link has other facts');
      },
    };
  },
};

const keptGames = {
  name: 'kept-games',
  share: 2,
  async open() {
    const { loadBest, loadGame, saveGame } = await appModules();
    const { record } = someGame('2048', 3, 20);
    const plies = Buffer.from(record.plies.buffer).toString('base64');
    const start = JSON.parse(writeRecord(record)).start;
    const fields = { version: 1, game: '2048', start, plies, at: record.moves, seed: 3, edited: false, helped: true };
    const texts = [JSON.stringify(fields), JSON.stringify({ version: 1, own: 5, helped: 7 })];
    return {
      make: (random) =>
        random.once(2)
          ? mutateText(random, random.pick(texts))
          : JSON.stringify(mutateJson(random, JSON.parse(random.pick(texts)))),
      run(text) {
        for (const name of ['game:2048', 'best:2048']) localStorage.setItem(`afterstate:${name}`, text);
        holds(Number.isSafeInteger(loadBest('2048').own), 'a best score that is not a number');
        const own = loadGame('2048');
        if (!own) return;
        saveGame(own);
        const again = loadGame('2048');
        holds(
          again?.moves === own.moves && parseGame(again.game.spec).name === '2048',
          'a kept game comes back as another',
        );
      },
    };
  },
};

export const linkTargets = [links, replays, keptGames];
