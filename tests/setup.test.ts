import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { shortest } from './times.testing.ts';

const scripts = fileURLToPath(new URL('../scripts', import.meta.url));

function run(args: string[], env: NodeJS.ProcessEnv = process.env) {
  const start = performance.now();
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8', env });
  return { status, output: stdout + stderr, seconds: (performance.now() - start) / 1000 };
}

describe('set-up of this clone', () => {
  it('is silent and quick when there is nothing to do', async () => {
    const took = (): number => {
      const { status, output, seconds } = run([join(scripts, 'setup.mjs')]);
      expect({ status, output }).toEqual({ status: 0, output: '' });
      return seconds;
    };
    expect(await shortest(3, took)).toBeLessThan(3);
  });

  it.each([
    ['18.20.0', false],
    ['20.18.9', false],
    ['20.19.0', true],
    ['21.7.0', false],
    ['22.11.0', false],
    ['22.12.0', true],
    ['24.0.0', true],
    ['30.1.0', true],
  ])('on Node %s says whether that will do', (version, enough) => {
    const fake = `data:text/javascript,Object.defineProperty(process,'versions',{value:{...process.versions,node:'${version}'}})`;
    const { status, output } = run(['--import', fake, join(scripts, 'setup.mjs')]);
    expect(status).toBe(enough ? 0 : 1);
    if (enough) expect(output).toBe('');
    else expect(output).toMatch(new RegExp(`^afterstate needs Node 20\\.19 .* this is ${version}\\..*\\n$`));
  });
});

describe('set-up of a fresh clone', () => {
  let root: string;
  let npm: string;

  // A clone with a build that only says that it was called, and an npm that notes how it was called.
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'afterstate-setup-'));
    npm = join(root, 'npm.mjs');
    cpSync(scripts, join(root, 'scripts'), { recursive: true });
    writeFileSync(
      join(root, 'scripts/build.mjs'),
      "export const isBuilt = () => false;\nexport const build = () => (console.error('build'), true);\n",
    );
    writeFileSync(
      npm,
      `import { appendFileSync, mkdirSync } from 'node:fs';
       mkdirSync('node_modules', { recursive: true });
       appendFileSync('calls', process.argv[2] + '\\n');
       if (process.env.NPM_FAILS) { console.error('no network'); process.exitCode = 1; }`,
    );
    lock('1.0.0');
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  const lock = (version: string, file = 'package-lock.json') =>
    writeFileSync(
      join(root, file),
      JSON.stringify({
        packages: { '': {}, 'node_modules/one': { version }, 'node_modules/two': { version, optional: true } },
      }),
    );
  const setUp = (env = {}) => run([join(root, 'scripts/setup.mjs')], { ...process.env, npm_execpath: npm, ...env });
  const calls = () => readFileSync(join(root, 'calls'), 'utf8').trim().split('\n');

  it('installs the packages once, and again when the lock file changes', () => {
    expect(setUp().output).toMatch(/^installing packages….*\npackages installed in \d+ s\nbuild\n$/);
    expect(setUp().output).toBe('build\n');
    expect(calls()).toEqual(['ci']);
    lock('1.0.1');
    setUp();
    expect(calls()).toEqual(['ci', 'ci']);
  });

  it('trusts a manual install that agrees with the lock file, and no other', () => {
    mkdirSync(join(root, 'node_modules'));
    lock('1.0.0', 'node_modules/.package-lock.json');
    expect(setUp().output).toBe('build\n');
    lock('1.0.2');
    setUp();
    expect(calls()).toEqual(['ci']);
  });

  it('says what npm said when the install fails, and tries again the next time', () => {
    const failed = setUp({ NPM_FAILS: '1' });
    expect(failed.status).toBe(1);
    expect(failed.output).toContain('no network\nthe packages could not be installed');
    expect(failed.output).not.toContain('build');
    expect(setUp().status).toBe(0);
    expect(calls()).toEqual(['ci', 'ci']);
  });
});
