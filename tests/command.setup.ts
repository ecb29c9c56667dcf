// Before all tests: the command that they start, in a few files.

import { bundleCommand } from '../scripts/bundle-command.mjs';

export default async function setup(): Promise<() => Promise<void>> {
  const { path, close } = await bundleCommand();
  process.env['AFTERSTATE_TESTED_COMMAND'] = path;
  return close;
}
