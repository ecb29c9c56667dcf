// One picture for each player that is a neural network.

import { Arrow, Mini, Picture, Triangle, Words } from './drawing.tsx';

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

/** The lines of a tree that has grown where moves turned out well, and whether each is on the most-followed path. */
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
      label="A tree of boards that has grown deep where moves turned out well, and hardly at all where they did not"
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
