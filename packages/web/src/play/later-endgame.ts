// The exact chances of endgames, which are loaded when a board has as many large tiles as one needs.

import { effect, signal } from '@preact/signals';
import { view } from '../game/session.ts';
import { advice } from './advice.ts';

export const endgame = signal<typeof import('./endgame.ts') | undefined>(undefined);

/** Exponents; endgame.ts looks closer. */
const LARGE = 6;
const SEVERAL = 7;

export function startEndgames(): void {
  let asked = false;
  effect(() => {
    if (asked || !advice.value || view.value.state.board.filter((exponent) => exponent >= LARGE).length < SEVERAL)
      return;
    asked = true;
    import('./endgame.ts').then(
      (loaded) => {
        loaded.startEndgame();
        endgame.value = loaded;
      },
      // Offline, before it was kept: the next board asks again.
      () => (asked = false),
    );
  });
}
