// Shares a game as a picture card: a preview, and the ways to share it.

import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { playedBy } from '../players/in-words.ts';
import { say } from '../shell/notes.ts';
import { tone } from '../shell/tone.ts';
import { Icon } from '../widgets/icon.tsx';
import { type CardFacts, CARD_SIZE, cardWords, drawCard } from './card.ts';
import { DownloadButton, SystemShareButton } from './passing.tsx';
import { replayed } from './replay.ts';
import { fileName } from './words.ts';

interface Card {
  readonly file: File;
  readonly address: string;
}

const card = signal<Card | undefined>(undefined);

function factsOf(): CardFacts {
  const { game, timeline, moves, shared } = replayed.value!;
  const { state, score } = timeline.positionAt(moves);
  return {
    game,
    board: state.board,
    score: score + shared.earlier,
    moves,
    player: playedBy(shared.record.player),
    played: shared.played === undefined ? undefined : 1000 * shared.played,
  };
}

export function SharePicture() {
  const facts = factsOf();
  useEffect(() => {
    let gone = false;
    const canvas = document.createElement('canvas');
    drawCard(canvas, facts, tone.value);
    canvas.toBlob((blob) => {
      if (gone || !blob) return;
      const file = new File([blob], `${fileName()}.png`, { type: 'image/png' });
      card.value = { file, address: URL.createObjectURL(blob) };
    }, 'image/png');
    return () => {
      gone = true;
      if (card.peek()) URL.revokeObjectURL(card.peek()!.address);
      card.value = undefined;
    };
  }, [replayed.value, tone.value]);
  const now = card.value;
  return (
    <>
      <p class="quiet">The end of the game as a picture, in the colours of your theme.</p>
      {now ? (
        <img class="preview" src={now.address} {...CARD_SIZE} alt={`${cardWords(facts).join('. ')}.`} />
      ) : (
        <div class="preview card-place" />
      )}
      <div class="buttons">
        {now && <DownloadButton file={now.file} label="Download the picture" />}
        {now && typeof ClipboardItem !== 'undefined' && <CopyPicture file={now.file} />}
        {now && <SystemShareButton data={{ files: [now.file] }} />}
      </div>
    </>
  );
}

function CopyPicture({ file }: { file: File }) {
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.write([new ClipboardItem({ [file.type]: file })]);
      say('Picture copied.');
    } catch {
      say('The browser blocks copying pictures. Download it instead.');
    }
  };
  return (
    <button type="button" onClick={() => void copy()}>
      <Icon name="copy" />
      Copy the picture
    </button>
  );
}
