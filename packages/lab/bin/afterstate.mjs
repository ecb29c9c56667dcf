#!/usr/bin/env node
// The `afterstate` command. In a clone that was never built, it sets the clone up first; the messages of that go to stderr, so
// that stdout stays the command's own.

import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const main = new URL('../dist/main.js', import.meta.url);
const setup = fileURLToPath(new URL('../../../scripts/setup.mjs', import.meta.url));

if (!existsSync(main) && existsSync(setup)) {
  const { status } = spawnSync(process.execPath, [setup], { stdio: ['ignore', 2, 2] });
  if (status !== 0) process.exit(1);
}
await import(main.href);
