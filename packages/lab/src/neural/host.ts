// The lab as a host of neural players: their files are on disk, and onnxruntime-node runs their networks. The library has no runtime
// for them, so the lab adds them to its players at the start. The code that reads their files is loaded when one is opened.

import type { Game, NeuralHost, NeuralPlayerName } from 'afterstate';
import { addPlayers, NEURAL_PLAYERS, neuralPlayer } from 'afterstate';
import { releaseClosedMemory } from '../files/memory.ts';
import { here, useModelPlaces } from '../models/places.ts';
import { NeuralPlayer } from './player.ts';

/** The folder of the network that ships for a player; undefined if there is none. */
export async function shippedNetwork(player: NeuralPlayerName, game: Game['name']): Promise<string | undefined> {
  return (await here(`${game}-${player}`))?.path;
}

/** Files on disk, and onnxruntime-node on threads. */
const HOST: NeuralHost = {
  shipped: shippedNetwork,
  async read(model) {
    const { readNetworkFile } = await import('./model-file.ts');
    return readNetworkFile(model);
  },
  open: (order) => NeuralPlayer.open(order),
};

const KINDS = NEURAL_PLAYERS.map((name) => neuralPlayer(name, HOST));

/** Every thread that opens players by spec calls this first. */
export function addNeuralPlayers(): void {
  useModelPlaces();
  releaseClosedMemory();
  addPlayers(...KINDS);
}
