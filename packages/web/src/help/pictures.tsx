// One picture an idea, drawn here: small boards in the tiles' own colours, trees, and lines. All are 320 wide.

import { type Game, type Move, parseGame } from 'afterstate';
import type { ComponentChildren } from 'preact';
import { TILE_COLOURS, tileStyle } from '../board/colours.ts';

interface PictureProps {
  readonly label: string;
  readonly height?: number;
  readonly children: ComponentChildren;
}

function Picture({ label, height = 120, children }: PictureProps) {
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
  /** Cells with a line around them. */
  readonly marked?: readonly number[];
}

const GAMES = { '2048': parseGame('2048'), threes: parseGame('threes') };

function Mini({ x, y, tiles, columns = 4, cell = 22, game = '2048', marked = [] }: MiniProps) {
  const gap = 3;
  const side = (n: number): number => n * (cell + gap) + gap;
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
        const style = tile === 0 ? undefined : tileStyle(game, GAMES[game].exponent(tile)!);
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
                style={{ fill: style.color, fontSize: `${tile > 99 ? 9 : 11}px` }}
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

function Arrow({ from, to, dashed = false }: { from: [number, number]; to: [number, number]; dashed?: boolean }) {
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

function Words({ x, y, children, quiet = false }: { x: number; y: number; children: string; quiet?: boolean }) {
  return (
    <text x={x} y={y} class={quiet ? 'words faint' : 'words'}>
      {children}
    </text>
  );
}

export function Picture2048() {
  return (
    <Picture
      label="A row of 2, 2, 4 and an empty cell becomes 4, 4 when moved to the left; then a new 2 appears"
      height={70}
    >
      <Mini x={2} y={22} tiles={[2, 2, 4, 0]} cell={20} />
      <Arrow from={[102, 36]} to={[126, 36]} />
      <Words x={113} y={26} quiet>
        left
      </Words>
      <Mini x={132} y={22} tiles={[4, 4, 0, 0]} cell={20} />
      <Arrow from={[234, 36]} to={[272, 36]} dashed />
      <Words x={252} y={26} quiet>
        chance
      </Words>
      <Mini x={280} y={22} tiles={[2]} columns={1} cell={20} />
    </Picture>
  );
}

export function PictureThrees() {
  return (
    <Picture
      label="A row of 3, 1, 2 and 6 becomes 3, 3, 6 and an empty cell when moved to the left: everything moves by one"
      height={70}
    >
      <Mini x={30} y={20} tiles={[3, 1, 2, 6]} game="threes" />
      <Arrow from={[142, 34]} to={[176, 34]} />
      <Words x={159} y={24} quiet>
        left
      </Words>
      <Mini x={186} y={20} tiles={[3, 3, 6, 0]} game="threes" />
    </Picture>
  );
}

export function PictureAfterstate() {
  return (
    <Picture label="A state, by your move, becomes an afterstate, and by chance the next state" height={112}>
      <Mini x={4} y={6} tiles={[0, 2, 0, 4, 8, 2, 16, 8, 8]} columns={3} />
      <Arrow from={[88, 45]} to={[114, 45]} />
      <Words x={101} y={36} quiet>
        move
      </Words>
      <Mini x={120} y={6} tiles={[2, 0, 0, 4, 8, 2, 16, 16, 0]} columns={3} />
      <Arrow from={[204, 45]} to={[230, 45]} dashed />
      <Words x={217} y={36} quiet>
        chance
      </Words>
      <Mini x={236} y={6} tiles={[2, 0, 2, 4, 8, 2, 16, 16, 0]} columns={3} marked={[2]} />
      <Words x={43} y={102}>
        state
      </Words>
      <Words x={159} y={102}>
        afterstate
      </Words>
      <Words x={275} y={102}>
        next state
      </Words>
    </Picture>
  );
}

const TRIANGLES: Readonly<Record<Move, string>> = {
  up: 'M0-9 8 6H-8z',
  right: 'M9 0-6 8V-8z',
  down: 'M0 9-8-6H8z',
  left: 'M-9 0 6-8V8z',
};

function Triangle({ move, x, y, strong = false }: { move: Move; x: number; y: number; strong?: boolean }) {
  return <path d={TRIANGLES[move]} transform={`translate(${x} ${y})`} class={strong ? 'shape strong' : 'shape'} />;
}

export function PictureRandom() {
  return (
    <Picture label="Four moves of a quarter each" height={64}>
      {(['up', 'right', 'down', 'left'] as const).map((move, i) => (
        <g key={move}>
          <Triangle move={move} x={55 + 70 * i} y={22} />
          <Words x={55 + 70 * i} y={52}>
            25%
          </Words>
        </g>
      ))}
    </Picture>
  );
}

export function PictureCycle() {
  return (
    <Picture label="Up, left, up, left, and so on" height={64}>
      {(['up', 'left', 'up', 'left', 'up', 'left'] as const).map((move, i) => (
        <g key={i} opacity={1 - i * 0.13}>
          <Triangle move={move} x={35 + 50 * i} y={30} strong={i < 2} />
        </g>
      ))}
    </Picture>
  );
}

/** A tree of one move, two answers of chance and two moves each; `leaves` from left to right. */
function Tree({
  middle,
  leaves,
  values,
  root,
  cut,
}: {
  middle: 'chance' | 'worst';
  leaves: readonly number[];
  values: readonly [string, string];
  root: string;
  cut?: number;
}) {
  const xs = [50, 120, 200, 270];
  return (
    <>
      {[0, 1].map((side) => {
        const x = side === 0 ? 85 : 235;
        return (
          <g key={side}>
            <line x1="160" y1="26" x2={x} y2="62" class={side === 0 ? 'branch chosen' : 'branch'} />
            {[0, 1].map((k) => {
              const leaf = 2 * side + k;
              return (
                <g key={k} class={leaf === cut ? 'pruned' : undefined}>
                  <line x1={x} y1="68" x2={xs[leaf]} y2="106" class="branch" />
                  <Words x={xs[leaf]!} y={124}>
                    {String(leaves[leaf])}
                  </Words>
                </g>
              );
            })}
            {middle === 'chance' ? (
              <circle cx={x} cy="66" r="13" class="node" />
            ) : (
              <path d="M-15-10h30L0 14z" transform={`translate(${x} 66)`} class="node" />
            )}
            <Words x={x} y={middle === 'chance' ? 70 : 68}>
              {values[side]!}
            </Words>
          </g>
        );
      })}
      <rect x="144" y="8" width="32" height="24" rx="4" class="node strong" />
      <text x="160" y="24" class="words inverse">
        {root}
      </text>
    </>
  );
}

export function PictureExpectimax() {
  return (
    <Picture label="A tree: the best move at the top is the one whose average over new tiles is highest" height={132}>
      <Tree middle="chance" leaves={[6, 10, 2, 12]} values={['8', '7']} root="8" />
    </Picture>
  );
}

export function PictureMinimax() {
  return (
    <Picture label="A tree: each move counts as its worst new tile; the best of the worst is played" height={132}>
      <Tree middle="worst" leaves={[6, 10, 2, 12]} values={['6', '2']} root="6" />
    </Picture>
  );
}

export function PictureAlphabeta() {
  return (
    <Picture label="The same tree, with the last branch left out: after the 2 it cannot matter any more" height={132}>
      <Tree middle="worst" leaves={[6, 10, 2, 12]} values={['6', '≤2']} root="6" cut={3} />
    </Picture>
  );
}

const WALKS = [
  'l18-14 16 9 20-18 24 6 18-15 22 4',
  'l16 12 22-20 18 15 20-8 24 12 18-9',
  'l20 4 18 10 18-14 22 18 20-6 20-12',
];

export function PictureMontecarlo() {
  return (
    <Picture
      label="From each move many random games are played to their ends, and the average ends are compared"
      height={110}
    >
      {(['up', 'right', 'left'] as const).map((move, i) => (
        <g key={move} transform={`translate(0 ${20 + 34 * i})`}>
          <Triangle move={move} x={28} y={0} strong={i === 0} />
          {WALKS.map((walk, k) => (
            <path key={k} d={`M46 0${walk}`} class="walk" transform={`translate(0 ${(k - 1) * 2})`} />
          ))}
          <rect x="180" y="-7" width={[104, 78, 61][i]} height="14" rx="3" class={i === 0 ? 'bar strong' : 'bar'} />
        </g>
      ))}
    </Picture>
  );
}

export function PictureNtuple() {
  return (
    <Picture
      label="Six cells of the board are an index into a table of weights; the values of many such tuples are added"
      height={120}
    >
      <Mini x={6} y={8} tiles={[64, 32, 8, 0, 16, 8, 2, 0, 4, 2, 0, 0, 2, 0, 0, 0]} marked={[0, 1, 2, 4, 5, 6]} />
      <Arrow from={[116, 40]} to={[150, 40]} />
      {[0, 1, 2, 3, 4].map((i) => (
        <rect key={i} x="158" y={10 + 18 * i} width="64" height="15" rx="2" class={i === 2 ? 'bar strong' : 'bar'} />
      ))}
      <text x="190" y="57" class="words inverse">
        412.7
      </text>
      <Arrow from={[228, 53]} to={[256, 53]} />
      <Words x={284} y={57}>
        + … = V
      </Words>
    </Picture>
  );
}

export function PictureLearning() {
  return (
    <Picture label="The value of one afterstate is corrected toward the gain and the value of the next" height={112}>
      <Mini x={30} y={8} tiles={[2, 0, 0, 4, 8, 2, 16, 16, 0]} columns={3} />
      <Mini x={212} y={8} tiles={[4, 2, 0, 4, 8, 2, 32, 0, 0]} columns={3} />
      <Arrow from={[116, 28]} to={[204, 28]} />
      <Words x={160} y={20} quiet>
        gain 32
      </Words>
      <Arrow from={[204, 64]} to={[116, 64]} dashed />
      <Words x={160} y={82} quiet>
        correction
      </Words>
      <Words x={69} y={104}>
        V
      </Words>
      <Words x={251} y={104}>
        next V
      </Words>
    </Picture>
  );
}
