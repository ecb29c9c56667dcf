// The neural players of the library, in Node. The library knows nothing of the runtime they need, so importing this module adds them
// to its players. What reads their files is loaded when one is opened.

import { stat } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { NeuralHost } from 'afterstate';
import { addPlayers, NEURAL_PLAYERS, neuralPlayer } from 'afterstate';
import { NeuralPlayer } from './player.ts';

/** Files of the disk, and onnxruntime-node on threads. */
const HOST: NeuralHost = {
  async shipped(player, game) {
    // From dist/neural to the models/ of the clone.
    const folder = fileURLToPath(new URL(`../../../../models/${game}-${player}`, import.meta.url));
    const isFolder = await stat(folder).then(
      (found) => found.isDirectory(),
      () => false,
    );
    return isFolder ? folder : undefined;
  },
  async read(model) {
    const { readNetworkFile } = await import('./model-file.ts');
    return readNetworkFile(model);
  },
  open: (order) => NeuralPlayer.open(order),
};

addPlayers(...NEURAL_PLAYERS.map((name) => neuralPlayer(name, HOST)));
