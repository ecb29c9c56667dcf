// The player at the board: which one it is, its hints, its auto-run. On a phone the settings are a sheet and the buttons
// stand under the board; on a wide screen both are one panel beside it.

import { view } from '../game/session.ts';
import { download } from '../players/model-download.ts';
import { titleOf } from '../players/models.ts';
import { PlayerFields } from '../players/player-fields.tsx';
import { Icon } from '../shell/icon.tsx';
import { count, percent } from '../shell/numbers.ts';
import { playerSpec, showValues, speed, SPEEDS } from '../shell/settings.ts';
import { awaited, chosenPlayer, hint, player, playerProblem } from './advice.ts';
import { rate, running, start, step, stop } from './auto-run.ts';

export function RunButtons() {
  const { over } = view.value;
  return (
    <div class="run-buttons">
      <button
        type="button"
        class="primary"
        disabled={over}
        title="Space"
        onClick={() => (running.value ? stop() : start())}
      >
        <Icon name={running.value ? 'pause' : 'play'} />
        {running.value ? 'Stop' : 'Auto'}
      </button>
      <button type="button" disabled={over || running.value} title="." onClick={() => void step()}>
        <Icon name="step" />
        Step
      </button>
      <button type="button" disabled={over || running.value} title="?" onClick={hint}>
        <Icon name="hint" />
        Hint
      </button>
    </div>
  );
}

export function PlayerSettings() {
  return (
    <div class="player-settings">
      <PlayerFields
        game={view.value.game.name}
        spec={chosenPlayer.value}
        playing={player.value}
        problem={playerProblem.value}
        onChange={(spec) => (playerSpec.value = spec)}
      />
      <SpeedField />
      <label class="switch">
        <input
          type="checkbox"
          role="switch"
          checked={showValues.value}
          onChange={(event) => (showValues.value = event.currentTarget.checked)}
        />
        <span>Keep the values in view</span>
      </label>
    </div>
  );
}

function SpeedField() {
  const perSecond = SPEEDS[speed.value]!;
  const words =
    perSecond === Infinity
      ? 'as fast as it goes'
      : `${count(perSecond)} ${perSecond === 1 ? 'move' : 'moves'} a second`;
  const measured = running.value && perSecond > 50 ? rate.value : undefined;
  return (
    <label class="speed">
      <span>
        Speed{' '}
        <span class="quiet">
          {words}
          {measured !== undefined && `: ${count(measured)}/s`}
        </span>
      </span>
      <input
        type="range"
        min={0}
        max={SPEEDS.length - 1}
        step={1}
        value={speed.value}
        aria-valuetext={words}
        onInput={(event) => (speed.value = Number(event.currentTarget.value))}
        // Set by the mouse or a finger, it gives the arrow keys back to the board.
        onPointerUp={(event) => event.currentTarget.blur()}
      />
    </label>
  );
}

/** A word or two on what the player is doing, where its settings are not in view. */
export function Doing() {
  if (running.value) return <span>{rate.value === undefined ? 'running' : `${count(rate.value)} moves/s`}</span>;
  if (awaited.value) return <span class="slow">thinking</span>;
  const coming = download.value;
  if (coming) return <span>{`${titleOf(coming.model.name)} ${percent(coming.done / coming.size)}`}</span>;
  return null;
}
