// The panel of auto-run; the first hint does not wait for it.

import { signal } from '@preact/signals';
import type { ComponentType } from 'preact';
import { firstPlayer } from '../engine/first-player.ts';

export const runPanel = signal<ComponentType | undefined>(undefined);

/** Makes it appear as soon as the first player is here. */
export function startRunPanel(): void {
  firstPlayer
    .then(() => import('./run-panel.tsx'))
    // Offline, before anything was kept: the game is played without it.
    .then(
      ({ RunPanel }) => (runPanel.value = RunPanel),
      () => undefined,
    );
}
