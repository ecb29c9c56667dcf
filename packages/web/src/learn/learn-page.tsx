// The Learn page: the settings as a sentence, the growing curves, and a small board where the current network plays.

import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { PictureTd } from '../help/method-pictures.tsx';
import { describeModel } from '../players/open-model.ts';
import { hrefOf } from '../shell/address.ts';
import { say } from '../shell/notes.ts';
import { megabytes } from '../shell/numbers.ts';
import { gameName } from '../shell/settings.ts';
import { FileButton } from '../widgets/file-button.tsx';
import { Icon } from '../widgets/icon.tsx';
import {
  choice,
  currentTraining,
  download,
  exporting,
  pause,
  phase,
  playWithIt,
  points,
  problem,
  resume,
  start,
} from './learning.ts';
import { KeepButton, Kept, Offered } from './kept.tsx';
import { muchMemory } from './memory.ts';
import { Progress } from './progress.tsx';
import { AlphaProblem, refusedAlpha, Sentence } from './sentence.tsx';
import { discard, listTrainings } from './trainings.ts';
import '../style/learn.css';

export default function LearnPage() {
  const idle = phase.value === 'idle';
  useEffect(() => void listTrainings(), []);
  return (
    <main class="learn">
      <h1>Learn</h1>
      <section class="panel setup" aria-label="Training settings">
        <Sentence />
        <AlphaProblem />
        <Buttons />
        {problem.value !== undefined && (
          <p class="problem" role="alert">
            {problem.value}
          </p>
        )}
        <Kept />
      </section>
      {idle && <Offered />}
      {idle ? <Beginning /> : <Progress />}
    </main>
  );
}

/** Methods that the help explains under another name. */
const METHOD_TOPICS: Readonly<Record<string, string>> = {
  tc: 'tc',
  'tc-lambda': 'lambda',
  'td-lambda': 'lambda',
  backward: 'backward',
};

function Beginning() {
  return (
    <section class="empty wide">
      <p>
        A network starts from zero and learns by playing: after each move it corrects its estimate of the previous
        board. Press Start. Within seconds it builds larger and larger tiles; within a minute or two it reaches 2048 in
        most games. Everything runs in this tab.
      </p>
      <PictureTd />
      <p>
        <a href={hrefOf('help', { about: METHOD_TOPICS[choice.value.method] ?? 'td' })}>How learning works</a>
      </p>
    </section>
  );
}

/** The memory to ask a person about before the training starts, in bytes. */
const asking = signal<number | undefined>(undefined);

function begin(): void {
  asking.value = muchMemory({ ...choice.peek(), game: gameName.peek() });
  if (asking.peek() === undefined) void start();
}

function Buttons() {
  const now = phase.value;
  const busy = exporting.value;
  const asked = asking.value;
  if (now === 'idle' && asked !== undefined)
    return (
      <Asked
        words={`This network takes ${megabytes(asked)} of memory.`}
        yes="Train it anyway"
        no="Not now"
        onYes={() => void start()}
        onEnd={() => (asking.value = undefined)}
      />
    );
  if (now === 'idle')
    return (
      <div class="buttons">
        <button type="button" class="primary" disabled={refusedAlpha.value !== undefined} onClick={begin}>
          <Icon name="play" />
          Start
        </button>
        <FileButton
          label="Open a model"
          what="A model file"
          accept=".compact,.safetensors"
          onPick={(file) => void goOnWith(file)}
        />
      </div>
    );
  return (
    <div class="buttons">
      {now === 'paused' ? (
        <button type="button" class="primary" onClick={resume}>
          <Icon name="play" />
          Continue
        </button>
      ) : (
        <button type="button" class="primary" disabled={now === 'opening'} onClick={() => void pause()}>
          <Icon name="pause" />
          Pause
        </button>
      )}
      <button type="button" disabled={busy || now === 'opening'} onClick={() => void playWithIt()}>
        <Icon name="board" />
        Play with it
      </button>
      <button type="button" disabled={busy || now === 'opening'} onClick={() => void download('compact')}>
        <Icon name="download" />
        Download
      </button>
      <KeepButton disabled={busy || now === 'opening'} />
      <ResetButton />
    </div>
  );
}

/** From this many games, a person is asked before the network is discarded. */
const DEAR = 3000;
const forgetting = signal(false);

function ResetButton() {
  const again = (): void => void discard(currentTraining());
  if (!forgetting.value)
    return (
      <button
        type="button"
        onClick={() => ((points.peek().at(-1)?.at ?? 0) < DEAR ? again() : (forgetting.value = true))}
      >
        <Icon name="reset" />
        Reset
      </button>
    );
  return (
    <Asked
      words="Discard this network?"
      yes="Discard"
      no="Cancel"
      onYes={again}
      onEnd={() => (forgetting.value = false)}
    />
  );
}

interface AskedProps {
  readonly words: string;
  readonly yes: string;
  readonly no: string;
  onYes(): void;
  /** Either way. */
  onEnd(): void;
}

/** A question in place of the button that raised it. */
function Asked({ words, yes, no, onYes, onEnd }: AskedProps) {
  const answer = (act?: () => void): void => {
    onEnd();
    act?.();
  };
  return (
    <span class="asked" role="group" aria-label={words}>
      {words}
      <button type="button" onClick={() => answer(onYes)}>
        {yes}
      </button>
      <button type="button" onClick={() => answer()}>
        {no}
      </button>
    </span>
  );
}

async function goOnWith(file: File): Promise<void> {
  const described = await describeModel(file);
  if (!described) return;
  const { players, ...model } = described;
  if (players.includes('ntuple')) await start({ blob: file, ...model });
  else say(`${file.name} is a neural network. Train it on the command line: afterstate fit --from.`);
}
