// A Chrome or Chromium for browser tests, screenshots and measurements.

import { chromium } from 'playwright-core';
import { CHROME, programPath } from './programs.mjs';

export function chromePath() {
  return programPath(CHROME);
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
