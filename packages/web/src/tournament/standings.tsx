// The table of a tournament: averages with their intervals, and how far each player is from the first on the same games.

import type { Comparison, Interval } from 'afterstate/measure';
import { count, short } from '../shell/numbers.ts';
import { nameOf, Swatch } from './entrants.tsx';
import { results, terms } from './tournament.ts';

export function Standings({ comparison }: { comparison: Comparison }) {
  const { players } = terms.value;
  const best = Math.max(...comparison.players.map(({ averageScore }) => averageScore));
  return (
    <section aria-labelledby="standings">
      <h2 id="standings">{comparison.games === 1 ? 'The first game' : `The first ${count(comparison.games)} games`}</h2>
      <div class="table-scroll" tabIndex={0} role="region" aria-label="Standings">
        <table class="standings">
          <thead>
            <tr>
              <th scope="col">Player</th>
              <th scope="col">Average</th>
              <th scope="col">Median</th>
              <th scope="col">Best</th>
              <th scope="col">To the first</th>
              <th scope="col">Better in</th>
              <th scope="col">Moves/s</th>
            </tr>
          </thead>
          <tbody>
            {comparison.players.map((measured, i) => {
              const difference = comparison.differences[i - 1];
              return (
                <tr key={i} class={measured.averageScore === best ? 'leads' : undefined}>
                  <th scope="row">
                    <Swatch number={i} />
                    {nameOf(players, i)}
                    <small>{count(results.value[i]!.scores.length)} games</small>
                  </th>
                  <td>
                    {count(measured.averageScore)}
                    <small>{half(measured.averageScoreCI95)}</small>
                  </td>
                  <td>{count(measured.medianScore)}</td>
                  <td>{count(measured.maxScore)}</td>
                  <td>
                    {difference ? signed(difference.difference) : '—'}
                    {difference && <small>{half(difference.ci95)}</small>}
                  </td>
                  <td>
                    {difference ? `${count(difference.wins)} of ${count(comparison.games)}` : '—'}
                    {difference && difference.ties > 0 && <small>{count(difference.ties)} equal</small>}
                  </td>
                  <td>{short(measured.movesPerSecond)}</td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
      <Verdict comparison={comparison} />
    </section>
  );
}

/** What can be said of the differences so far, in a sentence each. */
function Verdict({ comparison }: { comparison: Comparison }) {
  const { players } = terms.value;
  return (
    <ul class="verdicts">
      {comparison.differences.map(({ difference, ci95 }, i) => {
        const [own, first] = [nameOf(players, i + 1), nameOf(players, 0)];
        const sure = ci95 !== null && (ci95[0] > 0 || ci95[1] < 0);
        return (
          <li key={i}>
            {sure
              ? `${own} plays ${difference > 0 ? 'better' : 'worse'} than ${first}: the interval of the difference does not include 0.`
              : `${own} and ${first} cannot be told apart by ${comparison.games === 1 ? 'one game' : `${count(comparison.games)} games`}.`}
          </li>
        );
      })}
    </ul>
  );
}

function half(ends: Interval | null): string {
  return ends ? `± ${count((ends[1] - ends[0]) / 2)}` : '';
}

function signed(n: number): string {
  return n > 0 ? `+${count(n)}` : count(n);
}
