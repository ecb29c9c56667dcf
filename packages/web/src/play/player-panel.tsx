// The player at the board: the buttons that let it play, and its settings. On a phone the settings are a sheet; on a wide screen
// they are a panel beside the board, below the buttons.

import type { Signal } from '@preact/signals';
import { view } from '../game/session.ts';
import { chosenPlayer, player } from '../players/chosen-player.ts';
import { download } from '../players/model-download.ts';
import { titleOf } from '../players/models.ts';
import { PlayerFields } from '../players/player-fields.tsx';
import { ServerSwitch } from '../players/server-switch.tsx';
import { count, percent } from '../shell/numbers.ts';
import { coachOn, playerSpec, showValues, speed, SPEEDS } from '../shell/settings.ts';
import { Icon } from '../widgets/icon.tsx';
import { actions } from './actions.ts';
import { awaited, playerProblem } from './advice.ts';
import { rate, running } from './auto-run.ts';
import { again } from './run-choices.ts';

export function RunButtons() {
  const { over } = view.value;
  return (
    <div class="run-buttons">
      <button
        type="button"
        class="primary"
        disabled={over && !again.value && !running.value}
        title="Space"
        onClick={actions.auto}
      >
        <Icon name={running.value ? 'pause' : 'play'} />
        {running.value ? 'Stop' : 'Auto'}
      </button>
      <button type="button" disabled={over || running.value} title="." onClick={actions.step}>
        <Icon name="step" />
        Step
      </button>
      <button type="button" disabled={over || running.value} title="?" onClick={actions.hint}>
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
      <ServerSwitch />
      <SpeedField />
      <Switch on={showValues} label="Always show values" />
      <Switch on={coachOn} label="Warn before a blunder" />
    </div>
  );
}

function Switch({ on, label }: { on: Signal<boolean>; label: string }) {
  return (
    <label class="switch">
      <input
        type="checkbox"
        role="switch"
        checked={on.value}
        onChange={(event) => (on.value = event.currentTarget.checked)}
      />
      <span>{label}</span>
    </label>
  );
}

function SpeedField() {
  const perSecond = SPEEDS[speed.value]!;
  const words =
    perSecond === Infinity
      ? 'as fast as possible'
      : `${count(perSecond)} ${perSecond === 1 ? 'move' : 'moves'} per second`;
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
        // When set by mouse or finger, it gives the arrow keys back to the board.
        onPointerUp={(event) => event.currentTarget.blur()}
      />
    </label>
  );
}

/** A word or two on what the player is doing, when its settings are not in view. */
export function Doing() {
  if (running.value) return <span>{rate.value === undefined ? 'running' : `${count(rate.value)} moves/s`}</span>;
  if (awaited.value) return <span class="slow">thinking</span>;
  const coming = download.value;
  if (coming && !coming.model.small)
    return <span>{`${titleOf(coming.model.name)} ${percent(coming.done / coming.size)}`}</span>;
  return null;
}
