// The panel of auto-run, which the first hint does not wait for.

import { signal } from '@preact/signals';
import type { ComponentType } from 'preact';
import { firstPlayer } from '../engine/first-player.ts';

export const runPanel = signal<ComponentType | undefined>(undefined);

/** From now on it comes as soon as the first player is here. */
export function startRunPanel(): void {
  firstPlayer
    .then(() => import('./run-panel.tsx'))
    // Offline, before anything was kept: the game is played without it.
    .then(
      ({ RunPanel }) => (runPanel.value = RunPanel),
      () => undefined,
    );
}
