// Makes the two packages that people install, `afterstate` and `@afterstate/lab`, as npm tarballs: `npm run pack [-- FOLDER]`,
// into build/packages by default. The library is packed in place. The command is packed from its own folder, because it includes
// things from elsewhere in the clone: the app, built with the models that ship, the notices and the licence. Fails if a package
// is larger than promised. npm's own pack scripts were rejected: .npmrc keeps npm from running any.

import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
/** Models up to this size ship with the command, in bytes; docs/guide/models.md names them. */
const SMALL_MODEL = 5_000_000;
/** The promised sizes, in bytes. */
const LIMITS = { afterstate: 400_000, '@afterstate/lab': 12_000_000 };

const folder = resolve(process.argv[2] ?? join(ROOT, 'build/packages'));
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });

const packed = [pack(join(ROOT, 'packages/afterstate')), pack(stageLab(join(folder, 'lab')))];
for (const { name, version, file, bytes, unpacked, files } of packed)
  console.log(JSON.stringify({ name, version, file: join(folder, file), bytes, unpacked, files }));
for (const { name, bytes } of packed)
  if (bytes > LIMITS[name]) fail(`${name} has ${bytes} bytes packed, and we promise at most ${LIMITS[name]}`);

/** Returns the folder to pack. */
function stageLab(stage) {
  const lab = join(ROOT, 'packages/lab');
  const isTest = /\.(test|testing)\./;
  for (const part of ['bin', 'dist', 'src', 'README.md'])
    cpSync(join(lab, part), join(stage, part), { recursive: true, filter: (path) => !isTest.test(path) });
  cpSync(join(ROOT, 'LICENSE'), join(stage, 'LICENSE'));
  cpSync(join(ROOT, 'CHANGELOG.md'), join(stage, 'CHANGELOG.md'));
  cpSync(join(ROOT, 'models/models.json'), join(stage, 'models.json'));

  const { private: _, ...manifest } = JSON.parse(readFileSync(join(lab, 'package.json'), 'utf8'));
  writeFileSync(join(stage, 'package.json'), `${JSON.stringify(manifest, undefined, 2)}\n`);

  const models = join(folder, 'small-models');
  for (const name of readdirSync(join(ROOT, 'models'))) {
    const from = join(ROOT, 'models', name);
    if (!statSync(from).isDirectory()) continue;
    const size = readdirSync(from).reduce((sum, file) => sum + statSync(join(from, file)).size, 0);
    if (size <= SMALL_MODEL) cpSync(from, join(models, name), { recursive: true });
  }
  const app = join(stage, 'app');
  run(
    process.execPath,
    ['node_modules/vite/bin/vite.js', 'build', 'packages/web', '--outDir', app, '--logLevel', 'warn'],
    {
      AFTERSTATE_MODELS: models,
    },
  );
  // The command finds its models where the app keeps them, together with their cards.
  for (const name of readdirSync(models))
    cpSync(join(models, name, 'README.md'), join(app, 'models', name, 'README.md'));
  rmSync(models, { recursive: true });
  return stage;
}

function pack(from) {
  for (const needed of ['package.json', 'README.md', 'LICENSE', 'dist'])
    if (!existsSync(join(from, needed))) fail(`${from} has no ${needed}; run npm run build first`);
  const npm = ['pack', from, '--json', '--ignore-scripts', '--pack-destination', folder];
  const given = process.env.npm_execpath;
  const output = given ? run(process.execPath, [given, ...npm]) : run('npm', npm);
  const [{ name, version, filename, size, unpackedSize, entryCount }] = JSON.parse(output.slice(output.indexOf('[')));
  return { name, version, file: filename, bytes: size, unpacked: unpackedSize, files: entryCount };
}

function run(program, args, env = {}) {
  const { status, stdout, stderr } = spawnSync(program, args, {
    cwd: ROOT,
    encoding: 'utf8',
    env: { ...process.env, ...env },
  });
  if (status !== 0) fail(`${program} ${args.join(' ')} failed: ${stderr}${stdout}`);
  return stdout;
}

function fail(message) {
  console.error(message);
  process.exit(1);
}
