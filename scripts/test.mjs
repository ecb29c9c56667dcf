// Everything that must hold before a change goes in, cheapest first; stops at the first failing step. The build is a step because
// it is the type check. Arguments are passed on to vitest: `npm test -- rules` runs the test files with that in their path.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

const folder = mkdtempSync(join(tmpdir(), 'afterstate-test-'));
const report = join(folder, 'report.json');
const chosen = process.argv.slice(2);

// Starts first, because it mostly waits for a download; and before the tests, because two tests installing at once would wait for each
// other's lock in vain.
const programs = run('scripts/test-programs.mjs');

const STEPS = [
  ['set-up and types', () => run('scripts/setup.mjs')],
  ['lint', () => run('node_modules/oxlint/bin/oxlint', '--deny-warnings')],
  ['format', () => run('node_modules/oxfmt/bin/oxfmt', '--check')],
  ['imports', () => run('scripts/check-imports.mjs')],
  ['Chromium and Redis', () => programs],
  [
    'tests',
    () =>
      run(
        'node_modules/vitest/vitest.mjs',
        'run',
        '--reporter=default',
        '--reporter=json',
        `--outputFile.json=${report}`,
        ...chosen,
      ),
  ],
];

let failedStep;
for (const [name, step] of STEPS) {
  console.log(`── ${name}`);
  if ((await step()) !== 0) {
    failedStep = name;
    break;
  }
}
await programs;

const { passed, failed } = counts();
rmSync(folder, { recursive: true, force: true });
if (failedStep) console.log(`── stopped: ${failedStep} failed`);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failedStep ? 1 : 0;

/** Runs a program of ours to its end; its exit status. */
async function run(...command) {
  const [status] = await once(spawn(process.execPath, command, { cwd: ROOT, stdio: 'inherit' }), 'exit');
  return status;
}

/** A step that fails without a failed test (lint, a test file that does not load, an error outside tests) counts as one failure. */
function counts() {
  let passed = 0;
  let failed = 0;
  try {
    const { numPassedTests, numFailedTests, testResults } = JSON.parse(readFileSync(report, 'utf8'));
    const unloaded = testResults.filter(
      (file) => file.status === 'failed' && file.assertionResults.length === 0,
    ).length;
    passed = numPassedTests;
    failed = numFailedTests + unloaded;
  } catch {
    // The tests were not reached, or did not finish.
  }
  return { passed, failed: failedStep ? Math.max(1, failed) : failed };
}
