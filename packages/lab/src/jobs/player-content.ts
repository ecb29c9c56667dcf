// A player as a job names it: a spec without a file, and the digest of its model. A spec without a model means the one that
// ships; this is resolved here too, because another machine may have another clone.

import { formatSpec, NEURAL_PLAYERS, parseSpec, playerNamed } from 'afterstate';
import type { Game, NeuralPlayerName } from 'afterstate';
import { champion, openModelFile } from 'afterstate/node';
import { shippedNetwork } from '../neural/host.ts';
import type { BlobFolder } from './blob-folder.ts';

export interface PlayerContent {
  readonly player: string;
  readonly model?: string;
}

export function takesModel(name: string): boolean {
  return playerNamed(name).model !== 'none';
}

/** Keeps the model of a player as a blob. The spec has been opened before, so its file exists. */
export async function playerContent(text: string, game: Game, blobs: BlobFolder): Promise<PlayerContent> {
  const { name, model, options } = parseSpec(text);
  const player = formatSpec(name, Object.fromEntries(options));
  if (!takesModel(name)) return { player };
  if (isNeural(name)) {
    const { readNetworkFile } = await import('../neural/model-file.ts');
    const { bytes } = await readNetworkFile(model ?? (await shippedNetwork(name, game.name))!);
    return { player, model: await blobs.keep(bytes) };
  }
  const file = await openModelFile(model ?? (await champion(game))!);
  await file.close();
  return { player, model: await blobs.keepFile(file.name) };
}

function isNeural(name: string): name is NeuralPlayerName {
  return (NEURAL_PLAYERS as readonly string[]).includes(name);
}
