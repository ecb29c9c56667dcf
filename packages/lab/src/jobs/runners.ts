// Every runner by the name of its kind, loaded when the first job of that kind arrives.

import type { Runner } from './runner.ts';

export const RUNNERS: Readonly<Record<string, () => Promise<{ run: Runner<never, unknown> }>>> = {
  play: () => import('./kinds/play-runner.ts'),
  learn: () => import('./kinds/learn-runner.ts'),
};
