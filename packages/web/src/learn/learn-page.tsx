// The Learn page: the settings as a sentence, the curves growing, and a small board where the newest network plays.

import { computed, signal } from '@preact/signals';
import { NETWORKS, parseGame } from 'afterstate';
import { useRef } from 'preact/hooks';
import { BoardView, type Shown } from '../board/board-view.tsx';
import { TILE_COLOURS } from '../board/colours.ts';
import { trace } from '../board/trace.ts';
import { PictureTd } from '../help/method-pictures.tsx';
import { describeModel } from '../players/open-model.ts';
import { say } from '../shell/notes.ts';
import { hrefOf } from '../shell/address.ts';
import { Icon } from '../shell/icon.tsx';
import { axisNumber, count, percent, short } from '../shell/numbers.ts';
import { gameName } from '../shell/settings.ts';
import { Chart, type Curve } from '../shell/chart.tsx';
import { newest, type Point, reach } from './curve.ts';
import {
  choice,
  choose,
  download,
  exporting,
  learned,
  METHOD_CHOICES,
  NETWORK_CHOICES,
  opened,
  pause,
  phase,
  playWithIt,
  points,
  problem,
  reset,
  resume,
  start,
  THREAD_CHOICES,
  toldTiles,
  watched,
} from './learning.ts';

/** Rates and averages are told of so many of the newest games. */
const RECENT = 300;

export function LearnPage() {
  const idle = phase.value === 'idle';
  return (
    <main class="learn">
      <h1>Learn</h1>
      <section class="panel setup" aria-label="What is learned">
        <Sentence />
        <Buttons />
        {problem.value !== undefined && (
          <p class="problem" role="alert">
            {problem.value}
          </p>
        )}
      </section>
      {idle ? <Beginning /> : <Progress />}
    </main>
  );
}

/** Where the help explains a method under another name. */
const METHOD_TOPICS: Readonly<Record<string, string>> = {
  tc: 'tc',
  'tc-lambda': 'lambda',
  'td-lambda': 'lambda',
  backward: 'backward',
};

function Beginning() {
  return (
    <section class="empty">
      <p>
        A network starts with nothing and learns by playing itself: after each move it corrects what it thought of the
        board before. Press Start: within seconds it builds larger and larger tiles, within a minute or two it makes
        2048 in most of its games. It all happens in this tab.
      </p>
      <PictureTd />
      <p>
        <a href={hrefOf('help', { about: METHOD_TOPICS[choice.value.method] ?? 'td' })}>How learning works</a>
      </p>
    </section>
  );
}

const GAME_CHOICES = [
  ['2048', '2048'],
  ['threes', 'Threes'],
] as const;

/** "Learn 2048 with five 4-tuples by TC, α 1, on 2 threads." */
function Sentence() {
  const fixed = learned.value;
  const { network, method, alpha, threads } = fixed ?? choice.value;
  const game = fixed?.game ?? gameName.value;
  const threadWords = THREAD_CHOICES.map((n) => [String(n), n === 1 ? '1 thread' : `${n} threads`] as const);
  if (fixed)
    return (
      <p class="sentence fixed">
        Learn <b>{wordFor(GAME_CHOICES, game)}</b> with <b>{wordFor(NETWORK_CHOICES, network)}</b> by{' '}
        <b>{wordFor(METHOD_CHOICES, method)}</b>, α <b>{alpha}</b>, on <b>{wordFor(threadWords, String(threads))}</b>.
      </p>
    );
  return (
    <p class="sentence">
      Learn{' '}
      <Word
        label="game"
        value={game}
        choices={GAME_CHOICES}
        onChange={(name) => (gameName.value = name === 'threes' ? 'threes' : '2048')}
      />{' '}
      with <NetworkWord network={network} /> by{' '}
      <Word label="method" value={method} choices={METHOD_CHOICES} onChange={(method) => choose({ method })} />, α{' '}
      <input
        type="number"
        aria-label="step size"
        min={0.0001}
        max={10}
        step="any"
        value={alpha}
        onChange={(event) => choose({ alpha: Number(event.currentTarget.value) || alpha })}
      />
      , on{' '}
      <Word
        label="threads"
        value={String(threads)}
        choices={threadWords}
        onChange={(threads) => choose({ threads: Number(threads) })}
      />
      .
    </p>
  );
}

