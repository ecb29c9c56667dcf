// One picture for each game, for the idea in the name, and for each player.

import { Arrow, Mini, Picture, Triangle, Words } from './drawing.tsx';

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
  'l18-14 16 9 20-10 24 8 18-9 22 6',
  'l16 12 22-20 18 15 20-8 24 12 18-9',
  'l20 4 18 10 18-14 22 18 20-6 20-12',
];

export function PictureMontecarlo() {
  return (
    <Picture
      label="From each move many random games are played to their ends, and the average ends are compared"
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

/** The way of a snake through sixteen cells, from the corner of the largest tile. */
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
    <Picture
      label="Where a board has few kinds of tiles it looks three moves ahead, where it has many six"
      height={124}
    >
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
    <Picture label="Of the two empty cells, a 4 in the one that breaks the order most is expected" height={104}>
      <Mini x={14} y={8} tiles={tiles} columns={3} cell={26} />
      <Arrow from={[116, 52]} to={[152, 52]} dashed />
      <Mini x={160} y={8} tiles={tiles.with(7, 4)} columns={3} cell={26} marked={[7]} />
      <text x="260" y="84" class="words faint start">
        the worst
      </text>
    </Picture>
  );
}

const FOUR = ['up', 'right', 'down', 'left'] as const;

/** Four moves, each with a bar for how likely it is and a number beside it. */
function Answers({
  x,
  y,
  shares,
  words,
}: {
  x: number;
  y: number;
  shares: readonly number[];
  words: readonly string[];
}) {
  const most = Math.max(...shares);
  return (
    <>
      {FOUR.map((move, i) => (
        <g key={move} transform={`translate(${x} ${y + 25 * i})`}>
          <g transform="scale(.8)">
            <Triangle move={move} x={0} y={0} strong={shares[i] === most} />
          </g>
          <rect
            x="14"
            y="-7"
            width={1 + 34 * (shares[i]! / most)}
            height="14"
            rx="3"
            class={shares[i] === most ? 'bar strong' : 'bar'}
          />
          <text x="54" y="5" class="words start">
            {words[i]!}
          </text>
        </g>
      ))}
    </>
  );
}

const PERCENT = { shares: [11, 3, 3, 83], words: ['11%', '3%', '3%', '83%'] } as const;

/** The eight views of a board of 2×2, and what each of them votes for. */
export function PictureDcnn() {
  const views = [
    [8, 4, 2, 0],
    [4, 0, 8, 2],
    [0, 2, 4, 8],
    [2, 8, 0, 4],
    [4, 8, 0, 2],
    [8, 2, 4, 0],
    [2, 0, 8, 4],
    [0, 4, 2, 8],
  ];
  return (
    <Picture
      label="Eight views of a board, turned and mirrored, each vote for a move; six of them for left"
      height={126}
    >
      {views.map((tiles, i) => (
        <g key={i}>
          <Mini x={4 + 44 * (i % 4)} y={4 + 62 * Math.floor(i / 4)} tiles={tiles} columns={2} cell={16} />
          <g transform={`translate(${24 + 44 * (i % 4)} ${54 + 62 * Math.floor(i / 4)}) scale(.6)`}>
            <Triangle move={i === 3 || i === 6 ? 'up' : 'left'} x={0} y={0} strong={i !== 3 && i !== 6} />
          </g>
        </g>
      ))}
      <Arrow from={[184, 60]} to={[208, 60]} />
      <Answers x={226} y={22} {...PERCENT} />
    </Picture>
  );
}

export function PictureResnet() {
  return (
    <Picture label="What goes into a block is added to what comes out of it, block after block" height={112}>
      <Mini x={2} y={24} tiles={[16, 4, 2, 8, 2, 0, 4, 0, 0]} columns={3} cell={17} />
      {[82, 148].map((x) => (
        <g key={x}>
          <path d={`M${x - 9} 54V20H${x + 42}V42`} class="branch" fill="none" marker-end="url(#tip)" />
          <line x1={x - 15} y1="54" x2={x} y2="54" class="branch" />
          <rect x={x} y="40" width="26" height="28" rx="4" class="node" />
          <line x1={x + 26} y1="54" x2={x + 34} y2="54" class="branch" />
          <circle cx={x + 42} cy="54" r="8" class="node strong" />
          <text x={x + 42} y="58" class="words inverse">
            +
          </text>
        </g>
      ))}
      <Arrow from={[200, 54]} to={[220, 54]} />
      <Answers x={236} y={17} {...PERCENT} />
    </Picture>
  );
}

