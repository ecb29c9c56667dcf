// The curve of values, which is the scrubber: a press or a drag anywhere on it goes there, and the arrow keys step along.
// Marks differ by shape as well as colour.

import { useRef } from 'preact/hooks';
import { short } from '../shell/numbers.ts';
import { analysed, at, curve, go, marks } from './analysis.ts';
import type { Verdict } from './verdict.ts';

const WIDTH = 1000;
const HEIGHT = 220;
const EDGE = 14;
/** Room for the label of the highest value. */
const TOP = 44;

/** Drawn around 0, 0. */
export const SHAPES: Readonly<Record<Verdict, string>> = {
  inaccuracy: 'M-4 0a4 4 0 1 0 8 0a4 4 0 1 0-8 0',
  mistake: 'M0-6 6 5H-6z',
  blunder: 'M0-8 8 0 0 8-8 0z',
};

export function ValueCurve() {
  const place = useRef<HTMLDivElement>(null);
  const now = analysed.value!;
  const plies = Math.max(1, now.record.plies.length);
  const values = curve.value;
  const top = Math.max(1, ...sampled(values));
  const bottom = Math.min(0, ...sampled(values));
  const x = (ply: number): number => (ply / plies) * WIDTH;
  const y = (value: number): number => HEIGHT - EDGE - ((value - bottom) / (top - bottom)) * (HEIGHT - EDGE - TOP);

  const scrub = (event: PointerEvent): void => {
    const box = place.current!.getBoundingClientRect();
    go(Math.round(((event.clientX - box.left) / box.width) * plies));
  };
  const blamed = marks.value;
  const many = blamed.length > 300;
  return (
    <div
      class="curve"
      ref={place}
      onPointerDown={(event) => {
        place.current!.setPointerCapture(event.pointerId);
        scrub(event);
      }}
      onPointerMove={(event) => event.buttons > 0 && scrub(event)}
    >
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
        {values.length > 1 && (
          <>
            <path class="area" d={`${path(values, x, y)}L${x(values.length - 1)} ${HEIGHT}L0 ${HEIGHT}z`} />
            <path class="line" d={path(values, x, y)} />
          </>
        )}
      </svg>
      {blamed
        .filter(({ verdict }) => !many || verdict !== 'inaccuracy')
        .map(({ ply, verdict }) => (
          <svg
            key={ply}
            class={`mark ${verdict}`}
            viewBox="-9 -9 18 18"
            aria-hidden="true"
            style={{ left: `${(100 * ply) / plies}%`, top: `${(100 * y(values[ply] ?? 0)) / HEIGHT}%` }}
          >
            <path d={SHAPES[verdict!]} />
          </svg>
        ))}
      <i class="here" style={{ left: `${(100 * at.value) / plies}%` }} />
      <span class="top-value">{values.length > 0 ? `highest ${short(top)}` : ''}</span>
      <input
        type="range"
        class="unseen"
        aria-label="Move"
        min={0}
        max={now.record.plies.length}
        value={at.value}
        aria-valuetext={`move ${at.value} of ${now.record.plies.length}`}
        onInput={(event) => go(Number(event.currentTarget.value))}
      />
    </div>
  );
}

const MOST_POINTS = 600;

/** Every so many values, so that neither `Math.max` nor the path gets too many. */
function sampled(values: readonly number[]): readonly number[] {
  const every = Math.ceil(values.length / MOST_POINTS);
  return every <= 1 ? values : values.filter((_, i) => i % every === 0 || i === values.length - 1);
}

function path(values: readonly number[], x: (ply: number) => number, y: (value: number) => number): string {
  const every = Math.max(1, Math.ceil(values.length / MOST_POINTS));
  const points: string[] = [];
  for (let i = 0; i < values.length; i += every) points.push(`${x(i).toFixed(1)} ${y(values[i]!).toFixed(1)}`);
  const last = values.length - 1;
  if (last % every !== 0) points.push(`${x(last).toFixed(1)} ${y(values[last]!).toFixed(1)}`);
  return `M${points.join('L')}`;
}
