import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';

const check = fileURLToPath(new URL('../scripts/check-imports.mjs', import.meta.url));
const folders: string[] = [];

afterAll(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

function run(...args: string[]) {
  const { status, stderr } = spawnSync(process.execPath, [check, ...args], { encoding: 'utf8' });
  return { status, lines: stderr.split('\n').filter(Boolean) };
}

/** The check's answer for a tree of the given files. */
function checked(files: Record<string, string>) {
  const root = mkdtempSync(join(tmpdir(), 'afterstate-imports-'));
  folders.push(root);
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return run(root);
}

const LIBRARY = 'packages/afterstate/src';
const LAB = 'packages/lab/src';
const WEB = 'packages/web/src';

describe('an import against the direction of the rooms is an offence', () => {
  const planted: [says: string, folder: string, text: string][] = [
    ['rules/ is below kernel/', `${LIBRARY}/rules`, "import { load } from '../kernel/load.ts';"],
    ['kernel/ is below players/', `${LIBRARY}/kernel`, "export * from '../players/random.ts';"],
    ['networks/ is below players/', `${LIBRARY}/networks`, "import type { Player } from '../players/player.ts';"],
    ['players/ is below the entry points', `${LIBRARY}/players`, "const all = await import('../index.ts');"],
    ['the library does not import @afterstate/lab', LIBRARY, "import '@afterstate/lab';"],
    ['the library reaches out of itself by path', LIBRARY, "import '../../lab/src/main.ts';"],
    ['the library reaches out of itself by path', `${LIBRARY}/rules`, "import '../../../../kernel/src/layout.ts';"],
    ['the library has no dependency at run time', `${LIBRARY}/players`, "import { z } from 'zod';"],
    ['the library uses Node only in', `${LIBRARY}/kernel`, "import { readFile } from 'node:fs/promises';"],
    ['the library uses Node only in', `${LIBRARY}/kernel`, "import { readFile } from 'fs/promises';"],
    ['does not import a file for Node', LIBRARY, "import { threads } from './kernel/node.ts';"],
    ['only tests import tests', `${LIBRARY}/rules`, "import { boards } from './board.test.ts';"],
    ['measure/ is below serve/', `${LAB}/measure`, "import { startServer } from '../serve/server.ts';"],
    ['serve/ is below commands/', `${LAB}/serve`, "import { register } from '../commands/serve.ts';"],
    ['the lab does not import @afterstate/web', `${LAB}/serve`, "import '@afterstate/web';"],
    ['helpers/ is not a room of the lab', `${LAB}/measure`, "import { help } from '../helpers/help.ts';"],
    ['the web app does not import @afterstate/lab', WEB, "import '@afterstate/lab';"],
    ['players/ is below play/', `${WEB}/players`, "import { hint } from '../play/advice.ts';"],
    ['widgets/ is below frame/', `${WEB}/widgets`, "import { App } from '../frame/app.tsx';"],
    ['imports only types of', `${WEB}/runs`, "import { runSummary } from '@afterstate/lab/api';"],
    ['the web app does not import afterstate/node', WEB, "import { load } from 'afterstate/node';"],
    ['the web app reaches out of itself by path', WEB, "import '../../lab/src/measure/merge.ts';"],
    ['the web app does not run in Node', WEB, "import { join } from 'node:path';"],
    [
      'the kernel reaches out of itself by path',
      'kernel/src',
      "import { x } from '../../packages/afterstate/src/index';",
    ],
    ['the kernel has no dependency at run time', 'kernel/src', 'import { x } from "left-pad";'],
    ['in the kernel, network/ is below search/', 'kernel/src/network', "import { openTree } from '../search/tree';"],
    ['in the kernel, search/ is below play/', 'kernel/src/search', "import { playGames } from '../play';"],
    ['in the kernel, games/ is below taken/', 'kernel/src/games', "import { take } from '../taken';"],
    ['in the kernel, learn/ is below learn-games/', 'kernel/src/learn', "import { learnGames } from '../learn-games';"],
    // `./player` is made by the build: it stands for the files of players/.
    ['in the kernel, choosers/ is below players/', 'kernel/src/choosers', "import { choose } from '../player';"],
    ['is not a room of the kernel', 'kernel/src', "import { block } from './thread';"],
    ['in the web app, board/ is below play/', `${WEB}/board`, "import { Advice } from '../play/advice.ts';"],
    ['in the web app, shell/ is below the entry points', `${WEB}/shell`, "import '../main.tsx';"],
  ];

  const files = planted.map(([, folder], i) => `${folder}/planted-${i}.ts`);

  // One run for all of them, because most of its time goes into loading the parser.
  const { status, lines } = checked(
    Object.fromEntries(planted.map(([, , text], i) => [files[i]!, `// The import is on the second line.\n${text}\n`])),
  );

  it.each(planted.map(([says], i) => [says, i] as const))('%s', (says, i) => {
    const found = lines.filter((line) => line.startsWith(`${files[i]}:2 imports `));
    expect(found).toHaveLength(1);
    expect(found[0]).toContain(says);
  });

  it('that fails the check, with a line for each', () => {
    expect(status).toBe(1);
    expect(lines).toHaveLength(planted.length);
  });

  it('one is enough', () => {
    expect(checked({ [`${LIBRARY}/index.ts`]: "import 'zod';" })).toEqual({
      status: 1,
      lines: [`${LIBRARY}/index.ts:1 imports zod: the library has no dependency at run time`],
    });
  });
});

describe('files that import each other in a circle are an offence', () => {
  const says = 'these files import each other in a circle';

  it.each([
    ['the kernel', 'kernel/src/search', ['.', '.', '.']],
    ['the library', `${LIBRARY}/rules`, ['.ts', '.ts', '.ts']],
    ['the lab', `${LAB}/learn`, ['.ts', '.ts', '.ts']],
    ['the web app', `${WEB}/board`, ['.ts', '.tsx', '.ts']],
  ] as const)('in %s', (_name, folder, ends) => {
    const file = (i: number) => `${folder}/${'abc'[i]}${ends[i] === '.' ? '.ts' : ends[i]}`;
    const next = (i: number) => `./${'abc'[i]}${ends[i] === '.' ? '' : ends[i]}`;
    const answer = checked({
      [file(0)]: `import { b } from '${next(1)}';`,
      [file(1)]: `export * from '${next(2)}';`,
      [file(2)]: `import type { A } from '${next(0)}';`,
      // It leads to the circle but is not part of it.
      [`${folder}/outside.ts`]: `import { b } from '${next(1)}';`,
    });
    expect(answer).toEqual({
      status: 1,
      lines: [`${[0, 1, 2, 0].map(file).join(' → ')}: ${says}`],
    });
  });

  it('one for each of several', () => {
    const { lines } = checked({
      [`${LAB}/learn/a.ts`]: "import './b.ts';",
      [`${LAB}/learn/b.ts`]: "import './a.ts';\nimport './c.ts';",
      [`${LAB}/learn/c.ts`]: "import './b.ts';",
      [`${LAB}/tune/own.ts`]: "const again = await import('./own.ts');",
    });
    expect(lines).toEqual([
      `${LAB}/learn/a.ts → ${LAB}/learn/b.ts → ${LAB}/learn/a.ts: ${says}`,
      `${LAB}/learn/c.ts → ${LAB}/learn/b.ts → ${LAB}/learn/c.ts: ${says}`,
      `${LAB}/tune/own.ts → ${LAB}/tune/own.ts: ${says}`,
    ]);
  });
});

describe('an import along the direction of the rooms is no offence', () => {
  it('holds for every kind of file', () => {
    const answer = checked({
      'kernel/src/board.ts': 'import { ROWS } from "./layout";',
      'kernel/src/games/2048.ts': 'import { empties } from "../board";',
      'kernel/src/thread.ts': 'import { largest } from "./game";',
      'kernel/src/players/random.ts': 'import { block } from "../thread";\nimport { legal } from "../game";',
      'kernel/src/play.ts': 'import { choose } from "./player";\nimport { block } from "./thread";',
      [`${LIBRARY}/index.ts`]: "export * from './rules/board.ts';\nexport * from './players/random.ts';",
      [`${LIBRARY}/node.ts`]: "export * from './index.ts';\nexport * from './kernel/node-threads.ts';",
      [`${LIBRARY}/kernel/node-threads.ts`]: "import { Worker } from 'node:worker_threads';\nimport './load.ts';",
      [`${LIBRARY}/kernel/load.ts`]: "import { ROWS } from './layout.ts';\nimport '../rules/board.ts';",
      [`${LIBRARY}/rules/board.test.ts`]:
        "import { it } from 'vitest';\nimport 'node:fs';\nimport '../kernel/load.ts';",
      [`${LAB}/main.ts`]: "import { Command } from 'commander';\nimport './commands/serve.ts';",
      [`${LAB}/commands/serve.ts`]: "import '../serve/server.ts';\nimport 'afterstate/node';",
      [`${LAB}/serve/server.ts`]: "import 'node:fs';\nimport 'fastify';\nimport '../measure/games.ts';",
      [`${WEB}/main.tsx`]: "import 'preact';\nimport 'afterstate/browser';\nimport './style.css';",
    });
    expect(answer).toEqual({ status: 0, lines: [] });
  });

  it('holds for this project', () => {
    expect(run()).toEqual({ status: 0, lines: [] });
  });
});
