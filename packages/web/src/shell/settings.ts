// The choices a person makes about the app itself, kept in the browser.

import { effect, signal } from '@preact/signals';
import { DEFAULT_GAME, GAME_NAMES, type GameName } from 'afterstate';
import { type Fields, load, onOtherTab, save } from './storage.ts';

export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

/** The speeds of the slider, in moves per second; the last is as fast as possible. */
export const SPEEDS = [1, 2, 3, 5, 8, 12, 20, 40, 100, 300, 1000, Infinity] as const;

const kept = load('settings', (fields) => fields) ?? {};
const oneOf = <T>(choices: readonly T[], value: unknown, otherwise: T): T =>
  choices.includes(value as T) ? (value as T) : otherwise;

export const theme = signal<Theme>(oneOf(THEMES, kept['theme'], 'system'));
/** This tab's game; a new tab starts with the last one's. */
export const gameName = signal<GameName>(
  oneOf(
    GAME_NAMES,
    load('tab', ({ game }) => game, 'session'),
    oneOf(GAME_NAMES, kept['game'], DEFAULT_GAME),
  ),
);
/** Whether the four values are always shown. */
export const showValues = signal(kept['values'] === true);
/** Whether a coach warns before blunders. */
export const coachOn = signal(kept['coach'] === true);
/** An index of `SPEEDS`. */
export const speed = signal(oneOf(Array.from(SPEEDS.keys()), kept['speed'], 3));
/** The chosen player's spec; undefined leaves it to the app. */
export const playerSpec = signal<string | undefined>(typeof kept['player'] === 'string' ? kept['player'] : undefined);

/** Starts keeping the settings in the browser and applying the theme. */
export function keepSettings(): void {
  let known: Fields = settings();
  effect(() => {
    const now = settings();
    // Another tab may have changed other settings meanwhile.
    const changed = Object.entries(now).filter(([key, value]) => value !== known[key]);
    known = now;
    if (changed.length > 0)
      save('settings', { ...load('settings', (fields) => fields), ...Object.fromEntries(changed) });
  });

  // How the app looks is the same in all tabs. The game, the player and the speed belong to what one tab shows.
  onOtherTab('settings', ({ theme: other }) => {
    known = { ...known, theme: oneOf(THEMES, other, theme.peek()) };
    theme.value = oneOf(THEMES, other, theme.peek());
  });

  effect(() => save('tab', { game: gameName.value }, 'session'));

  effect(() => {
    document.documentElement.dataset['theme'] = theme.value;
  });
}

function settings(): Fields {
  return {
    theme: theme.value,
    game: gameName.value,
    values: showValues.value,
    coach: coachOn.value,
    speed: speed.value,
    player: playerSpec.value,
  };
}
