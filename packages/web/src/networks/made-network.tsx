// The network being built: its tuples, its name if it has one, what it takes, and what can be done with it.

import { useId } from 'preact/hooks';
import { say } from '../shell/notes.ts';
import { count, megabytes } from '../shell/numbers.ts';
import { Icon } from '../widgets/icon.tsx';
import { NumberList } from '../widgets/number-list.tsx';
import { chosen, clear, made, toggle } from './chosen.ts';
import { reasonAgainst, trainHere } from './training.ts';
import { TuplePicture } from './tuple-picture.tsx';

const HEADING = 'made-network';

/** On a phone it is below all the tuples. */
export function showMadeNetwork(): void {
  const heading = document.getElementById(HEADING)!;
  heading.focus({ preventScroll: true });
  heading.closest('section')!.scrollIntoView({ block: 'center' });
}

export function MadeNetwork() {
  const now = made.value;
  return (
    <section class="panel made" aria-labelledby={HEADING}>
      <h2 id={HEADING} tabIndex={-1}>
        Your network{now?.name !== undefined && ` is ${now.name}`}
      </h2>
      {now ? (
        <>
          <Chosen />
          <Facts />
        </>
      ) : (
        <p>No tuple is chosen yet. Choose some from the list, or begin with a known network.</p>
      )}
    </section>
  );
}

function Chosen() {
  return (
    <ul class="chosen-tuples" aria-label="Chosen tuples">
      {chosen.value.map((tuple) => (
        <li key={tuple.text}>
          <button
            type="button"
            aria-label={`Remove ${tuple.text}`}
            title={`Remove ${tuple.text}`}
            onClick={() => toggle(tuple)}
          >
            <TuplePicture cells={tuple.cells} />
            <code>{tuple.text}</code>
          </button>
        </li>
      ))}
    </ul>
  );
}

function Facts() {
  const { network, name, patterns, lookups, weights, bytes, coherentBytes } = made.value!;
  const reasonId = useId();
  const reason = reasonAgainst(network);
  // Commas need no quotes in a shell.
  const text = patterns.replaceAll(' ', ',');
  return (
    <>
      <NumberList
        rows={[
          ['Tuples', count(chosen.value.length)],
          ['Lookups per board', count(lookups)],
          ['Weights', count(weights)],
          ['Memory', megabytes(bytes)],
          ['Memory with TC', megabytes(coherentBytes)],
        ]}
      />
      <label class="network-text">
        <span>
          As text, for <code>--network</code>
        </span>
        <input type="text" readOnly value={text} onFocus={(event) => event.currentTarget.select()} />
      </label>
      <div class="buttons">
        <button
          type="button"
          class="primary"
          disabled={reason !== undefined}
          aria-describedby={reason === undefined ? undefined : reasonId}
          onClick={() => trainHere(name ?? patterns)}
        >
          <Icon name="play" />
          Train it in this tab
        </button>
        <button type="button" onClick={() => void copy(text)}>
          <Icon name="copy" />
          Copy the text
        </button>
        <button type="button" onClick={clear}>
          <Icon name="close" />
          Clear
        </button>
      </div>
      {reason !== undefined && (
        <p class="about" id={reasonId}>
          {reason}
        </p>
      )}
    </>
  );
}

async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    say('Copied.');
  } catch {
    say('The browser blocks copying. Select the text instead.');
  }
}
