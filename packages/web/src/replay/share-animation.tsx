// Shares a stretch of a game as an animated GIF: which moves, how large, how fast, and how big the file will be.

import { useEffect, useMemo } from 'preact/hooks';
import { count, megabytes, percent } from '../shell/numbers.ts';
import { movesOf } from '../shell/words.ts';
import { Icon } from '../widgets/icon.tsx';
import { Select } from '../widgets/select.tsx';
import {
  cancel,
  estimate,
  followWish,
  LASTS,
  made,
  make,
  problem,
  progress,
  SPEEDS,
  stretch,
  type Wish,
  wish,
  WIDTHS,
} from './animation.ts';
import { DownloadButton, SystemShareButton } from './passing.tsx';
import { at, replayed } from './replay.ts';
import { fileName, paceWords } from './words.ts';

function change(part: Partial<Wish>): void {
  wish.value = { ...wish.peek(), ...part };
}

export function ShareAnimation() {
  useEffect(followWish, []);
  const { perSecond, width, slides } = wish.value;
  const found = stretch.value;
  return (
    <>
      <Moves />
      <label class="field-row">
        <span>Speed</span>
        <Select
          label="Speed of the animation"
          value={String(perSecond)}
          choices={SPEEDS.map((speed) => [String(speed), paceWords(speed)] as const)}
          onChange={(value) => change({ perSecond: Number(value) as Wish['perSecond'] })}
        />
      </label>
      <label class="field-row">
        <span>Size</span>
        <Select
          label="Size"
          value={String(width)}
          choices={WIDTHS.map((pixels) => [String(pixels), `${pixels} pixels wide`] as const)}
          onChange={(value) => change({ width: Number(value) as Wish['width'] })}
        />
      </label>
      <label class="switch">
        <input type="checkbox" checked={slides} onChange={(event) => change({ slides: event.currentTarget.checked })} />
        Tiles slide
      </label>
      {typeof found === 'string' ? (
        <p class="problem" role="alert">
          {found}
        </p>
      ) : (
        <Making moves={found[1] - found[0]} perSecond={perSecond} />
      )}
    </>
  );
}

function Moves() {
  const { moves } = replayed.value!;
  const { last, from, to } = wish.value;
  const lasts = LASTS.filter((n, i) => i === 0 || n < moves);
  const chosen = last === undefined ? 'between' : String(lasts.includes(last as never) ? last : lasts.at(-1));
  return (
    <>
      <label class="field-row">
        <span>Moves</span>
        <Select
          label="Moves"
          value={chosen}
          choices={[
            ...lasts.map((n) => [String(n), n < moves ? `the last ${n}` : 'all'] as const),
            ['between', 'between two positions'] as const,
          ]}
          onChange={(value) =>
            change(
              value === 'between'
                ? {
                    last: undefined,
                    from: Math.max(0, Math.min(at.peek(), moves) - 30),
                    to: at.peek() || Math.min(30, moves),
                  }
                : { last: Number(value) },
            )
          }
        />
      </label>
      {last === undefined && (
        <div class="wish-row">
          <MoveField label="From move" value={from} most={moves} onChange={(n) => change({ from: n })} />
          <MoveField label="to move" value={to} most={moves} onChange={(n) => change({ to: n })} />
        </div>
      )}
    </>
  );
}

function MoveField(props: { label: string; value: number; most: number; onChange(n: number): void }) {
  return (
    <label>
      <span>{props.label}</span>{' '}
      <input
        type="number"
        min={0}
        max={props.most}
        value={props.value}
        onChange={(event) => props.onChange(event.currentTarget.valueAsNumber)}
      />
    </label>
  );
}

function Making({ moves, perSecond }: { moves: number; perSecond: number }) {
  const share = progress.value;
  const bytes = estimate.value;
  return (
    <>
      <p class="quiet" role="status">
        {made.value
          ? `${movesOf(moves)}, ${megabytes(made.value.size)}.`
          : `${movesOf(moves)} in ${count(Math.max(1, Math.round(moves / perSecond)))} s, ${bytes === undefined ? 'size not known yet' : `about ${megabytes(bytes)}`}.`}
      </p>
      {share === undefined ? (
        !made.value && (
          <div class="buttons">
            <button type="button" disabled={moves === 0} onClick={() => void make()}>
              <Icon name="play" />
              Make the GIF
            </button>
          </div>
        )
      ) : (
        <div class="making">
          <progress aria-label="Making the GIF" value={share} />
          <span class="quiet">{percent(share)}</span>
          <button type="button" onClick={cancel}>
            Cancel
          </button>
        </div>
      )}
      {problem.value !== undefined && (
        <p class="problem" role="alert">
          The GIF could not be made: {problem.value}.
        </p>
      )}
      {made.value && <Made blob={made.value} />}
    </>
  );
}

function Made({ blob }: { blob: Blob }) {
  const address = useMemo(() => URL.createObjectURL(blob), [blob]);
  useEffect(() => () => URL.revokeObjectURL(address), [address]);
  const file = new File([blob], `${fileName()}.gif`, { type: blob.type });
  return (
    <>
      <img class="preview" src={address} alt="The animation of the chosen moves" />
      <div class="buttons">
        <DownloadButton file={file} label="Download the GIF" />
        <SystemShareButton data={{ files: [file] }} />
      </div>
    </>
  );
}
