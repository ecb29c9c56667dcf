// Checks imports: their direction between the rooms of ARCHITECTURE.md, and that no files import each other in a circle, even for
// types alone. `node scripts/check-imports.mjs [ROOT]`. A lint rule was rejected: what matters is the room of a file, and a table
// of rooms says that in the words of the architecture.

import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { join, posix, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync, Visitor } from 'rolldown/utils';

// Each package's rooms, lowest first: a room imports itself and the rooms before it. A room is a folder, or a file that stands
// by itself; '.' holds the other files next to the rooms: the entry points, which only wire. `packages` are the packages of this
// project that may be imported by name, and which of them; of those in `types`, only types. `made` are modules that the build
// makes, with the folder whose files they stand for.
const PACKAGES = [
  {
    folder: 'kernel/src',
    name: 'the kernel',
    rooms: [
      'layout',
      'random',
      'board',
      'games',
      'thread',
      'taken',
      'endgame',
      'network',
      'heuristics',
      'search',
      'choosers',
      'players',
      'episode',
      'learn',
      'play',
      'steps',
      'learn-games',
      'replay',
      'index',
    ],
    made: new Map([
      ['kernel/src/game', 'kernel/src/games'],
      ['kernel/src/player', 'kernel/src/players'],
      ['kernel/src/loop', 'kernel/src/learn'],
    ]),
    packages: /^$/,
    anyDependency: false,
  },
  {
    folder: 'packages/afterstate/src',
    name: 'the library',
    rooms: ['rules', 'kernel', 'networks', 'players', 'measure', '.'],
    packages: /^$/,
    anyDependency: false,
  },
  {
    folder: 'packages/lab/src',
    name: 'the lab',
    rooms: [
      'files',
      'terminal',
      'runs',
      'models',
      'measure',
      'records',
      'learn',
      'tune',
      'neural',
      'fit',
      'dqn',
      'selfplay',
      'jobs',
      'select',
      'reproduce',
      'serve',
      'commands',
      '.',
    ],
    packages: /^afterstate(\/.*)?$/,
    anyDependency: true,
  },
  {
    folder: 'packages/web/src',
    name: 'the web app',
    rooms: [
      'style',
      'shell',
      'widgets',
      'board',
      'picture',
      'game',
      'engine',
      'players',
      'teach',
      'help',
      'replay',
      'play',
      'learn',
      'networks',
      'analyse',
      'practise',
      'games',
      'tournament',
      'runs',
      'papers',
      'elsewhere',
      'frame',
      '.',
    ],
    packages: /^(afterstate(\/(browser|embedded|measure|wasm\/.*))?|@afterstate\/lab\/(papers|page-recipes))$/,
    types: /^@afterstate\/lab\/api$/,
    anyDependency: true,
  },
];

const OURS = /^(afterstate|@afterstate\/[^/]+)(\/.*)?$/;
const BUILTIN = new Set(builtinModules);

const root = resolve(process.argv[2] ?? fileURLToPath(new URL('..', import.meta.url)));
const offences = PACKAGES.flatMap((home) => {
  const graph = new Map(sources(home.folder).map((file) => [file, imports(file)]));
  const wrong = [...graph].flatMap(([file, found]) =>
    found.flatMap(({ line, target, typesOnly }) => {
      const rule = broken(home, file, target, typesOnly);
      return rule ? [`${file}:${line} imports ${target}: ${rule}`] : [];
    }),
  );
  const edges = new Map(
    [...graph].map(([file, found]) => [
      file,
      found.flatMap(({ target }) => filesOf(home, file, target)).filter((path) => graph.has(path)),
    ]),
  );
  return [...wrong, ...cycles(edges).map((cycle) => `${cycle.join(' → ')}: these files import each other in a circle`)];
});
for (const offence of offences) console.error(offence);
if (offences.length > 0) process.exitCode = 1;

/** TypeScript files of a folder, as paths from the root with forward slashes. */
function sources(folder) {
  const full = join(root, folder);
  if (!existsSync(full)) return [];
  return readdirSync(full, { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return sources(path);
    return /\.[cm]?tsx?$/.test(entry.name) ? [path] : [];
  });
}

function imports(file) {
  const text = readFileSync(join(root, file), 'utf8');
  // AssemblyScript has decorators before functions, where TypeScript allows none.
  const { program, errors } = parseSync(file, text.replace(/^@\w+(\([^)\n]*\))?/gm, blank));
  if (errors.length > 0) throw new Error(`${file} is not TypeScript: ${errors[0].message}`);
  const found = [];
  const note = (source, typesOnly) => {
    if (typeof source?.value !== 'string') return;
    found.push({ target: source.value, line: text.slice(0, source.start).split('\n').length, typesOnly });
  };
  new Visitor({
    ImportDeclaration: ({ source, importKind }) => note(source, importKind === 'type'),
    ExportNamedDeclaration: ({ source }) => note(source, false),
    ExportAllDeclaration: ({ source }) => note(source, false),
    ImportExpression: ({ source }) => note(source, false),
    TSImportType: ({ source }) => note(source, true),
  }).visit(program);
  return found;
}

