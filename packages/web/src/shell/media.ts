// Facts about the screen as signals.

import { signal } from '@preact/signals';

function matches(query: string) {
  const list = matchMedia(query);
  const value = signal(list.matches);
  list.addEventListener('change', () => (value.value = list.matches));
  return value;
}

/** Room for the board and its panels side by side; the same width stands in the style sheets. */
export const isWide = matches('(min-width: 860px)');

/** Room for the names of all pages in one line. */
export const isRoomy = matches('(min-width: 1240px)');

export const systemIsDark = matches('(prefers-color-scheme: dark)');
