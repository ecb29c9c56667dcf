// The editor of positions, which few visits need: it is loaded once the first player is here, or earlier if someone edits.

import { effect, signal } from '@preact/signals';
import { firstPlayer } from '../engine/first-player.ts';
import { say } from '../shell/notes.ts';
import { draft } from './draft.ts';

export const editor = signal<typeof import('./editor.tsx') | undefined>(undefined);

async function fetchEditor(): Promise<typeof import('./editor.tsx')> {
  const loaded = await import('./editor.tsx');
  if (editor.peek()) return loaded;
  loaded.startPictures();
  editor.value = loaded;
  return loaded;
}

const NOT_LOADED = 'The editor could not be loaded: you are offline, or a newer version of the app is available.';

/** Hears pastes on the page from the first moment. Text pasted into a field belongs to the field. */
export function listenToPaste(): () => void {
  const pasted = (event: ClipboardEvent): void => {
    const image = [...(event.clipboardData?.files ?? [])].find(({ type }) => type.startsWith('image/'));
    const text = event.clipboardData?.getData('text') ?? '';
    const isField = event.target instanceof HTMLTextAreaElement || event.target instanceof HTMLInputElement;
    if (!image && (isField || text.trim() === '')) return;
    event.preventDefault();
    fetchEditor().then(
      ({ takePicture, takeText }) => (image ? takePicture(image) : takeText(text)),
      () => say(NOT_LOADED),
    );
  };
  document.addEventListener('paste', pasted);
  return () => document.removeEventListener('paste', pasted);
}

export function startEditor(): void {
  // If this fails, it is loaded again when needed.
  firstPlayer.then(fetchEditor).catch(() => undefined);
  effect(() => {
    if (!draft.value || editor.value) return;
    fetchEditor().catch(() => {
      draft.value = undefined;
      say(NOT_LOADED);
    });
  });
}
