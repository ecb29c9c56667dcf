// The choices a person makes about the app itself, kept in the browser.

import { effect, signal } from '@preact/signals';
import { GAME_NAMES, type Game } from 'afterstate';
import { load, save } from './storage.ts';

export type GameName = Game['name'];

export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

/** Moves a second that the slider offers; the last is as fast as it goes. */
export const SPEEDS = [1, 2, 3, 5, 8, 12, 20, 40, 100, 300, 1000, Infinity] as const;

const kept = load('settings', (fields) => fields) ?? {};
const oneOf = <T>(choices: readonly T[], value: unknown, otherwise: T): T =>
  choices.includes(value as T) ? (value as T) : otherwise;

export const theme = signal<Theme>(oneOf(THEMES, kept['theme'], 'system'));
export const gameName = signal<GameName>(oneOf(GAME_NAMES, kept['game'], '2048'));
/** Whether the four values stay in view. */
export const showValues = signal(kept['values'] === true);
/** An index of `SPEEDS`. */
export const speed = signal(oneOf(Array.from(SPEEDS.keys()), kept['speed'], 3));
/** The chosen player's spec; undefined leaves it to the app. */
export const playerSpec = signal<string | undefined>(typeof kept['player'] === 'string' ? kept['player'] : undefined);

effect(() =>
  save('settings', {
    theme: theme.value,
    game: gameName.value,
    values: showValues.value,
    speed: speed.value,
    player: playerSpec.value,
  }),
);

effect(() => {
  document.documentElement.dataset['theme'] = theme.value;
});
