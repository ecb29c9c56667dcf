// The ways of sharing that several parts of Share have in common: copy, download, and the system's own, if the browser offers it.

import { say } from '../shell/notes.ts';
import { saveFile } from '../shell/save-file.ts';
import { Icon } from '../widgets/icon.tsx';

export function CopyButton({ text, what, label = 'Copy' }: { text: string; what: string; label?: string }) {
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
      say(`${what} copied.`);
    } catch {
      say('The browser blocks copying. Select the text and copy it by hand.');
    }
  };
  return (
    <button type="button" onClick={() => void copy()}>
      <Icon name="copy" />
      {label}
    </button>
  );
}

export function DownloadButton({ file, label = 'Download' }: { file: File; label?: string }) {
  return (
    <button type="button" onClick={() => saveFile(file, file.name)}>
      <Icon name="download" />
      {label}
    </button>
  );
}

/** Empty if the browser cannot hand over such a thing. */
export function SystemShareButton({ data }: { data: ShareData }) {
  if (!navigator.canShare?.(data)) return null;
  const share = async (): Promise<void> => {
    try {
      await navigator.share(data);
    } catch (error) {
      // Closing the system's list is no failure.
      if ((error as Error).name !== 'AbortError') say('The system did not accept it. Download it instead.');
    }
  };
  return (
    <button type="button" onClick={() => void share()}>
      <Icon name="share" />
      Share…
    </button>
  );
}
