// One picture for each player that is not a neural network.

import { Arrow, Mini, Picture, Triangle, Words } from './drawing.tsx';

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
    <Picture label="The same tree, with the last branch left out: after the 2 it can no longer matter" height={132}>
      <Tree middle="worst" leaves={[6, 10, 2, 12]} values={['6', '≤2']} root="6" cut={3} />
    </Picture>
  );
}

const WALKS = [
  'l18-14 16 9 20-10 24 8 18-9 22 6',
  'l16 12 22-20 18 15 20-8 24 12 18-9',
  'l20 4 18 10 18-14 22 18 20-6 20-12',
];

export function PictureMontecarlo() {
  return (
    <Picture
      label="After each move many random games are played to the end, and their average results are compared"
      height={130}
    >
      {(['up', 'right', 'left'] as const).map((move, i) => (
        <g key={move} transform={`translate(0 ${32 + 36 * i})`}>
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
      <Words x={290} y={57}>
        + … = V
      </Words>
    </Picture>
  );
}

/** A snake's way through sixteen cells, from the corner of the largest tile. */
export function PictureEvaluation() {
  const at = (i: number): string => `${46 + 25 * (i % 4)} ${22 + 25 * Math.floor(i / 4)}`;
  const way = [0, 1, 2, 3, 7, 6, 5, 4, 8, 9, 10, 11, 15, 14, 13, 12];
  return (
    <Picture
      label="A path like a snake through the cells of a board; tiles count more the earlier they lie on it"
      height={122}
    >
      <Mini x={32} y={8} tiles={way.map(() => 0)} />
      <path d={`M${way.map(at).join('L')}`} class="snake" marker-end="url(#tip)" />
      <circle cx="46" cy="22" r="6" class="node strong" />
      {way.map((_, i) => (
        <rect
          key={i}
          x={164 + 9 * i}
          y={100 - 84 * 0.78 ** i}
          width="6"
          height={84 * 0.78 ** i}
          rx="1"
          class="bar strong"
        />
      ))}
      <Words x={234} y={116} quiet>
        weight along the way
      </Words>
    </Picture>
  );
}

export function PictureNneonneo() {
  const rows = [
    { tiles: [8, 4, 2, 4, 2, 0, 2, 0, 0], depth: 3, words: 'few kinds of tiles' },
    { tiles: [256, 64, 2, 32, 16, 8, 4, 128, 2], depth: 6, words: 'many kinds' },
  ];
  return (
    <Picture label="On a board with few kinds of tiles it looks three moves ahead, with many it looks six" height={124}>
      {rows.map(({ tiles, depth, words }, row) => (
        <g key={row} transform={`translate(0 ${62 * row})`}>
          <Mini x={10} y={2} tiles={tiles} columns={3} cell={15} />
          <line x1="90" y1="20" x2={90 + 34 * (depth - 1)} y2="20" class="branch" />
          {Array.from({ length: depth }, (_, i) => (
            <circle key={i} cx={90 + 34 * i} cy="20" r="9" class={i === 0 ? 'node strong' : 'node'} />
          ))}
          <text x="80" y="48" class="words faint start">
            {`${words}: ${depth} moves ahead`}
          </text>
        </g>
      ))}
    </Picture>
  );
}

export function PictureOvolve() {
  const tiles = [64, 32, 4, 16, 8, 2, 4, 0, 0];
  return (
    <Picture label="It expects a 4 in the empty cell where it disturbs the order most" height={104}>
      <Mini x={14} y={8} tiles={tiles} columns={3} cell={26} />
      <Arrow from={[116, 52]} to={[152, 52]} dashed />
      <Mini x={160} y={8} tiles={tiles.with(7, 4)} columns={3} cell={26} marked={[7]} />
      <text x="260" y="84" class="words faint start">
        the worst
      </text>
    </Picture>
  );
}
