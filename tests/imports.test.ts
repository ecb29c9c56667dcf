import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';

const check = fileURLToPath(new URL('../scripts/check-imports.mjs', import.meta.url));
const folders: string[] = [];

afterEach(() => {
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
  const planted: [says: string, file: string, text: string][] = [
    ['rules/ is below kernel/', `${LIBRARY}/rules/board.ts`, "import { load } from '../kernel/load.ts';"],
    ['kernel/ is below players/', `${LIBRARY}/kernel/load.ts`, "export * from '../players/random.ts';"],
    [
      'networks/ is below players/',
      `${LIBRARY}/networks/model.ts`,
      "import type { Player } from '../players/player.ts';",
    ],
    ['players/ is below the entry points', `${LIBRARY}/players/random.ts`, "const all = await import('../index.ts');"],
    ['the library does not import @afterstate/lab', `${LIBRARY}/index.ts`, "import '@afterstate/lab';"],
    ['the library reaches out of itself by path', `${LIBRARY}/index.ts`, "import '../../lab/src/main.ts';"],
    [
      'the library reaches out of itself by path',
      `${LIBRARY}/rules/board.ts`,
      "import '../../../../kernel/src/layout.ts';",
    ],
    ['the library has no dependency at run time', `${LIBRARY}/players/random.ts`, "import { z } from 'zod';"],
    ['the library uses Node only in', `${LIBRARY}/kernel/load.ts`, "import { readFile } from 'node:fs/promises';"],
    ['the library uses Node only in', `${LIBRARY}/kernel/load.ts`, "import { readFile } from 'fs/promises';"],
    ['does not import a file for Node', `${LIBRARY}/index.ts`, "import { threads } from './kernel/node.ts';"],
    ['only tests import tests', `${LIBRARY}/rules/board.ts`, "import { boards } from './board.test.ts';"],
    ['measure/ is below serve/', `${LAB}/measure/games.ts`, "import { startServer } from '../serve/server.ts';"],
    ['serve/ is below commands/', `${LAB}/serve/server.ts`, "import { register } from '../commands/serve.ts';"],
    ['the lab does not import @afterstate/web', `${LAB}/serve/server.ts`, "import '@afterstate/web';"],
    ['helpers/ is no room of the lab', `${LAB}/measure/games.ts`, "import { help } from '../helpers/help.ts';"],
    ['the web app does not import @afterstate/lab', `${WEB}/main.tsx`, "import '@afterstate/lab';"],
    ['the web app does not import afterstate/node', `${WEB}/main.tsx`, "import { load } from 'afterstate/node';"],
    ['the web app reaches out of itself by path', `${WEB}/main.tsx`, "import '../../lab/src/measure/statistics.ts';"],
    ['the web app does not run in Node', `${WEB}/main.tsx`, "import { join } from 'node:path';"],
    [
      'the kernel reaches out of itself by path',
      'kernel/src/board.ts',
      "import { x } from '../../packages/afterstate/src/index';",
    ],
    ['the kernel has no dependency at run time', 'kernel/src/board.ts', 'import { x } from "left-pad";'],
  ];

  it.each(planted)('%s (%s)', (says, file, text) => {
    const { status, lines } = checked({ [file]: `// The import is on the second line.\n${text}\n` });
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain(`${file}:2 imports `);
    expect(lines[0]).toContain(says);
    expect(status).toBe(1);
  });

  it('each is on a line of its own', () => {
    const text = "import 'zod';\nimport 'commander';\n";
    expect(checked({ [`${LIBRARY}/index.ts`]: text, [`${LIBRARY}/rules/board.ts`]: text }).lines).toHaveLength(4);
  });
});

describe('an import along the direction of the rooms is none', () => {
  it('holds for every kind of file', () => {
    const answer = checked({
      'kernel/src/board.ts': 'import { ROWS } from "./layout";',
      [`${LIBRARY}/index.ts`]: "export * from './rules/board.ts';\nexport * from './players/random.ts';",
      [`${LIBRARY}/node.ts`]: "export * from './index.ts';\nexport * from './kernel/node-threads.ts';",
      [`${LIBRARY}/kernel/node-threads.ts`]: "import { Worker } from 'node:worker_threads';\nimport './load.ts';",
      [`${LIBRARY}/kernel/load.ts`]:
        "import { ROWS } from '../../../../kernel/src/layout.ts';\nimport '../rules/board.ts';",
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