/** Whether patterns are typed. */
const typing = signal(false);
const OWN = 'own';

/** One of the known networks, or patterns of one's own, which begin as those of the network before. */
function NetworkWord({ network }: { network: string }) {
  const known = NETWORK_CHOICES.some(([name]) => name === network);
  const own = typing.value || !known;
  return (
    <>
      <Word
        label="network"
        value={own ? OWN : network}
        choices={[...NETWORK_CHOICES, [OWN, 'these patterns']]}
        onChange={(name) => {
          typing.value = name === OWN;
          choose({ network: name === OWN ? (NETWORKS[network] ?? network) : name });
        }}
      />
      {own && (
        <>
          {' '}
          <input
            type="text"
            class="patterns"
            aria-label="patterns"
            title="Cells in hex, row by row: 0123 is the first row; names such as 4x6 as well"
            spellcheck={false}
            autocomplete="off"
            autocapitalize="off"
            value={network}
            onChange={(event) => choose({ network: event.currentTarget.value.trim() || '5x4' })}
          />
        </>
      )}
    </>
  );
}

type Words = readonly (readonly [value: string, label: string])[];

function wordFor(choices: Words, value: string): string {
  return choices.find(([choice]) => choice === value)?.[1] ?? value;
}

interface WordProps {
  readonly label: string;
  readonly value: string;
  readonly choices: Words;
  onChange(value: string): void;
}

/** A part of the sentence that can be another. */
function Word({ label, value, choices, onChange }: WordProps) {
  const known = choices.some(([choice]) => choice === value);
  return (
    <select aria-label={label} value={value} onChange={(event) => onChange(event.currentTarget.value)}>
      {!known && <option value={value}>{value}</option>}
      {choices.map(([choice, text]) => (
        <option key={choice} value={choice}>
          {text}
        </option>
      ))}
    </select>
  );
}

function Buttons() {
  const file = useRef<HTMLInputElement>(null);
  const now = phase.value;
  const busy = exporting.value;
  if (now === 'idle')
    return (
      <div class="buttons">
        <button type="button" class="primary" onClick={() => start()}>
          <Icon name="play" />
          Start
        </button>
        <button type="button" onClick={() => file.current?.click()}>
          <Icon name="open" />
          Open a model
        </button>
        <input
          ref={file}
          class="unseen"
          type="file"
          tabIndex={-1}
          aria-label="A model file"
          accept=".compact,.safetensors"
          onChange={(event) => {
            const [picked] = event.currentTarget.files ?? [];
            if (picked) void goOnWith(picked);
          }}
        />
      </div>
    );
  return (
    <div class="buttons">
      {now === 'paused' ? (
        <button type="button" class="primary" onClick={resume}>
          <Icon name="play" />
          Go on
        </button>
      ) : (
        <button type="button" class="primary" disabled={now === 'opening'} onClick={pause}>
          <Icon name="pause" />
          Pause
        </button>
      )}
      <button type="button" disabled={busy || now === 'opening'} onClick={() => void playWithIt()}>
        <Icon name="board" />
        Play with it
      </button>
      <button type="button" disabled={busy || now === 'opening'} onClick={() => void download('compact')}>
        <Icon name="download" />
        Download
      </button>
      <ResetButton />
    </div>
  );
}

/** So many games are not thrown away without being asked. */
const DEAR = 3000;
const forgetting = signal(false);

function ResetButton() {
  const again = (): void => {
    forgetting.value = false;
    reset();
  };
  if (!forgetting.value)
    return (
      <button
        type="button"
        onClick={() => ((points.peek().at(-1)?.at ?? 0) < DEAR ? again() : (forgetting.value = true))}
      >
        <Icon name="new" />
        Reset
      </button>
    );
  return (
    <span class="asked" role="group" aria-label="Forget this network?">
      Forget this network?
      <button type="button" onClick={again}>
        Forget it
      </button>
      <button type="button" onClick={() => (forgetting.value = false)}>
        Keep it
      </button>
    </span>
  );
}

async function goOnWith(file: File): Promise<void> {
  const described = await describeModel(file);
  if (!described) return;
  const { players, ...model } = described;
  if (players.includes('ntuple')) start({ blob: file, ...model });
  else say(`${file.name} is a neural network; those learn by the command, afterstate fit --from.`);
}

