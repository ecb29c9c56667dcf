// The controls of a replay: play and pause, single steps, the ends, the slider and the speed.

import { Icon } from '../widgets/icon.tsx';
import { Select } from '../widgets/select.tsx';
import { at, go, pace, PACES, playing, replayed, toggle } from './replay.ts';
import { paceWords, placeWords } from './words.ts';

export function FilmBar() {
  const { moves } = replayed.value!;
  const here = at.value;
  return (
    <div class="film" role="group" aria-label="Replay">
      <input
        type="range"
        aria-label="Move"
        aria-valuetext={placeWords()}
        min={0}
        max={moves}
        value={here}
        disabled={moves === 0}
        onInput={(event) => go(event.currentTarget.valueAsNumber)}
      />
      <div class="film-buttons">
        <button type="button" aria-label="To the start" title="Home" disabled={here === 0} onClick={() => go(0)}>
          <Icon name="first" />
        </button>
        <button type="button" aria-label="One move back" title="←" disabled={here === 0} onClick={() => go(here - 1)}>
          <Icon name="previous" />
        </button>
        <button type="button" class="primary" title="Space" disabled={moves === 0} onClick={toggle}>
          <Icon name={playing.value ? 'pause' : 'play'} />
          {playing.value ? 'Pause' : 'Play'}
        </button>
        <button
          type="button"
          aria-label="One move forward"
          title="→"
          disabled={here === moves}
          onClick={() => go(here + 1)}
        >
          <Icon name="next" />
        </button>
        <button type="button" aria-label="To the end" title="End" disabled={here === moves} onClick={() => go(moves)}>
          <Icon name="step" />
        </button>
      </div>
      <Select
        label="Speed"
        value={String(pace.value)}
        choices={PACES.map((perSecond, i) => [String(i), paceWords(perSecond)] as const)}
        onChange={(value) => (pace.value = Number(value))}
      />
    </div>
  );
}
