import type { Browser } from 'playwright-core';

export function chromePath(): string;
export function launchChrome(): Promise<Browser>;
export const CHROME_ARGUMENTS: readonly string[];
