// The kernel's side of the contract of a game, kernel/src/games/contract.ts, checked against the sources: every name that the kernel
// takes from its game is listed, every listed name is taken, and each game exports exactly the list, type by type.

import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { create2048, GAME_NAMES, InputError } from 'afterstate';
import { openPlayer } from 'afterstate/node';
import { describe, expect, test } from 'vitest';

const KERNEL = join(import.meta.dirname, '../kernel/src');
const sources = readdirSync(KERNEL, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts'))
  .map((path) => ({ path, text: withoutComments(readFileSync(join(KERNEL, path), 'utf8')) }));
const games = sources.filter(({ path }) => path.startsWith('games/') && basename(path) !== 'contract.ts');
const contract = declaredIn(sources.find(({ path }) => path === join('games', 'contract.ts'))!.text);

function withoutComments(text: string): string {
  return text.replaceAll(/\/\*[\s\S]*?\*\/|\/\/[^\n]*/g, '');
}

/** Name → type of the members of the interface. */
function declaredIn(text: string): Map<string, string> {
  const members = text.slice(text.indexOf('{') + 1, text.lastIndexOf('}')).split(';');
  return new Map(
    members.flatMap((member): [string, string][] => {
      const [, name, parameters, type] = /^\s*(?:readonly )?(\w+)(\([^)]*\))?: (\w+)\s*$/.exec(member) ?? [];
      return name === undefined || type === undefined ? [] : [[name, `${parameters ?? ''}: ${type}`]];
    }),
  );
}

/** Name → type of what a module exports. */
function exportedBy(text: string): Map<string, string> {
  const found = new Map<string, string>();
  for (const [, name, parameters, type] of text.matchAll(/\bexport function (\w+)(\([^)]*\)): (\w+)/g))
    found.set(name!, `${parameters}: ${type}`);
  for (const [, list] of text.matchAll(/\bexport (?:let|const) ([^;]+);/g))
    for (const [, name, type] of list!.matchAll(/(\w+): (\w+) =/g)) found.set(name!, `: ${type}`);
  return found;
}

/** The names that a module takes from its game. */
function takenBy(text: string): string[] {
  const named = /import \{([^}]*)\} from '[./]+\/game'/.exec(text)?.[1] ?? '';
  const whole = /import \* as (\w+) from '[./]+\/game'/.exec(text)?.[1];
  return [
    ...named.split(',').map((name) => name.trim()),
    ...(whole === undefined
      ? []
      : [...text.matchAll(new RegExp(`\\b${whole}\\.(\\w+)`, 'g'))].map(([, name]) => name!)),
  ].filter((name) => name !== '');
}

test('there is a module for every game, and no other', () => {
  expect(games.map(({ path }) => basename(path, '.ts')).sort()).toEqual([...GAME_NAMES].sort());
});

test('the contract lists what the kernel takes from its game, and nothing else', () => {
  const taken = new Set(sources.flatMap(({ text }) => takenBy(text)));
  expect(taken.size).toBeGreaterThan(30);
  expect([...taken].sort()).toEqual([...contract.keys()].sort());
});

describe.each(games)('$path', ({ text }) => {
  test('exports what the contract lists, type by type, and nothing else', () => {
    expect(Object.fromEntries([...exportedBy(text)].sort())).toEqual(Object.fromEntries([...contract].sort()));
  });

  test('imports no other game, and nothing that knows of one', () => {
    expect(text).not.toMatch(/from '(\.\/|[./]*\/game')/);
  });
});

test('a board of another shape is refused, not misread', async () => {
  const game = create2048({}, { rows: 3, columns: 5 });
  const opened = openPlayer('random', { game });
  await expect(opened).rejects.toThrow(InputError);
  await expect(opened).rejects.toThrow('the kernel has no boards of 3×5; play on 4×4, or by the rules alone');
});