export function PictureReflex() {
  const inputs = [18, 42, 66, 90];
  return (
    <Picture label="Every cell of the board has a weight for each of the four moves" height={112}>
      <Mini x={2} y={8} tiles={[16, 4, 8, 2]} columns={1} cell={20} />
      {inputs.flatMap((from, i) =>
        [17, 42, 67, 92].map((to, k) => (
          <line key={`${i} ${k}`} x1="34" y1={from + 4} x2="196" y2={to} class={k === 3 ? 'branch chosen' : 'branch'} />
        )),
      )}
      <Answers x={212} y={17} {...PERCENT} />
    </Picture>
  );
}

export function PictureValue() {
  return (
    <Picture label="An afterstate goes through layers of a network, and its value in points comes out" height={104}>
      <Mini x={6} y={10} tiles={[64, 16, 4, 8, 2, 0, 4, 0, 0]} columns={3} cell={24} />
      <Arrow from={[96, 50]} to={[116, 50]} />
      {[0, 1, 2].map((i) => (
        <rect key={i} x={124 + 30 * i} y={14 + 10 * i} width="16" height={72 - 20 * i} rx="3" class="node" />
      ))}
      <Arrow from={[208, 50]} to={[232, 50]} />
      <rect x="238" y="38" width="74" height="24" rx="4" class="node strong" />
      <text x="275" y="54" class="words inverse">
        18,420
      </text>
    </Picture>
  );
}

export function PictureDqn() {
  return (
    <Picture
      label="A board goes in; a value for each of the four moves comes out, and the largest is played"
      height={112}
    >
      <Mini x={6} y={16} tiles={[16, 4, 2, 8, 2, 0, 4, 0, 0]} columns={3} cell={24} />
      <Arrow from={[96, 56]} to={[122, 56]} />
      <rect x="130" y="26" width="56" height="60" rx="6" class="node" />
      <Words x={158} y={60}>
        Q
      </Words>
      <Arrow from={[190, 56]} to={[212, 56]} />
      <Answers x={228} y={17} shares={[5.2, 3.9, 3.1, 6.3]} words={['5.2', '3.9', '3.1', '6.3']} />
    </Picture>
  );
}

/** The lines of a tree that has grown where moves turned out well, and whether each is on the way that was followed most. */
const GROWN: readonly (readonly [x1: number, y1: number, x2: number, y2: number, chosen: boolean])[] = [
  [24, 60, 92, 28, true],
  [24, 60, 92, 70, false],
  [24, 60, 92, 104, false],
  [92, 28, 160, 14, true],
  [92, 28, 160, 46, false],
  [92, 70, 160, 78, false],
  [160, 14, 228, 10, false],
  [160, 14, 228, 36, true],
  [160, 46, 228, 62, false],
  [228, 36, 292, 24, true],
  [228, 36, 292, 50, false],
];

export function PictureMcts() {
  return (
    <Picture
      label="A tree of boards that has grown deep where moves turned out well, and hardly where they did not"
      height={118}
    >
      {GROWN.map(([x1, y1, x2, y2, chosen]) => (
        <line key={`${x2} ${y2}`} x1={x1} y1={y1} x2={x2} y2={y2} class={chosen ? 'branch chosen' : 'branch'} />
      ))}
      <circle cx="24" cy="60" r="10" class="node strong" />
      {GROWN.map(([, , x, y, chosen]) => (
        <circle key={`${x} ${y}`} cx={x} cy={y} r="8" class={chosen ? 'node strong' : 'node'} />
      ))}
    </Picture>
  );
}
