// What auto-run does at the end of a game, and which tile stops it. These choices are kept.

import { effect, signal } from '@preact/signals';
import type { Game } from 'afterstate';
import { type Fields, load, save } from '../shell/storage.ts';

const kept: Fields = load('auto-run', (fields) => fields) ?? {};

/** Whether a new game begins when one ends. */
export const again = signal(kept['again'] === true);
/** Whether a tile stops the run. */
export const stops = signal(kept['stops'] === true);
/** The exponent of that tile, by game name. */
export const tiles = signal<Fields>(kept);

/** The exponent of the tile chosen for a game. */
export function stopTile({ name, win, goal }: Game): number {
  const chosen = tiles.value[name];
  return typeof chosen === 'number' ? chosen : (win ?? goal);
}

/** Starts keeping them. */
export function keepRunChoices(): void {
  let first = true;
  effect(() => {
    const fields = { ...tiles.value, again: again.value, stops: stops.value };
    if (!first) save('auto-run', fields);
    first = false;
  });
}
