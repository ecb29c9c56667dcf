// Installs missing programs that the tests need besides packages.

import { CHROME, programPath, REDIS } from './programs.mjs';

try {
  for (const program of [CHROME, REDIS]) programPath(program);
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
