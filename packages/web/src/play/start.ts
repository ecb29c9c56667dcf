// What Play does from the app's start, whichever page is in view.

import { effect } from '@preact/signals';
import { view } from '../game/session.ts';
import { announce } from '../shell/notes.ts';
import { advice, isHint, startAdvice } from './advice.ts';
import { startAutoRun } from './auto-run.ts';
import { startChances } from './chances.ts';
import { keepDraft } from './draft.ts';
import { startCoach } from './later-coach.ts';
import { startEditor } from './later-editor.ts';
import { startEndgame } from './endgame.ts';
import { startRunPanel } from './later-panel.ts';
import { startMilestones } from './milestone.ts';
import { startOutlook } from './outlook.tsx';
import { keepRunChoices } from './run-choices.ts';
import { describeAdvice, describeChange } from './words.ts';

export function startPlay(): void {
  keepDraft();
  startEditor();
  startRunPanel();
  startCoach();
  startAdvice();
  keepRunChoices();
  startAutoRun();
  startChances();
  startEndgame();
  startOutlook();
  startAnnouncements();
  startMilestones();
}

function startAnnouncements(): void {
  // Every move is announced.
  let first = true;
  effect(() => {
    const now = view.value;
    if (first) {
      first = false;
      return;
    }
    announce(describeChange(now));
  });

  // A hint is announced as well as shown; values that are always shown are not announced, or they would drown out the moves.
  effect(() => {
    const found = advice.value;
    if (found && isHint.value) announce(describeAdvice(found));
  });
}
