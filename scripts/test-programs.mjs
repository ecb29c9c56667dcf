// Installs what the tests need besides packages, where it is missing.

import { chromePath } from './chrome.mjs';
import { redisPath } from './redis.mjs';

try {
  chromePath();
  redisPath();
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
