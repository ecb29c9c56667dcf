// The coach is loaded once a person switches it on; until then it is absent, and no move waits for it.

import { effect, signal } from '@preact/signals';
import { coachOn } from '../shell/settings.ts';

export const coach = signal<typeof import('./coach.tsx') | undefined>(undefined);

export function startCoach(): void {
  effect(() => {
    if (coachOn.value)
      import('./coach.tsx').then(
        (loaded) => coachOn.peek() && (coach.value = loaded),
        () => (coachOn.value = false),
      );
    else coach.value = undefined;
  });
}
