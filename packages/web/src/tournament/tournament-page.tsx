// The Tournament page: who plays, the growing table, and how often each player makes each tile.

import { useEffect } from 'preact/hooks';
import { ServerSwitch } from '../players/server-switch.tsx';
import { saveFile } from '../shell/save-file.ts';
import { say } from '../shell/notes.ts';
import { count } from '../shell/numbers.ts';
import { Icon } from '../widgets/icon.tsx';
import { commandOf } from './command.ts';
import { Entrants } from './entrants.tsx';
import { Standings } from './standings.tsx';
import { Tiles } from './tiles.tsx';
import {
  change,
  clear,
  comparisonOf,
  followGame,
  gamesDone,
  hasBegun,
  isOver,
  isRead,
  MOST_GAMES,
  problem,
  results,
  running,
  serverIsBusy,
  start,
  stop,
  terms,
} from './tournament.ts';
import '../style/tournament.css';

export default function TournamentPage() {
  useEffect(followGame, []);
  if (!isRead.value)
    return (
      <main class="tournament" aria-busy="true">
        <h1>Tournament</h1>
      </main>
    );
  const comparison = comparisonOf(terms.value, results.value);
  return (
    <main class="tournament">
      <h1>Tournament</h1>
      <p class="quiet">
        Two to six players play the same games: the same tiles come at the same moves. So a difference between them
        shows sooner than in separate games. Averages have 95% intervals.
      </p>
      <section class="panel" aria-label="Players and games">
        <Entrants />
        <Games />
        <ServerSwitch />
        <Buttons />
        {problem.value !== undefined && (
          <p class="problem" role="alert">
            {problem.value}
          </p>
        )}
        {(hasBegun.value || running.value) && <Progress />}
      </section>
      {comparison && (
        <>
          <Standings comparison={comparison} />
          <Tiles comparison={comparison} />
          <Elsewhere />
        </>
      )}
    </main>
  );
}

function Games() {
  const { games, seed } = terms.value;
  return (
    <div class="terms">
      <NumberField label="Games" value={games} min={1} max={MOST_GAMES} onChange={(n) => change({ games: n })} />
      <NumberField
        label="Seed"
        value={seed}
        min={0}
        max={Number.MAX_SAFE_INTEGER}
        onChange={(n) => change({ seed: n })}
      />
    </div>
  );
}

interface NumberFieldProps {
  readonly label: string;
  readonly value: number;
  readonly min: number;
  readonly max: number;
  onChange(value: number): void;
}

function NumberField({ label, value, min, max, onChange }: NumberFieldProps) {
  return (
    <label class="field-row">
      <span>{label}</span>
      <input
        type="number"
        min={min}
        max={max}
        step={1}
        value={value}
        onChange={(event) => {
          const input = event.currentTarget;
          const n = Number(input.value);
          if (Number.isInteger(n) && n >= min && n <= max && input.value !== '') onChange(n);
          else {
            say(`${label} must be a whole number from ${count(min)} to ${count(max)}.`);
            input.value = String(value);
          }
        }}
      />
    </label>
  );
}

function Buttons() {
  return (
    <div class="buttons">
      {running.value ? (
        <button type="button" class="primary" onClick={stop}>
          <Icon name="pause" />
          Pause
        </button>
      ) : (
        <button type="button" class="primary" disabled={isOver.value} onClick={() => void start()}>
          <Icon name="play" />
          {hasBegun.value ? 'Continue' : 'Start'}
        </button>
      )}
      {hasBegun.value && (
        <button type="button" onClick={clear}>
          <Icon name="reset" />
          Clear the results
        </button>
      )}
    </div>
  );
}

function Progress() {
  const all = terms.value.games * terms.value.players.length;
  return (
    <div class="tournament-progress">
      <progress max={all} value={gamesDone.value} aria-label="Games played" />
      <span class="quiet">
        {count(gamesDone.value)} of {count(all)} games
        {serverIsBusy.value && ', waiting for the server, which is busy'}
      </span>
    </div>
  );
}

/** The same on the command line, and the results as a file. */
function Elsewhere() {
  const command = commandOf(terms.value);
  return (
    <section class="elsewhere" aria-labelledby="tournament-elsewhere">
      <h2 id="tournament-elsewhere">Elsewhere</h2>
      <p class="about">The same games on the command line, with the same numbers:</p>
      <pre tabIndex={0}>{command}</pre>
      <div class="buttons">
        <button
          type="button"
          onClick={() =>
            void navigator.clipboard.writeText(command).then(
              () => say('Copied.'),
              () => say('The browser blocks copying. Select the text instead.'),
            )
          }
        >
          <Icon name="copy" />
          Copy the command
        </button>
        <button
          type="button"
          onClick={() =>
            saveFile(
              new Blob([JSON.stringify(comparisonOf(terms.peek(), results.peek()))], { type: 'application/json' }),
              'tournament.json',
            )
          }
        >
          <Icon name="download" />
          Download the results
        </button>
      </div>
    </section>
  );
}
