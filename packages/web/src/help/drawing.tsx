// The parts of the help page's pictures: small boards in the tiles' own colours, arrows, words. All are 320 wide.

import { DEFAULT_GAME, type Game, type Move, parseGame } from 'afterstate';
import type { ComponentChildren } from 'preact';
import { TILE_COLOURS, tileStyle } from '../board/colours.ts';

interface PictureProps {
  readonly label: string;
  readonly height?: number;
  readonly children: ComponentChildren;
}

export function Picture({ label, height = 120, children }: PictureProps) {
  return (
    <svg class="picture" viewBox={`0 0 320 ${height}`} role="img" aria-label={label}>
      <defs>
        <marker
          id="tip"
          viewBox="0 0 10 10"
          refX="8"
          refY="5"
          markerWidth="7"
          markerHeight="7"
          orient="auto-start-reverse"
        >
          <path d="M0 0 10 5 0 10z" class="tip" />
        </marker>
      </defs>
      {children}
    </svg>
  );
}

interface MiniProps {
  readonly x: number;
  readonly y: number;
  /** Tile values; 0 is empty. */
  readonly tiles: readonly number[];
  readonly columns?: number;
  readonly cell?: number;
  readonly game?: Game['name'];
  /** Cells with an outline. */
  readonly marked?: readonly number[];
}

export function Mini({ x, y, tiles, columns = 4, cell = 22, game = DEFAULT_GAME, marked = [] }: MiniProps) {
  const gap = 3;
  const side = (n: number): number => n * (cell + gap) + gap;
  const { exponent } = parseGame(game);
  const { light, dark } = TILE_COLOURS[game];
  return (
    <g transform={`translate(${x} ${y})`}>
      <rect
        width={side(columns)}
        height={side(tiles.length / columns)}
        rx="5"
        style={{ fill: `light-dark(${light.frame}, ${dark.frame})` }}
      />
      {tiles.map((tile, i) => {
        const left = gap + (i % columns) * (cell + gap);
        const top = gap + Math.floor(i / columns) * (cell + gap);
        const style = tile === 0 ? undefined : tileStyle(game, exponent(tile)!);
        return (
          <g key={i}>
            <rect
              x={left}
              y={top}
              width={cell}
              height={cell}
              rx="3"
              class={marked.includes(i) ? 'marked' : undefined}
              style={{ fill: style?.background ?? `light-dark(${light.cell}, ${dark.cell})` }}
            />
            {style && (
              <text
                x={left + cell / 2}
                y={top + cell / 2}
                style={{ fill: style.color, fontSize: `${cell * (tile > 99 ? 0.41 : 0.5)}px` }}
                class="tile-text"
              >
                {tile}
              </text>
            )}
          </g>
        );
      })}
    </g>
  );
}

export function Arrow({
  from,
  to,
  dashed = false,
}: {
  from: [number, number];
  to: [number, number];
  dashed?: boolean;
}) {
  return (
    <line
      x1={from[0]}
      y1={from[1]}
      x2={to[0]}
      y2={to[1]}
      class={dashed ? 'arrow dashed' : 'arrow'}
      marker-end="url(#tip)"
    />
  );
}

export function Words({ x, y, children, quiet = false }: { x: number; y: number; children: string; quiet?: boolean }) {
  return (
    <text x={x} y={y} class={quiet ? 'words faint' : 'words'}>
      {children}
    </text>
  );
}

const TRIANGLES: Readonly<Record<Move, string>> = {
  up: 'M0-9 8 6H-8z',
  right: 'M9 0-6 8V-8z',
  down: 'M0 9-8-6H8z',
  left: 'M-9 0 6-8V8z',
};

export function Triangle({ move, x, y, strong = false }: { move: Move; x: number; y: number; strong?: boolean }) {
  return <path d={TRIANGLES[move]} transform={`translate(${x} ${y})`} class={strong ? 'shape strong' : 'shape'} />;
}
