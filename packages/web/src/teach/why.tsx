// Why a move is worse: what it breaks by the rules, then how games went when played on. The numbers say how many games they come from.

import { formOf } from '../players/forms.ts';
import { percent } from '../shell/numbers.ts';
import { capital } from '../shell/words.ts';
import { chances, comparison, question } from './explanation.ts';
import { aTile, statementsOf, wordsOf } from './statements.ts';

export function Why() {
  const now = comparison.value;
  if (!now) return null;
  const stated = statementsOf(now);
  return (
    <section class="why" aria-label="Why">
      {stated.length > 0 && (
        <ul>
          {stated.map((statement) => (
            <li key={statement.kind}>{wordsOf(statement, now)}.</li>
          ))}
        </ul>
      )}
      {stated.length === 0 && (
        <p>
          Nothing breaks at once: {now.played.move} leaves at least as many empty cells as {now.best.move}, and merges
          as much. Its cost shows later.
        </p>
      )}
      <PlayOuts />
    </section>
  );
}

function PlayOuts() {
  const found = chances.value;
  const asked = question.value!;
  if (!found) return <p class="quiet slow">Playing games on after both moves …</p>;
  const { played, best, tile } = found;
  const rows: (readonly [what: string, one: number, other: number])[] = [
    ['Lost within 20 moves', played.lost / played.games, best.lost / best.games],
  ];
  if (played.reached !== undefined && best.reached !== undefined)
    rows.push([`Makes ${aTile(tile)}`, played.reached / played.games, best.reached / best.games]);
  return (
    <table class="chances">
      <caption class="quiet">
        {capital(byWhom(asked.judge))} played on {played.games} times after {asked.played} and {best.games} times after{' '}
        {asked.best}
      </caption>
      <thead>
        <tr>
          <td />
          <th scope="col">{capital(asked.played)}</th>
          <th scope="col">{capital(asked.best)}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(([what, one, other]) => (
          <tr key={what}>
            <th scope="row">{what}</th>
            <td>{percent(one)}</td>
            <td>{percent(other)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** A network plays at one ply, whatever its search. */
function byWhom(judge: string): string {
  const form = formOf(judge);
  return form?.name === 'ntuple' ? 'the network, at one ply,' : `the player ${form?.title ?? ''}`.trim();
}