function blank(text) {
  return ' '.repeat(text.length);
}

/** The files that an import by path may mean: those of a folder if the build makes the module, none for a package. */
function filesOf(home, file, target) {
  if (!target.startsWith('.')) return [];
  const path = posix.join(posix.dirname(file), target);
  const folder = home.made?.get(path);
  if (folder) return sources(folder);
  return /\.[cm]?[jt]sx?$/.test(path) ? [path] : [`${path}.ts`];
}

/** A shortest cycle through each file that is in one, each cycle once: its files in order, with the first repeated at the end. */
function cycles(edges) {
  const found = new Map();
  for (const start of [...edges.keys()].sort()) {
    const cycle = cycleThrough(start, edges);
    const name = cycle?.toSorted().join();
    if (cycle && !found.has(name)) found.set(name, [...cycle, start]);
  }
  return [...found.values()];
}

function cycleThrough(start, edges) {
  const paths = [[start]];
  const seen = new Set();
  for (const path of paths) {
    for (const next of edges.get(path.at(-1))) {
      if (next === start) return path;
      if (seen.has(next)) continue;
      seen.add(next);
      paths.push([...path, next]);
    }
  }
  return undefined;
}

/** The rule that an import breaks, or undefined. */
function broken(home, file, target, typesOnly) {
  return target.startsWith('.') ? brokenByPath(home, file, target) : brokenByName(home, file, target, typesOnly);
}

function brokenByPath(home, file, target) {
  const path = posix.join(posix.dirname(file), target);
  if (!path.startsWith(`${home.folder}/`)) {
    if (isTest(file) && !PACKAGES.some((other) => path.startsWith(`${posix.dirname(other.folder)}/`))) return undefined;
    return `${home.name} reaches out of itself by path; import another package by its name`;
  }
  if (isTest(path) && !isTest(file)) return 'only tests import tests';
  if (isTest(file)) return undefined;
  if (home.folder === 'packages/afterstate/src' && isForNode(path) && !isForNode(file)) {
    return 'what runs in browsers does not import a file for Node; only node.ts, *-node.ts, node-*.ts and node/ do';
  }
  return brokenByRooms(home, roomOf(home, file), roomOf(home, home.made?.get(path) ?? path));
}

function brokenByRooms(home, from, to) {
  if (from === to) return undefined;
  for (const room of [from, to]) {
    if (!home.rooms.includes(room))
      return `${nameOf(home, room)} is not a room of ${home.name}; give it a place in scripts/check-imports.mjs`;
  }
  if (home.rooms.indexOf(to) < home.rooms.indexOf(from)) return undefined;
  return `in ${home.name}, ${nameOf(home, from)} is below ${nameOf(home, to)}`;
}

/** A room as people write it: `rules/`, or `play.ts` if the room is a file. */
function nameOf(home, room) {
  if (room === '.') return 'the entry points';
  return (
    ['.ts', '.tsx'].map((end) => room + end).find((file) => existsSync(join(root, home.folder, file))) ?? `${room}/`
  );
}

function brokenByName(home, file, target, typesOnly) {
  if (OURS.test(target)) {
    if (home.packages.test(target)) return undefined;
    // Tests open players where they run.
    if (isTest(file) && target === 'afterstate/node') return undefined;
    if (!home.types?.test(target)) return `${home.name} does not import ${target}`;
    return typesOnly ? undefined : `${home.name} imports only types of ${target}; write import type`;
  }
  if (target.startsWith('node:') || BUILTIN.has(target)) {
    if (home.folder === 'packages/lab/src' || isTest(file)) return undefined;
    if (home.folder === 'packages/afterstate/src') {
      return isForNode(file) ? undefined : 'the library uses Node only in node.ts, *-node.ts, node-*.ts and node/';
    }
    return `${home.name} does not run in Node`;
  }
  if (isTest(file) || home.anyDependency) return undefined;
  return `${home.name} has no dependency at run time`;
}

/** The room of a file: the file itself if it is one, otherwise its folder. */
function roomOf(home, path) {
  const inside = path.slice(home.folder.length + 1);
  const file = inside.replace(/\.[cm]?tsx?$/, '');
  if (home.rooms.includes(file)) return file;
  if (inside.includes('/')) return inside.slice(0, inside.indexOf('/'));
  return home.rooms.includes('.') ? '.' : file;
}

/** Tests, and what several of them share. */
function isTest(path) {
  return /\.test(ing)?(\.[cm]?[jt]sx?)?$/.test(path);
}

function isForNode(path) {
  return /(^|\/)(node|node-[^/]+|[^/]+-node)\.[cm]?[jt]s$/.test(path) || path.includes('/node/');
}
