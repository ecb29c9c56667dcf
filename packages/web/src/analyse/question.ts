// What to explain: the move in view, if it is worse than the best.

import { effect, untracked } from '@preact/signals';
import { MOVES } from 'afterstate';
import { explain } from '../teach/explanation.ts';
import { analysed, at, judgementHere, judgePlayer } from './analysis.ts';

/** Asks why, until the returned function is called. */
export function followQuestion(): () => void {
  const stop = effect(() => {
    const [now, here, judge, ply] = [analysed.value, judgementHere.value, judgePlayer.value, at.value];
    untracked(() => {
      if (!now || !here || judge === undefined || here.loss <= 0) return explain(undefined);
      const { state } = now.timeline.positionAt(ply);
      explain({ game: now.game, state, played: MOVES[here.played]!, best: MOVES[here.best]!, judge });
    });
  });
  return () => {
    stop();
    explain(undefined);
  };
}
