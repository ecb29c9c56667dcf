// What auto-run has reached with the player in view: numbers with intervals, tiles, a histogram of the scores.

import { parseGame } from 'afterstate';
import { intervalOf, median, reachRates, sorted } from 'afterstate/measure';
import { BEST_KEPT, LAST_KEPT } from '../game/auto-games.ts';
import { inWords } from '../players/in-words.ts';
import { hrefOf } from '../shell/address.ts';
import { notKept } from '../shell/keeping.ts';
import { say } from '../shell/notes.ts';
import { count, percent } from '../shell/numbers.ts';
import { Histogram } from '../widgets/histogram.tsx';
import { Icon } from '../widgets/icon.tsx';
import { MOST_SCORES, resetStatistics, type RunStatistics } from './run-statistics.ts';

/** Tiles that nearly every game makes, or nearly none, say nothing; this many in between are shown. */
const MOST_TILES = 6;

export function StatisticsView({ reached }: { reached: RunStatistics }) {
  const { games, mean, squares, best, scores } = reached;
  const ends = games > 1 ? intervalOf(mean, Math.sqrt(squares / (games - 1)), games) : undefined;
  const part = games > MOST_SCORES ? `, of the last ${count(MOST_SCORES)} games` : '';
  return (
    <div class="run-statistics">
      <p class="quiet">{inWords(reached.player)}</p>
      <dl>
        <div>
          <dt>Games</dt>
          <dd>{count(games)}</dd>
        </div>
        <div>
          <dt>Average</dt>
          <dd>
            {count(mean)}
            {ends && <small title="95% interval"> ± {count((ends[1] - ends[0]) / 2)}</small>}
          </dd>
        </div>
        <div>
          <dt>Median</dt>
          <dd title={part === '' ? undefined : `Of the last ${count(MOST_SCORES)} games`}>
            {count(median(sorted(scores)))}
          </dd>
        </div>
        <div>
          <dt>Best</dt>
          <dd>{count(best)}</dd>
        </div>
      </dl>
      <TileRates reached={reached} />
      {games > 1 && <Histogram title={`Scores${part}`} values={scores} />}
      <p class="quiet">
        Of the games that it starts by itself, the best {BEST_KEPT} and the last {LAST_KEPT} are kept under{' '}
        <a href={hrefOf('games')}>Games</a>.
      </p>
      <div>
        <button type="button" onClick={() => void reset()}>
          <Icon name="reset" />
          Reset
        </button>
      </div>
    </div>
  );
}

async function reset(): Promise<void> {
  try {
    const takeBack = await resetStatistics();
    say('The statistics of this player were reset.', { label: 'Undo', run: () => void takeBack().catch(notKept) });
  } catch (error) {
    notKept(error);
  }
}

/** How many games made each tile: the largest ones, each with a bar. */
function TileRates({ reached: { game: name, largest, games } }: { reached: RunStatistics }) {
  const game = parseGame(name);
  const made = new Map(Object.entries(largest).map(([exponent, count]) => [Number(exponent), count]));
  const rates = Object.entries(reachRates(game, made, games)).filter(([, { rate }]) => rate > 0);
  return (
    <table class="tile-rates">
      <caption>Games that make a tile or a larger one</caption>
      <tbody>
        {rates.slice(-MOST_TILES).map(([tile, { rate, ci95 }]) => (
          <tr key={tile}>
            <th scope="row">{tile}</th>
            <td class="bar" aria-hidden="true">
              <i style={{ width: `${100 * rate}%` }} />
            </td>
            <td title={`95% interval: ${percent(ci95[0])} to ${percent(ci95[1])}`}>{percent(rate)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
