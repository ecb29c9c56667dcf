// How well the game was played, overall and phase by phase.

import { computed } from '@preact/signals';
import { count, percent } from '../shell/numbers.ts';
import { accuracyOf, type Judged, type Phase, phasesOf } from '../teach/accuracy.ts';
import { aTile } from '../teach/statements.ts';
import { VERDICT_NAMES } from '../teach/verdict-shape.tsx';
import { analysed, judgements, valuesOf } from './analysis.ts';

const judged = computed((): readonly Judged[] => {
  const now = analysed.value;
  if (!now) return [];
  return judgements.value.map((judgement, ply) => ({
    judgement,
    legal: valuesOf(ply)!.filter((value) => !Number.isNaN(value)).length,
    largest: now.largest[ply]!,
    score: now.scores[ply]!,
  }));
});

export function Accuracy() {
  const { share, moves } = accuracyOf(judged.value);
  if (share === undefined) return null;
  const phases = phasesOf(judged.value).filter((phase) => phase.share !== undefined);
  return (
    <section class="accuracy" aria-label="Accuracy">
      <p>
        <b>{percent(share)}</b> accuracy{' '}
        <span class="quiet">over {moves === 1 ? '1 move' : `${count(moves)} moves`} with a choice</span>
      </p>
      {phases.length > 1 && (
        <table>
          <tbody>
            {phases.map((phase) => (
              <PhaseRow key={phase.from} phase={phase} />
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

function PhaseRow({ phase: { from, to, share, blunders } }: { phase: Phase }) {
  const { game } = analysed.value!;
  return (
    <tr>
      <th scope="row">{from < to ? `Up to ${game.tile(to)}` : `With ${aTile(game.tile(to))}`}</th>
      <td>
        <b>{percent(share!)}</b>
      </td>
      <td class="bar" aria-hidden="true">
        <i style={{ width: `${100 * share!}%` }} />
      </td>
      <td class="quiet">
        {blunders === 0 ? 'no blunders' : `${count(blunders)} ${VERDICT_NAMES.blunder[blunders === 1 ? 0 : 1]}`}
      </td>
    </tr>
  );
}
