// Runs one `afterstate …` after the other in this process, each as if it were its own. For commands that are refused: most of what
// they take is the start of a process. Messages: what to run, [folder, ...args]; then how it ended. Arguments: the command, bundled.

import { pathToFileURL } from 'node:url';

const { href } = pathToFileURL(process.argv[2]);
// Every command listens for errors of stdout.
process.stdout.setMaxListeners(0);
let written = { stdout: '', stderr: '' };
for (const name of ['stdout', 'stderr'])
  process[name].write = (chunk, ...more) => {
    written[name] += chunk;
    more.at(-1)?.();
    return true;
  };

let runs = 0;
process.on('message', async ([folder, ...args]) => {
  written = { stdout: '', stderr: '' };
  process.chdir(folder);
  process.argv.splice(2, Infinity, ...args);
  // What is not refused must not look like what was.
  process.exitCode = 0;
  runs += 1;
  // Only the first module of the bundle is run again, by another name; all that it loads is there.
  await import(`${href}?${runs}`);
  process.send({ status: process.exitCode, ...written });
});
// Commands set their status.
process.on('disconnect', () => process.exit(0));
