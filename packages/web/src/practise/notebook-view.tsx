// The notebook at a glance: where its positions come from, and how many are in each box.

import { count } from '../shell/numbers.ts';
import { BOXES } from '../teach/schedule.ts';
import { counts, inSource, shownSources, type Source, SOURCES, toggleSource } from './practise.ts';

const NAMES: Readonly<Record<Source, string>> = { own: 'from your games', collected: 'collected' };

export function Sources() {
  return (
    <div class="counts" role="group" aria-label="Positions to practise">
      {SOURCES.map((source) => (
        <button
          key={source}
          type="button"
          aria-pressed={shownSources.value.has(source)}
          onClick={() => toggleSource(source)}
        >
          {count(inSource(source))} {NAMES[source]}
        </button>
      ))}
    </div>
  );
}

export function Notebook() {
  const { boxes } = counts.value!;
  if (boxes.every((n) => n === 0)) return null;
  const most = Math.max(...boxes);
  return (
    <section class="notebook" aria-label="Notebook">
      <h2>Notebook</h2>
      <table>
        <tbody>
          {boxes.map(
            (n, box) =>
              n > 0 && (
                <tr key={box}>
                  <th scope="row">{box === 0 ? 'New or missed' : `Back after ${days(BOXES[box - 1]!)}`}</th>
                  <td>{count(n)}</td>
                  <td class="bar" aria-hidden="true">
                    <i style={{ width: `${(100 * n) / most}%` }} />
                  </td>
                </tr>
              ),
          )}
        </tbody>
      </table>
      <p class="quiet thresholds">
        Each right answer doubles the time until a position comes back. A missed one comes back after ten minutes.
      </p>
    </section>
  );
}

function days(n: number): string {
  return n === 1 ? '1 day' : `${n} days`;
}
