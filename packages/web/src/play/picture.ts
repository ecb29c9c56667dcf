// A board read from a picture: it becomes a draft, and the picture stays beside it until the draft is done, so that a person can compare
// the two. The code that reads pictures is loaded with the first one.

import { effect, signal } from '@preact/signals';
import { view } from '../game/session.ts';
import { go } from '../shell/address.ts';
import { announce, say } from '../shell/notes.ts';
import { stop } from './auto-run.ts';
import { draft, fromBoard } from './draft.ts';

export interface Picture {
  /** The picture's address, valid while the draft lives. */
  readonly url: string;
  /** Its width divided by its height. */
  readonly aspect: number;
  /** Where the board is, as shares of the picture: left, top, width, height. */
  readonly place: readonly [number, number, number, number];
}

export const picture = signal<Picture | undefined>(undefined);

/** Starts removing each picture with its draft. */
export function startPictures(): void {
  effect(() => {
    if (!draft.value) forgetPicture();
  });
}

function forgetPicture(): void {
  const old = picture.peek();
  if (old) URL.revokeObjectURL(old.url);
  picture.value = undefined;
}

export async function openPicture(file: Blob): Promise<void> {
  const { game, state } = view.peek();
  let read;
  try {
    const { readPicture } = await import('../picture/read-picture.ts');
    read = await readPicture(file, game);
  } catch {
    say('This picture could not be opened; use a PNG, JPEG or WebP file.');
    return;
  }
  if (!read) {
    say(`No board of ${game.rows}×${game.columns} cells was found in the picture; show the whole board, upright.`);
    return;
  }
  stop();
  go('play');
  forgetPicture();
  draft.value = fromBoard(game, read.board, draft.peek()?.next ?? state.next, read.doubtful);
  picture.value = { url: URL.createObjectURL(file), aspect: read.aspect, place: read.place };
  announce(pictureWords(read.doubtful.length));
}

export function pictureWords(doubtful: number): string {
  if (doubtful === 0) return 'Read from the picture; every cell was clear.';
  const [those, are] = doubtful === 1 ? ['One cell', 'is'] : [`${doubtful} cells`, 'are'];
  return `Read from the picture. ${those} with a dashed edge ${are} uncertain.`;
}
