// The better line's buttons: the one that shows it, and those that step along it.

import { Icon } from '../widgets/icon.tsx';
import { lineAwaited, lineStep, stepLine } from './better-line.ts';
import { question, toggleLine } from './explanation.ts';

/** Its place stays reserved if there is nothing better to show, so that what is below it does not move from step to step. */
export function LineButton() {
  const open = lineStep.value !== undefined;
  const { best, played } = question.value ?? {};
  const line = best !== undefined && best === played ? 'line' : 'better line';
  return (
    <button type="button" class="line-button" title="B" disabled={best === undefined} onClick={toggleLine}>
      {open ? (
        `Leave the ${line}`
      ) : (
        <>
          <Icon name={best ?? 'hint'} />
          {lineAwaited.value ? `Looking for the ${line} …` : `Show the ${line}`}
        </>
      )}
    </button>
  );
}

export function LineSteps() {
  const { at, moves } = lineStep.value!;
  return (
    <div class="steps of-line" role="group" aria-label="The better line">
      <button type="button" aria-label="One move back in the line" onClick={() => stepLine(-1)}>
        <Icon name="previous" />
      </button>
      <span>
        {at} of {moves}
      </span>
      <button
        type="button"
        aria-label="One move forward in the line"
        disabled={at >= moves}
        onClick={() => stepLine(1)}
      >
        <Icon name="next" />
      </button>
    </div>
  );
}
