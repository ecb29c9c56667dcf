// Merges measurements of disjoint ranges of one series of games. They include the score of every game: averages of averages would
// do for the mean, but not for the median, the deviation and the intervals.

import { InputError, parseGame } from 'afterstate';
import { summarise } from 'afterstate/measure';
import type { MeasuredGames } from 'afterstate/measure';
import { z } from 'zod';

const count = z.number().int().min(0);

/** What merging needs from `eval --scores --json`. */
const partSchema = z.object({
  player: z.string(),
  game: z.string(),
  seed: count,
  first: count.default(0),
  games: count.min(1),
  ranges: z.array(z.tuple([count, count])).optional(),
  scores: z.array(count),
  largest: z.record(z.string(), count),
  moves: count,
  seconds: z.number().min(0),
  threads: count,
});

type Part = z.infer<typeof partSchema>;

/** `name` says where the part is from. */
export function readPart(value: unknown, name: string): Part {
  if (typeof value === 'object' && value !== null && !('scores' in value))
    throw new InputError(`'${name}' has no scores; measure with eval --scores --json to merge later`);
  const parsed = partSchema.safeParse(value);
  const issue = parsed.error?.issues[0];
  if (!parsed.success)
    throw new InputError(`'${name}' is not a measurement: ${issue?.path.join('.')}: ${issue?.message}`);
  if (parsed.data.scores.length !== parsed.data.games)
    throw new InputError(`'${name}' has ${parsed.data.scores.length} scores for ${parsed.data.games} games`);
  return parsed.data;
}

/** Consecutive games of a part. */
interface Piece {
  readonly name: string;
  readonly first: number;
  readonly scores: readonly number[];
}

export interface Merged extends MeasuredGames {
  /** First game and number of games of each range, in order; adjacent ranges are joined. */
  readonly ranges: readonly (readonly [first: number, games: number])[];
}

/** Throws if the parts are not of one player and one series, or if two have the same game. */
export function mergeParts(parts: readonly (Part & { readonly name: string })[]): Merged {
  const [start] = parts;
  if (!start) throw new InputError('there is nothing to merge');
  for (const part of parts) {
    for (const key of ['player', 'game', 'seed'] as const) {
      if (part[key] !== start[key])
        throw new InputError(
          `'${part.name}' has ${key} ${part[key]}, and '${start.name}' has ${start[key]}; only one series merges`,
        );
    }
  }
  const pieces = parts.flatMap(piecesOf).sort((a, b) => a.first - b.first);
  const ranges: [number, number][] = [];
  pieces.forEach(({ name, first, scores }, i) => {
    const last = ranges.at(-1);
    const end = last ? last[0] + last[1] : -1;
    if (first < end) throw new InputError(`'${pieces[i - 1]!.name}' and '${name}' both have game ${first}`);
    if (last && first === end) last[1] += scores.length;
    else ranges.push([first, scores.length]);
  });
  const game = parseGame(start.game);
  const scores = Uint32Array.from(pieces.flatMap((piece) => piece.scores));
  const largest = new Map<number, number>();
  for (let exponent = 0; exponent <= game.maxExponent; exponent++) {
    const games = parts.reduce((sum, part) => sum + (part.largest[game.tile(exponent)] ?? 0), 0);
    if (games > 0) largest.set(exponent, games);
  }
  const total = (key: 'moves' | 'seconds'): number => parts.reduce((sum, part) => sum + part[key], 0);
  const threads = Math.max(...parts.map((part) => part.threads));
  const { player, seed } = start;
  const played = { seed, first: ranges[0]![0], scores, largest, moves: total('moves'), seconds: total('seconds') };
  return { measurement: summarise({ spec: player, game, threads }, played), scores, ranges };
}

function piecesOf({ name, first, games, ranges = [[first, games]], scores }: Part & { name: string }): Piece[] {
  let at = 0;
  return ranges.map(([from, count]) => ({ name, first: from, scores: scores.slice(at, (at += count)) }));
}
