// What each of the four moves is worth: the best is filled and bold, and the one that was played says so.

import { MOVES } from 'afterstate';
import { alike } from '../shell/numbers.ts';
import { Icon } from '../widgets/icon.tsx';
import type { Judgement } from './verdict.ts';

interface FourValuesProps extends Pick<Judgement, 'best' | 'played'> {
  /** In the order of `MOVES`; NaN if a move is not legal. */
  readonly values: readonly number[];
  /** What to say about the move in question. */
  readonly label?: string;
}

export function FourValues({ values, best, played, label = 'played' }: FourValuesProps) {
  const write = alike(values);
  return (
    <ul class="four">
      {MOVES.map((move, i) => (
        <li key={move} class={i === best ? 'best' : undefined}>
          <Icon name={move} />
          <span class="unseen">{move}</span>
          {Number.isNaN(values[i]) ? '—' : write(values[i]!)}
          {i === played && <small>{label}</small>}
        </li>
      ))}
    </ul>
  );
}
