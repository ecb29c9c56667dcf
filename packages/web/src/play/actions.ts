// What a person can do on the Play page, by key, button or swipe.

import type { Move } from 'afterstate';
import { positionParameters } from '../game/position-link.ts';
import * as session from '../game/session.ts';
import { go, linkTo } from '../shell/address.ts';
import { announce, type Note, note, say, unsay } from '../shell/notes.ts';
import { showValues } from '../shell/settings.ts';
import { hint } from './advice.ts';
import { running, start, step, stop } from './auto-run.ts';
import { beginDraft, draft } from './draft.ts';
import { coach } from './later-coach.ts';

const { view } = session;

function make(move: Move): void {
  const said = note.peek();
  if (session.move(move)) {
    // Unless the move itself has raised a note.
    if (note.peek() === said) unsay();
  } else if (!view.peek().over) announce(`Nothing can move ${move}.`);
}

export const actions = {
  move(move: Move): void {
    if (draft.peek()) return;
    stop();
    if (!coach.peek()?.holds(move, () => make(move))) make(move);
  },
  undo(): void {
    if (draft.peek()) return;
    stop();
    if (!session.undo()) say('Nothing to undo.');
  },
  redo(): void {
    if (draft.peek()) return;
    stop();
    if (!session.redo()) say('Nothing to redo.');
  },
  hint: (): void => (draft.peek() || view.peek().over ? undefined : hint()),
  values(): void {
    showValues.value = !showValues.peek();
  },
  auto: (): void => (draft.peek() ? undefined : running.peek() ? stop() : start()),
  step(): void {
    if (draft.peek()) return;
    unsay();
    void step();
  },
  newGame(): void {
    if (draft.peek()) return;
    stop();
    const had = view.peek().moves > 0;
    session.newGame();
    if (had) say('New game. The last one is kept under Games.', { label: 'Restore the last one', run: actions.undo });
  },
  edit(): void {
    stop();
    if (draft.peek()) draft.value = undefined;
    else beginDraft(view.peek().game, view.peek().state);
  },
  async share(): Promise<void> {
    const link = linkTo('play', positionParameters(view.peek()));
    try {
      await navigator.clipboard.writeText(link);
      say('Link to this position copied.', wholeGame());
    } catch {
      // The clipboard may be blocked; then the address bar holds the link.
      history.replaceState(null, '', link);
      say('The address bar now holds a link to this position.', wholeGame());
    }
  },
};

/** A position is shared at once; sharing the game that led to it has its own page. */
function wholeGame(): Note['action'] {
  if (view.peek().moves === 0) return undefined;
  return { label: 'Share the whole game', run: () => go('replay', { from: 'play' }) };
}