const watchedBoard = computed((): Shown => {
  const game = parseGame(learned.value?.game ?? gameName.value);
  const now = watched.value;
  const empty = Array.from({ length: 16 }, () => 0);
  if (!now) return { game, board: empty };
  const { board } = now.state;
  const afterstate = now.ply && game.afterstate(now.before, now.ply.move);
  if (!now.ply || !afterstate) return { game, board };
  const slides = trace(now.before.board, afterstate.board, now.ply.move);
  return { game, board, transition: { slides, spawned: now.ply.spawn.cell } };
});

function Progress() {
  const { game } = learned.value!;
  const all = points.value;
  const recent = newest(all, RECENT);
  return (
    <>
      <p class="in-words" role="status">
        {recent ? inWords(game, recent) : 'Making room for the network …'}
      </p>
      <div class="learn-grid">
        <Curves game={game} all={all} recent={recent} />
        <section class="watched" aria-label="The newest network plays">
          <div class="small-board">
            <BoardView key={game} shown={watchedBoard} caption="Board of the newest network" />
          </div>
          <p class="quiet">
            The newest network plays. Score {count(watched.value?.score ?? 0)}
            {watched.value?.over && ', game over'}
          </p>
          <Numbers all={all} recent={recent} />
        </section>
      </div>
    </>
  );
}

/** What is happening, in plain words. */
function inWords(game: '2048' | 'threes', recent: Point): string {
  const rate = (exponent: number): number => reach(recent, exponent);
  const { tile, maxExponent } = parseGame(game);
  const goal = game === '2048' ? 11 : 9;
  const best = Array.from({ length: maxExponent }, (_, i) => maxExponent - i).find((e) => rate(e) >= 0.5) ?? 1;
  const usual = tile(best);
  if (rate(goal) < 0.01)
    return `It makes a ${usual} in ${percent(rate(best))} of games, and no ${tile(goal)} yet; it started with nothing.`;
  const next = [2, 1].map((more) => goal + more).find((e) => rate(e) >= 0.01);
  const more = next === undefined ? '' : `, a ${tile(next)} in ${percent(rate(next))}`;
  const person = rate(goal) > 0.5 ? '; a person rarely does' : '';
  return `It makes ${tile(goal)} in ${percent(rate(goal))} of games${more}${person}.`;
}

function Curves({ game, all, recent }: { game: '2048' | 'threes'; all: readonly Point[]; recent: Point | undefined }) {
  const { tile } = parseGame(game);
  const x = all.map(({ at }) => at);
  const average: Curve = {
    label: 'average score',
    colour: { light: '#a8481f', dark: '#e8935f' },
    values: all.map(({ averageScore }) => averageScore),
  };
  const told = recent ? toldTiles(game, (exponent) => reach(recent, exponent)) : [];
  const rates = told.map((exponent): Curve => {
    const { light, dark } = TILE_COLOURS[game];
    const colour = { light: light.tiles[exponent - 1]!.ground, dark: dark.tiles[exponent - 1]!.ground };
    return { label: String(tile(exponent)), colour, values: all.map((point) => reach(point, exponent)) };
  });
  const now = recent ? `now ${count(recent.averageScore)}` : 'no games yet';
  return (
    <div class="charts">
      <Chart
        title={`Average score: ${now}`}
        summary={`Average score over games, ${now}`}
        x={x}
        curves={[average]}
        format={axisNumber}
      />
      <Chart
        title="Games that reach a tile"
        summary={told
          .map((exponent) => `${tile(exponent)} in ${percent(reach(recent!, exponent))} of games`)
          .join(', ')}
        x={x}
        curves={rates}
        top={1}
        format={percent}
      />
    </div>
  );
}

function Numbers({ all, recent }: { all: readonly Point[]; recent: Point | undefined }) {
  const sum = (of: (point: Point) => number): number => all.reduce((total, point) => total + of(point), 0);
  const made = opened.value;
  const rows: [string, string][] = [
    ['Games', count(all.at(-1)?.at ?? 0)],
    ['Moves', short(sum(({ moves }) => moves))],
    ['Moves a second', recent && phase.value === 'learning' ? short(recent.moves / recent.seconds) : '—'],
    ['Best score', count(all.reduce((most, { maxScore }) => Math.max(most, maxScore), 0))],
    ['Weights', made ? `${short(made.weights)}, ${short(made.bytes / 1e6)} MB` : '—'],
  ];
  return (
    <dl class="numbers">
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
