// The text of a draft: what it stands for, and what a person types or pastes. It is loaded with the editor, because few visits need the
// many forms of a board.

import { computed } from '@preact/signals';
import { readBoard, type State } from 'afterstate';
import { parseHash } from '../shell/address.ts';
import { draft, draftText, fromState } from './draft.ts';

/** The position that the draft stands for, or what is wrong with it. */
export const reading = computed((): { state: State } | { problem: string } | undefined => {
  if (!draft.value) return undefined;
  try {
    const { state } = readBoard(draftText(draft.value), draft.value.game);
    // Nothing can move on it, and no game reaches it.
    if (state.board.every((exponent) => exponent === 0))
      return { problem: 'the board is empty; place at least one tile' };
    return { state };
  } catch (error) {
    return { problem: (error as Error).message };
  }
});

/** A board as a person types or pastes it, in any form that the library reads, or a link to a position. */
export function setText(text: string): void {
  const now = draft.peek()!;
  const plain = boardOfLink(text) ?? text;
  try {
    const { state, exponents } = readBoard(plain, now.game);
    draft.value = { ...fromState(now.game, state, plain), exponents };
  } catch {
    draft.value = { ...now, typed: text };
  }
}

/** Pasted text is rewritten in the usual form at once; if it is wrong, it stays as it is. */
export function pasteText(text: string): void {
  setText(text);
  settleText();
}

export function settleText(): void {
  const now = draft.peek();
  if (now && reading.peek() && 'state' in reading.peek()!) draft.value = { ...now, typed: undefined };
}

function boardOfLink(text: string): string | undefined {
  const hash = text.indexOf('#/');
  return hash < 0 ? undefined : (parseHash(text.slice(hash)).parameters.get('board') ?? undefined);
}
