// Plays the games of a `play` job. The player stays open for the next jobs: most of them need the same one, and a large model
// takes seconds to open.

import { formatSpec, packState, parseGame, parseSpec, PLAYERS } from 'afterstate';
import type { GameResults, Player } from 'afterstate';
import { openPlayer } from 'afterstate/node';
import { encodeBlock } from '../../records/format.ts';
import type { Runner } from '../runner.ts';
import type { PlayParams, PlayResult } from './play-facts.ts';

let open: { readonly key: string; readonly player: Player } | undefined;

export const run: Runner<PlayParams, PlayResult> = async (params, { blob, ...context }) => {
  const { game, model } = params;
  const player = await playerFor(game, params.player, model === undefined ? undefined : blob(model));
  return playJob(player, params, context);
};

export interface PlayContext {
  /** Keeps bytes as a blob, and returns its digest. */
  keep(bytes: Uint8Array): Promise<string>;
  readonly onProgress?: ((done: number) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Plays a job's games with the player that it names, on as many threads as that has. */
export async function playJob(
  player: Player,
  params: PlayParams,
  { keep, onProgress, signal }: PlayContext,
): Promise<PlayResult> {
  const { seed, first, games, records } = params;
  const results = await player.playGames({
    games,
    seed,
    first,
    records,
    ...(signal && { signal }),
    ...(onProgress && { onProgress: (done) => onProgress(done.games) }),
  });
  return {
    scores: listOf(results.scores),
    moves: listOf(results.moves),
    largest: listOf(results.largest),
    ...(records && { records: await keep(blockOf(player, params, results)) }),
  };
}

async function playerFor(game: string, text: string, model: string | undefined): Promise<Player> {
  const { name, options } = parseSpec(text);
  const spec = formatSpec(name, Object.fromEntries(options), model);
  const key = `${game} ${spec}`;
  if (open?.key === key) return open.player;
  await open?.player.close();
  open = undefined;
  if (!PLAYERS.some((kind) => kind.name === name)) (await import('../../neural/host.ts')).addNeuralPlayers();
  const player = await openPlayer(spec, { game: parseGame(game) });
  open = { key, player };
  return player;
}

/** `Array.from` takes ten times as long, which matters for games of microseconds. */
function listOf(values: Float64Array | Uint32Array | Uint8Array): number[] {
  const list: number[] = [];
  for (let i = 0; i < values.length; i++) list.push(values[i]!);
  return list;
}

function blockOf(player: Player, { seed, first }: PlayParams, results: GameResults): Uint8Array {
  const games = results.records!.map(({ start, plies }, i) => ({
    number: first + i,
    seed,
    player: 0,
    start: packState(start),
    moves: plies.length,
    score: results.scores[i]!,
    largest: results.largest[i]!,
    plies,
  }));
  return encodeBlock(games, player.game);
}
