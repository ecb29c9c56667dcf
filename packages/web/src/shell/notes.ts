// What the app says in words: notes, visible on whichever page is in view, and announcements, which are only heard. Both are polite live
// regions; a note may offer one action.

import { signal } from '@preact/signals';

export interface Note {
  readonly text: string;
  readonly action?: { readonly label: string; run(): void };
  /** Good news: it stands out. */
  readonly glad?: boolean;
}

export const note = signal<Note | undefined>(undefined);
export const announcement = signal('');

const READ_FOR = 6000;
const READ_FOR_EACH = 60;
let fading: ReturnType<typeof setTimeout> | undefined;

export function say(text: string, action?: Note['action'], ms?: number): void {
  show(action ? { text, action } : { text }, ms);
}

/** Says that something was achieved. */
export function praise(text: string): void {
  show({ text, glad: true });
}

/** Long notes, such as why a file was refused, take longer to read. */
function show(next: Note, ms = Math.max(READ_FOR, READ_FOR_EACH * next.text.length)): void {
  note.value = next;
  clearTimeout(fading);
  fading = setTimeout(unsay, ms);
}

export function unsay(): void {
  clearTimeout(fading);
  note.value = undefined;
}

/** The least time between announcements; the latest wins, because a queue of old moves helps nobody. */
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
