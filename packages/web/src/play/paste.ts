// Text pasted on the Play page: a board in any form that the library reads, or a link to a position.

import { readBoard } from 'afterstate';
import { view } from '../game/session.ts';
import { messageOf } from '../shell/errors.ts';
import { say } from '../shell/notes.ts';
import { stop } from './auto-run.ts';
import { beginDraft, draft } from './draft.ts';
import { pasteText } from './draft-text.ts';

export function takeText(text: string): void {
  if (draft.peek()) return pasteText(text);
  const { game, state } = view.peek();
  const link = /#\/play\?\S*board=\S+/.exec(text);
  if (link) {
    location.hash = link[0];
    return;
  }
  try {
    readBoard(text, game);
  } catch (error) {
    say(`The pasted text is not a board: ${messageOf(error)}.`);
    return;
  }
  stop();
  beginDraft(game, state);
  pasteText(text);
}
