// What a move costs, in words: as a share, and in points if the judge's values are points.

import { formOf } from '../players/forms.ts';
import { count, percent } from '../shell/numbers.ts';
import type { Judgement } from './verdict.ts';

/** "12% of the points to come (5,120)". */
export function costOf({ loss, share }: Pick<Judgement, 'loss' | 'share'>, judge: string): string {
  const isScore = formOf(judge)?.unit === 'score';
  return isScore ? `${percent(share)} of the points to come (${count(loss)})` : `${percent(share)} of its value`;
}
