// Facts about the screen, as signals.

import { signal } from '@preact/signals';

function matches(query: string) {
  const list = matchMedia(query);
  const value = signal(list.matches);
  list.addEventListener('change', () => (value.value = list.matches));
  return value;
}

/** Room for the board and its panels side by side; the style sheets have the same width. */
export const isWide = matches('(min-width: 860px)');

/** Room for the names of all pages on one line. */
export const isRoomy = matches('(min-width: 1240px)');

export const systemIsDark = matches('(prefers-color-scheme: dark)');
