// The judge of the moves, and its progress.

import { signal } from '@preact/signals';
import { inWords } from '../players/in-words.ts';
import { PlayerFields } from '../players/player-fields.tsx';
import { count } from '../shell/numbers.ts';
import { Icon } from '../widgets/icon.tsx';
import { Sheet } from '../widgets/sheet.tsx';
import { analysed, chooseJudge, chosenJudge, done, judgePlayer, problem, running, start, stop } from './analysis.ts';

export function Progress() {
  const { record } = analysed.value!;
  const total = record.plies.length;
  if (judgePlayer.value === undefined)
    return (
      <p class="quiet">
        No player here gives values to moves. Train a network on the Learn page and choose “Play with it”, or drop a
        model file onto the page.
      </p>
    );
  if (problem.value !== undefined)
    return (
      <p class="problem" role="alert">
        {problem.value}
      </p>
    );
  if (done.value >= total) return null;
  return (
    <div class="analysing">
      <progress max={total} value={done.value} aria-label="Moves judged" />
      <span class="quiet">
        {count(done.value)} of {count(total)}
      </span>
      <button type="button" onClick={() => (running.value ? stop() : start())}>
        {running.value ? 'Stop' : 'Continue'}
      </button>
    </div>
  );
}

const judgeOpen = signal(false);

export function Judge() {
  const spec = judgePlayer.value;
  if (spec === undefined) return null;
  return (
    <>
      <button type="button" class="chosen" onClick={() => (judgeOpen.value = true)}>
        <Icon name="settings" />
        <span class="chosen-title">Judged by {inWords(spec)}</span>
      </button>
      <Sheet title="Judge" open={judgeOpen.value} onClose={() => (judgeOpen.value = false)}>
        <PlayerFields
          game={analysed.value!.game.name}
          spec={chosenJudge.value ?? spec}
          playing={spec}
          valued
          problem={problem.value}
          onChange={chooseJudge}
        />
      </Sheet>
    </>
  );
}
