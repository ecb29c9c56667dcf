// A figure as in the manual, drawn by the same code; in the dark theme its paper is dark and its colours keep their hues.

import { drawFigure, type Figure } from '@afterstate/lab/papers';
import { tone } from '../shell/tone.ts';

export function PaperFigure({ figure }: { figure: Figure }) {
  const svg = drawFigure(figure);
  return (
    <div class="table-scroll" tabIndex={0} role="region" aria-label={figure.title}>
      <div
        class={`paper-figure ${tone.value}`}
        role="img"
        aria-label={`${figure.title}: ${summaryOf(figure)}`}
        dangerouslySetInnerHTML={{ __html: svg }}
      />
    </div>
  );
}

/** What a screen reader says about it: where each series begins and ends. */
function summaryOf({ series, x, y }: Figure): string {
  const number = (n: number): string => n.toLocaleString('en-US', { maximumSignificantDigits: 4 });
  const at = (n: number): string => x.names?.[Math.round(n)] ?? number(n);
  return series
    .flatMap(({ name = '', points }) => {
      const [first, last] = [points[0], points.at(-1)];
      if (!first || !last) return [];
      const begins = `${number(first.y)} at ${at(first.x)}`;
      return [`${name} ${points.length === 1 ? begins : `from ${begins} to ${number(last.y)} at ${at(last.x)}`}`];
    })
    .join('; ')
    .concat(` (${y.label})`)
    .replaceAll('`', '');
}
