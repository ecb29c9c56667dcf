// The curve of values, which is the scrubber: a press or a drag anywhere on it goes there, and the arrow keys step along. Its axes
// are the moves and the values. Marks differ by shape as well as by colour.

import { useRef } from 'preact/hooks';
import { axisNumber } from '../shell/numbers.ts';
import { analysed, at, curve, go } from './analysis.ts';
import { shownMarks } from './shown-marks.ts';
import { SHAPES } from '../teach/verdict-shape.tsx';

/** The units of the drawing, which is stretched to fit. */
const WIDTH = 1000;
const HEIGHT = 240;

export function ValueCurve() {
  const place = useRef<HTMLDivElement>(null);
  const now = analysed.value!;
  const plies = Math.max(1, now.record.plies.length);
  const values = curve.value;
  const sample = sampled(values);
  const ticks = ticksBetween(Math.min(0, ...sample), Math.max(1, ...sample));
  const [bottom, top] = [ticks[0]!, ticks.at(-1)!];
  const x = (ply: number): number => (ply / plies) * WIDTH;
  const y = (value: number): number => HEIGHT * (1 - (value - bottom) / (top - bottom));
  const share = (value: number): string => `${(100 * y(value)) / HEIGHT}%`;
  const across = (ply: number): string => `${(100 * ply) / plies}%`;

  const scrub = (event: PointerEvent): void => {
    const box = place.current!.getBoundingClientRect();
    go(Math.round(((event.clientX - box.left) / box.width) * plies));
  };
  return (
    <div class="curve">
      <div class="value-axis" aria-hidden="true">
        {values.length > 0 &&
          ticks.map((tick) => (
            <span key={tick} style={{ top: share(tick) }}>
              {axisNumber(tick)}
            </span>
          ))}
      </div>
      <div
        class="plot"
        ref={place}
        onPointerDown={(event) => {
          place.current!.setPointerCapture(event.pointerId);
          scrub(event);
        }}
        onPointerMove={(event) => event.buttons > 0 && scrub(event)}
      >
        <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
          {ticks.map((tick) => (
            <path key={tick} class="grid" d={`M0 ${y(tick)}H${WIDTH}`} />
          ))}
          {values.length > 1 && (
            <>
              <path class="area" d={`${path(values, x, y)}L${x(values.length - 1)} ${y(bottom)}L0 ${y(bottom)}z`} />
              <path class="line" d={path(values, x, y)} />
            </>
          )}
        </svg>
        {shownMarks.value.map(({ ply, verdict }) => (
          <svg
            key={ply}
            class={`mark ${verdict}`}
            viewBox="-9 -9 18 18"
            aria-hidden="true"
            style={{ left: across(ply), top: share(values[ply] ?? 0) }}
          >
            <path d={SHAPES[verdict!]} />
          </svg>
        ))}
        <i class="here" style={{ left: across(at.value) }} />
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
      <div class="move-axis" aria-hidden="true">
        {ticksBetween(0, plies, 4)
          // The last place is the end of the game.
          .filter((tick) => tick <= 0.7 * plies)
          .map((tick) => (
            <span key={tick} style={{ left: across(tick) }}>
              {axisNumber(tick)}
            </span>
          ))}
        <span class="last">{axisNumber(plies)} moves</span>
      </div>
    </div>
  );
}

/** Round numbers from at or below the lowest to at or above the highest, in about this many steps. */
function ticksBetween(low: number, high: number, steps = 4): readonly number[] {
  const rough = (high - low) / steps;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * [1, 2, 5, 10].find((times) => times * power >= rough)!;
  const first = Math.floor(low / step);
  return Array.from({ length: Math.ceil(high / step) - first + 1 }, (_, i) =>
    Number(((first + i) * step).toPrecision(12)),
  );
}

const MOST_POINTS = 600;

/** An even sample of the values, so that there are not too many for `Math.max` and the path. */
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
