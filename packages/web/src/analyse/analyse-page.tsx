// The Analyse page: a game, the curve of the expected score, and the moves that lost the most.

import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { fromLink } from '../game/record-link.ts';
import { address, clearParameters } from '../shell/address.ts';
import { say } from '../shell/notes.ts';
import { gameName } from '../shell/settings.ts';
import { leaveLine, lineStep, stepLine } from '../teach/better-line.ts';
import { toggleLine } from '../teach/explanation.ts';
import {
  analysed,
  analyseOwnGame,
  at,
  followJudge,
  go,
  openAnalysisOfTab,
  openKept,
  openRecordText,
  recordText,
} from './analysis.ts';
import { Analysis } from './analysis-view.tsx';
import { Beginning } from './beginning.tsx';
import { analysisWithRecord } from './kept-analysis.ts';
import { followQuestion } from './question.ts';
import { jump } from './shown-marks.ts';
import '../style/analyse.css';
import '../style/teach.css';

/** A link stays in the address until the analysis is closed, so the view can be shared or bookmarked. */
async function takeParameters(parameters: URLSearchParams): Promise<void> {
  const record = parameters.get('record');
  if (parameters.get('from') === 'play') {
    analyseOwnGame();
    clearParameters();
  } else if (record === null) return openAnalysisOfTab();
  else await takeLink(fromLink(record));
}

async function takeLink(text: string): Promise<void> {
  const [line] = text.split('\n');
  if (analysed.peek() && recordText() === line) return;
  // A reload: the place and the results so far are kept.
  const kept = await analysisWithRecord(line!);
  if (kept) return openKept(kept);
  const wrong = openRecordText(text);
  if (wrong === undefined) return;
  say(`This link does not contain a valid record: ${wrong}.`);
  clearParameters();
}

export default function AnalysePage() {
  useLayoutEffect(() => void takeParameters(address.value.parameters), [address.value]);
  // Another game: its own analysis, or none.
  const shown = useRef(gameName.value);
  useEffect(() => {
    if (shown.current === gameName.value) return;
    shown.current = gameName.value;
    if (analysed.peek()?.game.name === gameName.value) return;
    clearParameters();
    void openAnalysisOfTab();
  }, [gameName.value]);
  useLayoutEffect(followJudge, []);
  useLayoutEffect(followQuestion, []);
  useLayoutEffect(() => {
    const heard = (event: KeyboardEvent): void => {
      if (!analysed.peek() || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.target instanceof HTMLElement && event.target.closest('input:not([type="range"]), textarea, select'))
        return;
      const act = KEYS[event.key];
      if (!act || document.querySelector('dialog[open]')) return;
      event.preventDefault();
      act(event.shiftKey);
    };
    addEventListener('keydown', heard);
    return () => removeEventListener('keydown', heard);
  }, []);
  return analysed.value ? <Analysis /> : <Beginning />;
}

const KEYS: Readonly<Record<string, (shift: boolean) => void>> = {
  ArrowLeft: (shift) => (shift ? jump(-1) : lineStep.peek() ? stepLine(-1) : go(at.peek() - 1)),
  ArrowRight: (shift) => (shift ? jump(1) : lineStep.peek() ? stepLine(1) : go(at.peek() + 1)),
  b: toggleLine,
  Escape: leaveLine,
  p: () => jump(-1),
  n: () => jump(1),
  Home: () => go(0),
  End: () => go(Infinity),
};
