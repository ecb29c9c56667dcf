// The direction of imports between the rooms of ARCHITECTURE.md, checked: `node scripts/check-imports.mjs [ROOT]`. A lint rule
// was refused: what matters here is which room a file is in, and a table of rooms says that in the words of the architecture.

import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { join, posix, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

// Each package's rooms, lowest first: a room imports itself and the rooms before it. '.' holds the files beside the rooms: the
// entry points, which only wire. `packages` are the packages of this project that may be imported by name, and which of them.
const PACKAGES = [
  { folder: 'kernel/src', name: 'the kernel', rooms: undefined, packages: /^$/, anyDependency: false },
  {
    folder: 'packages/afterstate/src',
    name: 'the library',
    rooms: ['rules', 'kernel', 'networks', 'players', '.'],
    packages: /^$/,
    anyDependency: false,
  },
  {
    folder: 'packages/lab/src',
    name: 'the lab',
    rooms: [
      'files',
      'terminal',
      'models',
      'measure',
      'records',
      'learn',
      'tune',
      'neural',
      'dqn',
      'selfplay',
      'jobs',
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
    rooms: undefined,
    packages: /^afterstate(\/(browser|wasm\/.*))?$/,
    anyDependency: true,
  },
];

const OURS = /^(afterstate|@afterstate\/[^/]+)(\/.*)?$/;
const BUILTIN = new Set(builtinModules);

const root = resolve(process.argv[2] ?? fileURLToPath(new URL('..', import.meta.url)));
const offences = PACKAGES.flatMap((home) =>
  sources(home.folder).flatMap((file) =>
    imports(file).flatMap(({ line, target }) => {
      const rule = broken(home, file, target);
      return rule ? [`${file}:${line} imports ${target}: ${rule}`] : [];
    }),
  ),
);
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
  return ts.preProcessFile(text, true, true).importedFiles.map(({ fileName, pos }) => ({
    target: fileName,
    line: text.slice(0, pos).split('\n').length,
  }));
}

/** The rule that an import breaks, or undefined. */
function broken(home, file, target) {
  return target.startsWith('.') ? brokenByPath(home, file, target) : brokenByName(home, file, target);
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
  return brokenByRooms(home, roomOf(home, file), roomOf(home, path));
}

function brokenByRooms(home, from, to) {
  if (!home.rooms || from === to) return undefined;
  for (const room of [from, to]) {
    if (!home.rooms.includes(room))
      return `${room}/ is no room of ${home.name}; give it a place in scripts/check-imports.mjs`;
  }
  if (home.rooms.indexOf(to) < home.rooms.indexOf(from)) return undefined;
  const name = (room) => (room === '.' ? 'the entry points' : `${room}/`);
  return `in ${home.name}, ${name(from)} is below ${name(to)}`;
}

function brokenByName(home, file, target) {
  if (OURS.test(target)) {
    return home.packages.test(target) ? undefined : `${home.name} does not import ${target}`;
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

function roomOf(home, path) {
  const inside = path.slice(home.folder.length + 1);
  return inside.includes('/') ? inside.slice(0, inside.indexOf('/')) : '.';
}

/** Tests, and what several of them share. */
function isTest(path) {
  return /\.test(ing)?(\.[cm]?[jt]sx?)?$/.test(path);
}

function isForNode(path) {
  return /(^|\/)(node|node-[^/]+|[^/]+-node)\.[cm]?[jt]s$/.test(path) || path.includes('/node/');
}
