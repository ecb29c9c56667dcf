// A Chrome or Chromium for browser tests, screenshots and measurements.

import { chromium } from 'playwright-core';
import { programPath } from './program.mjs';

export function chromePath() {
  return programPath({
    called: 'Chrome or Chromium',
    variable: 'CHROME_PATH',
    // The browser without its window: a page costs a third. Debian's script of that name is a shell that stays above it, which a
    // kill would reach instead.
    best: '/usr/lib/chromium/chromium-headless-shell',
    names: ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome', 'msedge'],
    places: [
      '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
      '/Applications/Chromium.app/Contents/MacOS/Chromium',
      'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
      'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
    ],
    debian: 'chromium-headless-shell',
  });
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
