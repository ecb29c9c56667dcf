// One picture for each method of learning.

import { Arrow, Mini, Picture, Triangle, Words } from './drawing.tsx';

const FIRST = [2, 0, 0, 4, 8, 2, 16, 16, 0];
const NEXT = [4, 0, 0, 4, 8, 2, 32, 0, 0];

export function PictureTd() {
  return (
    <Picture label="The value of one afterstate is corrected toward the gain and the value of the next" height={112}>
      <Mini x={30} y={8} tiles={FIRST} columns={3} />
      <Mini x={212} y={8} tiles={NEXT} columns={3} />
      <Arrow from={[116, 28]} to={[204, 28]} />
      <Words x={160} y={20} quiet>
        gain 36
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

export function PictureTc() {
  const rows = [
    { signs: '+ + + + +', width: 120, words: 'full steps' },
    { signs: '+ − + − +', width: 24, words: 'small steps' },
  ];
  return (
    <Picture
      label="A weight whose corrections all have one sign takes full steps; one whose corrections cancel, small ones"
      height={84}
    >
      {rows.map(({ signs, width, words }, i) => (
        <g key={i} transform={`translate(0 ${26 + 36 * i})`}>
          <text x="16" y="5" class="words start">
            {signs}
          </text>
          <rect x="96" y="-9" width={width} height="18" rx="3" class="bar strong" />
          <text x={104 + width} y="4" class="words faint start">
            {words}
          </text>
        </g>
      ))}
    </Picture>
  );
}

/** A line of small boards; the later ones are empty outlines. */
function Line({ y, count, strong = [] }: { y: number; count: number; strong?: readonly number[] }) {
  return (
    <>
      {Array.from({ length: count }, (_, i) => (
        <rect
          key={i}
          x={centre(i, count) - 13}
          y={y - 13}
          width="26"
          height="26"
          rx="5"
          class={strong.includes(i) ? 'node strong' : 'node'}
        />
      ))}
    </>
  );
}

const centre = (i: number, count: number): number => 28 + (264 * i) / (count - 1);

export function PictureLambda() {
  const shares = ['½', '¼', '⅛'];
  return (
    <Picture
      label="An afterstate is corrected by the errors of the next few moves, each of which counts half as much"
      height={100}
    >
      <Line y={74} count={5} strong={[0]} />
      {shares.map((share, i) => {
        const [from, to] = [centre(i + 1, 5), centre(0, 5)];
        const top = 48 - 16 * i;
        return (
          <g key={share}>
            <path
              d={`M${from} 58C${from} ${top} ${to} ${top} ${to + 7 * (i - 1)} 58`}
              class="arrow dashed"
              marker-end="url(#tip)"
            />
            <Words x={from + 12} y={50}>
              {share}
            </Words>
          </g>
        );
      })}
    </Picture>
  );
}

export function PictureBackward() {
  return (
    <Picture
      label="Corrections start at the end of the game and run backwards; then play resumes from its middle"
      height={100}
    >
      <Line y={30} count={6} strong={[5]} />
      {[4, 3, 2, 1, 0].map((i) => (
        <Arrow key={i} from={[centre(i + 1, 6) - 15, 30]} to={[centre(i, 6) + 15, 30]} dashed />
      ))}
      <path d={`M${centre(2, 6)} 45V76H${centre(5, 6) - 4}`} class="arrow" marker-end="url(#tip)" />
      <Words x={210} y={92} quiet>
        on from the middle
      </Words>
    </Picture>
  );
}

export function PictureValues() {
  return (
    <Picture label="A value may belong to the state, to the move in it, or to the afterstate" height={92}>
      <Mini x={22} y={6} tiles={[0, 2, 0, 4, 8, 2, 16, 8, 8]} columns={3} cell={16} />
      <Triangle move="left" x={160} y={34} strong />
      <Mini x={238} y={6} tiles={FIRST} columns={3} cell={16} />
      <Arrow from={[92, 34]} to={[140, 34]} />
      <Arrow from={[180, 34]} to={[230, 34]} />
      <Words x={52} y={84}>
        td-state
      </Words>
      <Words x={160} y={84}>
        q
      </Words>
      <Words x={268} y={84}>
        td
      </Words>
    </Picture>
  );
}

export function PictureOtd() {
  return (
    <Picture label="Values that begin far too high fall toward the truth where the network has been" height={104}>
      <line x1="20" y1="72" x2="300" y2="72" class="branch dashed" />
      <path d="M20 14C90 16 100 68 190 70S280 72 300 72" class="branch chosen" />
      <path d="M20 92C80 90 120 74 200 73S280 72 300 72" class="branch" />
      <text x="60" y="14" class="words faint start">
        from 320,000
      </text>
      <text x="24" y="66" class="words faint start">
        truth
      </text>
      <text x="110" y="98" class="words faint start">
        from 0
      </text>
    </Picture>
  );
}

export function PictureMultistage() {
  const stages = [
    { x: 14, width: 130, words: 'first' },
    { x: 148, width: 80, words: 'second' },
    { x: 232, width: 74, words: 'third' },
  ];
  return (
    <Picture label="A game in three stages, divided where a 16384, and then an 8192 beside it, is made" height={100}>
      {stages.map(({ x, width, words }, i) => (
        <g key={words}>
          <rect x={x} y="34" width={width} height="26" rx="5" class={i === 0 ? 'node strong' : 'node'} />
          <text x={x + width / 2} y="51" class={i === 0 ? 'words inverse' : 'words'}>
            {words}
          </text>
        </g>
      ))}
      <Words x={146} y={24} quiet>
        16384
      </Words>
      <Words x={230} y={24} quiet>
        + 8192
      </Words>
      <Words x={160} y={84} quiet>
        weights of its own for each
      </Words>
    </Picture>
  );
}
