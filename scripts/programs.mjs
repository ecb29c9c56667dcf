// Finds the programs that tests and measurements need besides packages: the one that an environment variable names, an installed one,
// or on Debian, as root, one that apt-get installs now. If there is none, throws an error that says how to get one. Imports no
// packages, because the tests look for these programs before any are installed.

import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const FOLDERS = ['/usr/bin', '/usr/local/bin', '/snap/bin', '/opt/homebrew/bin'];

export const CHROME = {
  called: 'Chrome or Chromium',
  variable: 'CHROME_PATH',
  // The headless browser: a page costs a third. Debian's script of the usual name leaves a shell as the parent process, which a
  // kill would reach instead.
  best: '/usr/lib/chromium/chromium-headless-shell',
  names: ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome', 'msedge'],
  places: [
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
    'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
  ],
  debian: 'chromium-headless-shell',
};

export const REDIS = {
  called: 'Redis',
  variable: 'REDIS_PATH',
  names: ['redis-server', 'valkey-server'],
  debian: 'redis-server',
};

/**
 * `program`: its name (`called`), the `variable` that may name it, the `best` place for it, its other `names` and `places`, and its
 * `debian` package.
 */
export function programPath(program) {
  const found = installed(program);
  if (found !== undefined) return found;
  install(program);
  const now = installed(program);
  if (now === undefined) throw new Error(remedy(program));
  return now;
}

function installed({ variable, best, names, places = [] }) {
  const given = process.env[variable];
  if (given !== undefined) {
    if (!isProgram(given)) throw new Error(`${variable} is '${given}', and there is no program of that name`);
    return given;
  }
  const folders = [...(process.env.PATH ?? '').split(delimiter), ...FOLDERS];
  const named = folders.flatMap((folder) => names.map((name) => join(folder, name)));
  return [...(best ? [best] : []), ...named, ...places].find(isProgram);
}

function isProgram(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Whether the list of packages was fetched: once is enough. */
let listed;

function install(program) {
  if (!existsSync('/etc/debian_version') || process.getuid?.() !== 0) throw new Error(remedy(program));
  console.error(`installing ${program.debian} with apt-get…`);
  const apt = (...args) =>
    spawnSync('apt-get', args, { encoding: 'utf8', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } });
  listed ??= apt('update');
  const run = apt('install', '-y', '--no-install-recommends', '-o', 'DPkg::Lock::Timeout=300', program.debian);
  if (run.status !== 0) throw new Error(`${remedy(program)}; apt-get said: ${run.stderr.trim().split('\n').at(-1)}`);
}

function remedy({ called, debian, variable, names }) {
  return `no ${called} was found; install one (Debian: apt-get install ${debian}), or set ${variable} to where ${names[0]} is`;
}
