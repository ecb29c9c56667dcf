// Stages: parts of a game with separate weights.
//   none
//   reach:16384,16384+8192        a stage ends when a board holds these tiles together for the first time (Yeh et al.)
//   tiles:32768,16384,8192,4096   a stage for every set of these on the board (Jaśkowski)
//   largest:16384,32768           by the largest tile: below the first, from the first up, from the second up …
//   sets:8192,16384,16384+8192    by the last of these sets that is complete on the board; the first stage is for boards with none
// and by name: yeh3, yeh-1 … yeh-4 (his strategies), jaskowski, threes3.

import type { Game, GameName } from '../rules/game.ts';
import { parseGame } from '../rules/games.ts';
import { InputError } from '../rules/input-error.ts';

export type Stages =
  | { readonly kind: 'none'; readonly text: string }
  /** For each split the exponents that must be on the board together. */
  | { readonly kind: 'reach'; readonly text: string; readonly splits: readonly (readonly number[])[] }
  | { readonly kind: 'tiles'; readonly text: string; readonly exponents: readonly number[] }
  | { readonly kind: 'largest'; readonly text: string; readonly exponents: readonly number[] }
  /** The sets, each as bits. */
  | { readonly kind: 'sets'; readonly text: string; readonly sets: readonly number[] };

export const STAGE_NAMES: Readonly<Record<string, string>> = {
  yeh3: 'reach:16384,16384+8192',
  'yeh-1': 'reach:8192,16384,16384+8192',
  'yeh-2': 'reach:16384,16384+8192,16384+8192+4096',
  'yeh-3': 'reach:16384,16384+8192,16384+8192+4096,16384+8192+4096+2048',
  'yeh-4': 'reach:16384,16384+8192,16384+8192+4096,16384+8192+4096+2048,16384+8192+4096+2048+1024',
  jaskowski: 'tiles:32768,16384,8192,4096',
  threes3: 'reach:1536,3072',
};

const MOST_STAGES = 16;

/** The stages of multi-stage learning if none are named: they end at the game's milestones. */
export function defaultStages(game: Game): string {
  const splits = game.milestones.map((together) => together.map((exponent) => game.tile(exponent)).join('+'));
  return splits.length === 0 ? 'none' : `reach:${splits.join()}`;
}

export function parseStages(text: string, game: GameName): Stages {
  const full = STAGE_NAMES[text] ?? text;
  if (full === 'none') return { kind: 'none', text: 'none' };
  const match = /^(reach|tiles|largest|sets):(.+)$/.exec(full);
  if (!match?.[1] || !match[2]) {
    throw new InputError(
      `'${text}' does not describe stages; give none, reach:16384,16384+8192, tiles:32768,16384, largest:16384, sets:16384,16384+8192, or ${Object.keys(STAGE_NAMES).join(', ')}`,
    );
  }
  const rules = parseGame(game);
  const exponent = (tile: string): number => {
    const found = rules.exponent(Number(tile));
    if (found === undefined || found < 1 || found > 15)
      throw new InputError(`'${tile}' in the stages '${text}' is not a tile that ends a stage in ${game}`);
    return found;
  };
  const parts = match[2].split(',').map((part) => part.split('+').map(exponent));
  const stages: Stages =
    match[1] === 'reach'
      ? { kind: 'reach', text: full, splits: parts }
      : match[1] === 'sets'
        ? { kind: 'sets', text: full, sets: parts.map((part) => part.reduce((bits, e) => bits | (1 << e), 0)) }
        : { kind: match[1] === 'tiles' ? 'tiles' : 'largest', text: full, exponents: parts.map(single) };
  if (stages.kind === 'largest' && stages.exponents.some((e, i) => i > 0 && e <= (stages.exponents[i - 1] ?? 0))) {
    throw new InputError(`the tiles in '${text}' must grow`);
  }
  if (stageCount(stages) > MOST_STAGES)
    throw new InputError(`'${text}' makes ${stageCount(stages)} stages; at most ${MOST_STAGES} are possible`);
  return stages;

  function single(part: readonly number[]): number {
    if (part.length !== 1 || part[0] === undefined)
      throw new InputError(`the stages '${text}' take single tiles; only reach: and sets: take sums`);
    return part[0];
  }
}

export function stageCount(stages: Stages): number {
  if (stages.kind === 'none') return 1;
  if (stages.kind === 'reach') return stages.splits.length + 1;
  if (stages.kind === 'sets') return stages.sets.length + 1;
  return stages.kind === 'tiles' ? 2 ** stages.exponents.length : stages.exponents.length + 1;
}

/** The stage of a board that has these exponents (bit e of `present`), if the board alone decides. */
export function stageOfTiles(stages: Stages, present: number): number {
  if (stages.kind === 'tiles') {
    // The first tile listed is the highest bit, so that stages come in the order of a game.
    return stages.exponents.reduce((bits, e) => (bits << 1) | ((present >> e) & 1), 0);
  }
  if (stages.kind === 'largest') return stages.exponents.filter((e) => present >> e !== 0).length;
  if (stages.kind === 'sets') return stages.sets.findLastIndex((set) => (present & set) === set) + 1;
  return 0;
}

/** The stage after a board with these exponents was met in `before`, if stages are reached one after another. */
export function stageReached(stages: Stages, present: number, before: number): number {
  if (stages.kind !== 'reach') return stageOfTiles(stages, present);
  let stage = before;
  for (let split = stages.splits[stage]; split?.every((e) => (present >> e) & 1); split = stages.splits[stage]) stage++;
  return stage;
}

/**
 * The stage of a board with unknown history: a split counts as reached if the tiles of its sizes and larger add up
 * to at least its own, because tiles only ever grow by merging.
 */
export function stageGuess(stages: Stages, board: readonly number[], tile: (exponent: number) => number): number {
  if (stages.kind !== 'reach')
    return stageOfTiles(
      stages,
      board.reduce((bits, e) => bits | (1 << Math.min(e, 15)), 0),
    );
  const open = stages.splits.findIndex((split) => {
    const smallest = Math.min(...split);
    const needed = split.reduce((sum, e) => sum + tile(e), 0);
    return board.reduce((sum, e) => sum + (e >= smallest ? tile(e) : 0), 0) < needed;
  });
  return open < 0 ? stages.splits.length : open;
}
