// Games are named only where ARCHITECTURE.md says that a new one is added, and in code about one of them; everything else asks for a
// fact of the contract, so that a new game changes none of it.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { GAME_NAMES } from 'afterstate';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '..');

/** What a new game touches, besides its own two files. */
const ADDED = [
  'packages/afterstate/src/rules/game.ts',
  'packages/afterstate/src/rules/games.ts',
  'packages/afterstate/src/kernel/platform-browser.ts',
  'packages/web/src/board/colours.ts',
];
/** Code about one game: its rules, one program's format, models, benchmarks, the app's words about programs and rules, the classic page. */
const ABOUT_ONE = [
  'packages/afterstate/src/rules/rules2048.ts',
  'packages/afterstate/src/rules/threes.ts',
  'packages/afterstate/src/networks/tdl.ts',
  'packages/afterstate/src/kernel/places-node.ts',
  'packages/lab/src/commands/benches.ts',
  'packages/lab/src/commands/neural-benches.ts',
  'packages/lab/src/serve/schemas.ts',
  'packages/web/src/players/words.ts',
  'packages/web/src/help/help-page.tsx',
  'packages/web/src/help/game-pictures.tsx',
  'packages/web/src/elsewhere/hint-script.ts',
  'packages/web/src/picture/palettes.ts',
];

function sourcesOf(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path) && !/\.(test|testing)\.ts$/.test(path))
    .map((path) => `${folder}/${path}`);
}

test('no other source names a game', () => {
  const names = GAME_NAMES.map((name) => `'${name}'|"${name}"|\\b${name}: [[{('n]`).join('|');
  const naming = ['packages/afterstate/src', 'packages/lab/src', 'packages/web/src', 'kernel/src']
    .flatMap(sourcesOf)
    // The papers are about one game or the other, and so are their recipes; the build writes the kernels of all games as code.
    .filter((path) => !/^packages\/lab\/src\/reproduce\/|\/embedded-kernels\.ts$/.test(path))
    .filter((path) => new RegExp(names).test(readFileSync(join(ROOT, path), 'utf8')));
  expect(naming).toEqual(expect.arrayContaining(ADDED));
  expect(naming.filter((path) => ![...ADDED, ...ABOUT_ONE].includes(path))).toEqual([]);
});

test('ARCHITECTURE.md lists what a new game touches', () => {
  const text = readFileSync(join(ROOT, 'ARCHITECTURE.md'), 'utf8');
  const listed = [...text.matchAll(/^\| `((?:packages|kernel)\/[^`]+)` \|/gm)].map(([, path]) => path!);
  expect(listed.filter((path) => !path.includes('NAME')).sort()).toEqual([...ADDED].sort());
  expect(listed.filter((path) => path.includes('NAME'))).toHaveLength(2);
});
