// Before all tests: the command that they start, in a few files, and the app with a small network for tests that need no good one.

import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundleCommand } from '../scripts/bundle-command.mjs';

const WEB = fileURLToPath(new URL('../packages/web/', import.meta.url));

export default async function setup(): Promise<() => Promise<void>> {
  const { path, close } = await bundleCommand();
  process.env['AFTERSTATE_TESTED_COMMAND'] = path;
  const app = await lightApp();
  process.env['AFTERSTATE_LIGHT_APP'] = app;
  return async () => {
    await close();
    await rm(app, { recursive: true, force: true });
  };
}

/**
 * The built app without the large network, in which the network of the first moments, a tenth of a megabyte, replaces the one after it.
 * Loading that one takes a quarter of a second of processor time, and hundreds of visits load it.
 */
async function lightApp(): Promise<string> {
  await mkdir(join(WEB, 'build'), { recursive: true });
  const folder = await mkdtemp(join(WEB, 'build/light-app-'));
  const large = join(WEB, 'dist/models/2048-large');
  await cp(join(WEB, 'dist'), folder, { recursive: true, filter: (path) => path !== large });
  const [tiny, small] = ['2048-tiny', '2048-small'].map((name) => join(folder, 'models', name, 'model.compact'));
  await cp(tiny!, small!);
  return folder;
}
