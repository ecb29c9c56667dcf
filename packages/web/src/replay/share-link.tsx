// Shares a replay as a link, as a record file, and as code for another page.

import { signal } from '@preact/signals';
import { writeRecord } from 'afterstate';
import { LONGEST_LINK } from '../game/record-link.ts';
import { linkTo } from '../shell/address.ts';
import { count } from '../shell/numbers.ts';
import { movesOf } from '../shell/words.ts';
import { CopyButton, DownloadButton, SystemShareButton } from './passing.tsx';
import { letters } from './opening.ts';
import { at, replayed } from './replay.ts';
import { fileName, titleWords } from './words.ts';

/** Code for a page goes through no message, so only browsers limit it: the strictest of them takes 80,000 characters. */
const LONGEST_FRAME = 64_000;
const FRAME = { width: 360, height: 500 } as const;

/** Whether the link begins at the move in view. */
const startsHere = signal(false);

/** An address on this machine only: nobody else can open it. */
const isLocal = /^(localhost|.*\.localhost|127\..*|\[::1\])$/.test(location.hostname);

function LocalWarning({ what }: { what: string }) {
  if (!isLocal) return null;
  return (
    <p class="quiet">
      This app runs on your own computer, so {what} works on this computer only. On a web host it works for everyone:
      the app is a folder of files that any host can serve.
    </p>
  );
}

function recordFile(): File {
  const { record } = replayed.value!.shared;
  return new File([`${writeRecord(record)}\n`], `${fileName()}.jsonl`, { type: 'application/jsonl' });
}

function place(): Record<string, string> {
  return startsHere.value && at.value > 0 ? { at: String(at.value) } : {};
}

export function ShareLink() {
  const { moves } = replayed.value!;
  const text = letters.value;
  if (text === undefined) return <p class="quiet">Packing…</p>;
  const link = linkTo('replay', { ...place(), game: text });
  if (link.length > LONGEST_LINK)
    return (
      <>
        <p>
          A link to this game of {movesOf(moves)} would have {count(link.length)} characters. Many programs cut off
          addresses of more than {count(LONGEST_LINK)}, so pass on the record file instead: Replay and Analyse open it.
        </p>
        <div class="buttons">
          <DownloadButton file={recordFile()} label="Download the record" />
        </div>
      </>
    );
  return (
    <>
      <p class="quiet">
        Whoever opens it sees this replay. All {movesOf(moves)} are in the link itself ({count(link.length)}{' '}
        characters), so it is stored nowhere else.
      </p>
      <LocalWarning what="the link" />
      <input type="text" readOnly aria-label="Link to the replay" value={link} onFocus={selectAll} />
      <label class="switch">
        <input
          type="checkbox"
          checked={startsHere.value}
          onChange={(event) => (startsHere.value = event.currentTarget.checked)}
        />
        Begin at the move in view
      </label>
      <div class="buttons">
        <CopyButton text={link} what="Link to the replay" label="Copy the link" />
        <SystemShareButton data={{ title: titleWords(), url: link }} />
        <DownloadButton file={recordFile()} label="Download the record" />
      </div>
    </>
  );
}

export function frameCode(text: string): string {
  const address = new URL(`embed.html#${text}`, location.href.replace(/[?#].*$/, '')).href;
  const title = titleWords().replaceAll('&', '&amp;').replaceAll('"', '&quot;');
  return `<iframe src="${address}" width="${FRAME.width}" height="${FRAME.height}" style="border:0;max-width:100%" loading="lazy" title="${title}"></iframe>`;
}

export function ShareFrame() {
  const text = letters.value;
  if (text === undefined) return <p class="quiet">Packing…</p>;
  const code = frameCode(text);
  if (code.length > LONGEST_FRAME)
    return (
      <p>
        This game is too long to be embedded: its code would have {count(code.length)} characters, and not every browser
        opens addresses of more than {count(LONGEST_FRAME)}.
      </p>
    );
  return (
    <>
      <p class="quiet">
        Put this code into a web page. It shows the board, a play button and the score, and links to the app. It loads
        nothing but this app’s own files and keeps nothing in the reader’s browser.
      </p>
      <LocalWarning what="the code" />
      <textarea readOnly rows={4} aria-label="Code to embed" value={code} onFocus={selectAll} />
      <div class="buttons">
        <CopyButton text={code} what="Code to embed" label="Copy the code" />
        <a class="button" href={`./embed.html#${text}`} target="_blank" rel="noopener">
          Look at it
        </a>
      </div>
    </>
  );
}

function selectAll({ currentTarget }: { currentTarget: HTMLInputElement | HTMLTextAreaElement }): void {
  currentTarget.select();
}
