// The history of a training as curves. Blocks are merged when there would be more points than a screen can show, so an
// hour of learning takes no more room than a minute.

/** The results of a block of games. */
export interface Block {
  /** Games and moves in it. */
  readonly games: number;
  readonly moves: number;
  /** How long it took. */
  readonly seconds: number;
  readonly averageScore: number;
  readonly maxScore: number;
  /** Element e: how many games ended with a largest tile of exponent e. */
  readonly largest: readonly number[];
}

export interface Point extends Block {
  /** Games of the whole training up to the block's end. */
  readonly at: number;
}

const MOST_POINTS = 512;

/** The curve with one more block; neighbours are joined once there are too many. */
export function extended(points: readonly Point[], block: Block): readonly Point[] {
  const at = (points.at(-1)?.at ?? 0) + block.games;
  const longer = [...points, { ...block, at }];
  if (longer.length < MOST_POINTS) return longer;
  const joined: Point[] = [];
  for (let i = 0; i < longer.length; i += 2) {
    const [a, b] = [longer[i]!, longer[i + 1]];
    joined.push(b ? join(a, b) : a);
  }
  return joined;
}

function join(a: Point, b: Point): Point {
  const games = a.games + b.games;
  return {
    at: b.at,
    games,
    moves: a.moves + b.moves,
    seconds: a.seconds + b.seconds,
    averageScore: (a.averageScore * a.games + b.averageScore * b.games) / games,
    maxScore: Math.max(a.maxScore, b.maxScore),
    largest: a.largest.map((n, i) => n + b.largest[i]!),
  };
}

/** The newest points that together have this many games, merged into one; undefined before there are any. */
export function newest(points: readonly Point[], games: number): Point | undefined {
  let sum: Point | undefined;
  for (let i = points.length - 1; i >= 0 && (sum?.games ?? 0) < games; i--)
    sum = sum ? join(points[i]!, sum) : points[i]!;
  return sum;
}

/** The curve as drawn: each point covers the last games up to it, so that a block of few games does not make a spike. */
export function smoothed(points: readonly Point[], games: number): readonly Point[] {
  let first = 0;
  let within = 0;
  return points.map((point, i) => {
    within += point.games;
    while (within - points[first]!.games >= games) within -= points[first++]!.games;
    return points.slice(first, i).reduceRight((sum, earlier) => join(earlier, sum), point);
  });
}

/** The tiles whose curves are drawn: the largest that some of the games ever made, and those before it. */
export function toldTiles(points: readonly Point[], most = 5, least = 0.01): readonly number[] {
  const highest = points.reduce((top, point) => {
    const reached = point.largest.findLastIndex((_, exponent) => reach(point, exponent) >= least);
    return Math.max(top, reached);
  }, 0);
  return Array.from({ length: most }, (_, i) => highest - most + 1 + i).filter((exponent) => exponent > 0);
}

/** The share of the games that reached a tile of this exponent. */
export function reach({ largest, games }: Block, exponent: number): number {
  return largest.slice(exponent).reduce((sum, n) => sum + n, 0) / games;
}
