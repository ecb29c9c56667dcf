// What the value of a state means, to the network and to the search. Allik et al. tried two meanings: the chance that the game
// ends with more than the best average so far (`beat`), and the final score in relation to the average (`ratio`); both are from
// 0 to 1, and both change their meaning whenever the player improves. `score` is the score to come, in points: its meaning never
// changes, and because it grows a thousandfold with the player, the network learns it on a scale that makes it small.

export const VALUE_MEANINGS = ['beat', 'ratio', 'score'] as const;
export type Meaning = (typeof VALUE_MEANINGS)[number];

export const VALUE_SCALES = ['linear', 'sqrt', 'log'] as const;
export type Scale = (typeof VALUE_SCALES)[number];

/** How many points make 1 on the network's scale; with `log`, what is added before the logarithm. */
export const UNIT = 1000;
/** No network's answer stands for more points than this: e^20 would be no use to a mean. */
const MOST_POINTS = 1e7;

export interface ValueSettings {
  readonly meaning: Meaning;
  readonly scale: Scale;
  /** The average score that `beat` and `ratio` compare with; 0 if there is none yet. */
  readonly reference: number;
}

/** Points on the network's scale. */
export function scaled(points: number, scale: Scale): number {
  const x = Math.max(0, points) / UNIT;
  if (scale === 'linear') return x;
  return scale === 'sqrt' ? Math.sqrt(x) : Math.log1p(x);
}

/** The inverse; numbers below 0 stand for no points. */
export function points(value: number, scale: Scale): number {
  const x = Math.max(0, value);
  const units = scale === 'linear' ? x : scale === 'sqrt' ? x * x : Math.expm1(Math.min(x, 20));
  return Math.min(MOST_POINTS, UNIT * units);
}

/** What a search backs up for a game that ended with this score. */
export function result(score: number, { meaning, reference }: ValueSettings): number {
  if (meaning === 'score') return score;
  if (meaning === 'beat') return reference > 0 && score > reference ? 1 : 0;
  return ratio(score, reference);
}

/** What a search backs up for a state to which the network gives this value, `score` points into the game. */
export function estimate(value: number, score: number, { meaning, scale }: ValueSettings): number {
  return meaning === 'score' ? score + points(value, scale) : value;
}

/** What the network should have said about a state `score` points into a game that, as far as known, ends with `final`. */
export function valueTarget(final: number, score: number, settings: ValueSettings): number {
  return settings.meaning === 'score' ? scaled(final - score, settings.scale) : result(final, settings);
}

/** Half the ratio, at most 1: their value head ends in a sigmoid, so that the average itself has to be within its range. */
function ratio(score: number, reference: number): number {
  return reference > 0 ? Math.min(1, score / (2 * reference)) : 0;
}
