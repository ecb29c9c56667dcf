// What the app has just said, with the one thing that can be done about it. Every page has one place for it: the frame's, or on a
// wide screen Play's own.

import type { ComponentChildren } from 'preact';
import { note, unsay } from '../shell/notes.ts';

/** Shows the children while nothing is said. */
export function Said({ children }: { children?: ComponentChildren }) {
  const now = note.value;
  return (
    <p class={now?.glad ? 'said glad' : now ? 'said says' : 'said'} role="status">
      {now ? (
        <>
          <span>{now.text}</span>
          {now.action && (
            <>
              {' '}
              <button
                type="button"
                class="link"
                onClick={() => {
                  const { run } = now.action!;
                  unsay();
                  run();
                }}
              >
                {now.action.label}
              </button>
            </>
          )}
        </>
      ) : (
        children
      )}
    </p>
  );
}
