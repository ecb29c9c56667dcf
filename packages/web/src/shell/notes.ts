// What the app says in words: a quiet note that is seen, and announcements that are only heard. Both are polite live
// regions; a note may carry one thing to do about it.

import { signal } from '@preact/signals';

export interface Note {
  readonly text: string;
  readonly action?: { readonly label: string; run(): void };
}

export const note = signal<Note | undefined>(undefined);
export const announcement = signal('');

const READ_FOR = 6000;
let fading: ReturnType<typeof setTimeout> | undefined;

export function say(text: string, action?: Note['action']): void {
  note.value = action ? { text, action } : { text };
  clearTimeout(fading);
  fading = setTimeout(unsay, READ_FOR);
}

export function unsay(): void {
  clearTimeout(fading);
  note.value = undefined;
}

/** Said to screen readers at most this often; the newest wins, since a queue of old moves helps nobody. */
const PAUSE = 250;
let next: string | undefined;
let busy = false;

export function announce(text: string): void {
  next = text;
  if (busy) return;
  busy = true;
  speak();
}

function speak(): void {
  if (next === undefined) {
    busy = false;
    return;
  }
  announcement.value = next;
  next = undefined;
  setTimeout(speak, PAUSE);
}
