// A Chrome or Chromium for browser tests, screenshots and measurements: the one that CHROME_PATH names, one that is installed,
// or on Debian as root one that apt-get installs now. Where none can be had it throws, and says how to get one.

import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium } from 'playwright-core';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome', 'msedge'];
const PLACES = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
];

const REMEDY =
  'no Chrome or Chromium was found; install one (Debian: apt-get install chromium), or set CHROME_PATH to where it is';

function installed() {
  const given = process.env.CHROME_PATH;
  if (given !== undefined) {
    if (!isProgram(given)) throw new Error(`CHROME_PATH is '${given}', and there is no program of that name`);
    return given;
  }
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/bin', '/usr/local/bin', '/snap/bin'];
  return [...folders.flatMap((folder) => NAMES.map((name) => join(folder, name))), ...PLACES].find(isProgram);
}

function isProgram(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function install() {
  if (!existsSync('/etc/debian_version') || process.getuid?.() !== 0) throw new Error(REMEDY);
  console.error('installing chromium with apt-get…');
  const apt = (...args) =>
    spawnSync('apt-get', args, { encoding: 'utf8', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } });
  apt('update');
  const run = apt('install', '-y', '--no-install-recommends', 'chromium');
  if (run.status !== 0) throw new Error(`${REMEDY}; apt-get said: ${run.stderr.trim().split('\n').at(-1)}`);
}

export function chromePath() {
  const found = installed();
  if (found !== undefined) return found;
  install();
  const now = installed();
  if (now === undefined) throw new Error(REMEDY);
  return now;
}

export const CHROME_ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export function launchChrome() {
  return chromium.launch({ executablePath: chromePath(), args: [...CHROME_ARGUMENTS] });
}
