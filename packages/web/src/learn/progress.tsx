// How the training is going: in words, as curves, and as a game of the current network.

import { computed } from '@preact/signals';
import { emptyBoard, type GameName, parseGame } from 'afterstate';
import { BoardView, type Shown } from '../board/board-view.tsx';
import { trace } from '../board/trace.ts';
import { axisNumber, count, percent, short } from '../shell/numbers.ts';
import { gameName } from '../shell/settings.ts';
import { Chart, type Curve } from '../widgets/chart.tsx';
import { curveColour } from '../widgets/curve-colours.ts';
import { NumberList, type NumberRow } from '../widgets/number-list.tsx';
import { newest, type Point, reach, smoothed, toldTiles } from './curve.ts';
import { learned, opened, phase, points, watched } from './learning.ts';

/** Rates and averages cover the last games, this many. */
const RECENT = 300;

const watchedBoard = computed((): Shown => {
  const game = parseGame(learned.value?.game ?? gameName.value);
  const now = watched.value;
  if (!now) return { game, board: emptyBoard(game) };
  const { board } = now.state;
  const afterstate = now.ply && game.afterstate(now.before, now.ply.move);
  if (!now.ply || !afterstate) return { game, board };
  const slides = trace(now.before.board, afterstate.board, now.ply.move, game);
  return { game, board, transition: { slides, spawned: now.ply.spawn.cell } };
});

export function Progress() {
  const { game } = learned.value!;
  const all = points.value;
  const recent = newest(all, RECENT);
  return (
    <>
      <p class="in-words" role="status">
        {recent ? inWords(game, recent) : 'Allocating memory for the network…'}
      </p>
      <div class="figures">
        <Curves game={game} all={all} recent={recent} />
        <section class="watched" aria-label="The current network plays">
          <div class="small-board">
            <BoardView key={game} shown={watchedBoard} caption="Board of the current network" />
          </div>
          <p class="quiet">
            The current network plays. Score {count(watched.value?.score ?? 0)}
            {watched.value?.over && ', game over'}
          </p>
          <Numbers all={all} recent={recent} />
        </section>
      </div>
    </>
  );
}

/** What is happening, in plain words. */
function inWords(game: GameName, recent: Point): string {
  const rate = (exponent: number): number => reach(recent, exponent);
  const { tile, maxExponent, goal, rare } = parseGame(game);
  const best = Array.from({ length: maxExponent }, (_, i) => maxExponent - i).find((e) => rate(e) >= 0.5) ?? 1;
  const usual = tile(best);
  if (rate(goal) < 0.01)
    return `It reaches ${usual} in ${percent(rate(best))} of games, but not ${tile(goal)} yet. It started from zero.`;
  const next = [2, 1].map((more) => goal + more).find((e) => rate(e) >= 0.01);
  const more = next === undefined ? '' : `, ${tile(next)} in ${percent(rate(next))}`;
  const person = rate(rare) > 0.5 ? ` Most people rarely make a ${tile(rare)}.` : '';
  return `It reaches ${tile(goal)} in ${percent(rate(goal))} of games${more}.${person}`;
}

function Curves({ game, all, recent }: { game: GameName; all: readonly Point[]; recent: Point | undefined }) {
  const { tile } = parseGame(game);
  const drawn = smoothed(all, RECENT);
  const x = drawn.map(({ at }) => at);
  const average: Curve = {
    label: 'average score',
    colour: curveColour(0),
    values: drawn.map(({ averageScore }) => averageScore),
  };
  const told = toldTiles(drawn);
  const rates = told.map((exponent): Curve => {
    const values = drawn.map((point) => reach(point, exponent));
    return { label: String(tile(exponent)), colour: curveColour(exponent), values };
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
        summary={(recent ? told : [])
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
  const rows: NumberRow[] = [
    ['Games', count(all.at(-1)?.at ?? 0)],
    ['Moves', short(sum(({ moves }) => moves))],
    ['Moves per second', recent && phase.value === 'learning' ? short(recent.moves / recent.seconds) : '—'],
    ['Best score', count(all.reduce((most, { maxScore }) => Math.max(most, maxScore), 0))],
    ['Weights', made ? `${short(made.weights)}, ${short(made.bytes / 1e6)} MB` : '—'],
  ];
  return <NumberList rows={rows} />;
}
