// The neural players: `dcnn:FILE?vote=majority`, `resnet:FILE`, `reflex:FILE`, `value:FILE?ply=2`. The library knows nothing of
// the runtime they need, so importing this module adds them to its players. What reads their files is loaded when one is opened.

import { stat } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { NeuralHost } from 'afterstate';
import { addPlayers, neuralPlayer } from 'afterstate';
import { NeuralPlayer } from './player.ts';

/** Files of the disk, and onnxruntime-node on threads. */
export const NODE_HOST: NeuralHost = {
  async shipped(family, game) {
    // From dist/neural to the models/ of the clone.
    const folder = fileURLToPath(new URL(`../../../../models/${game}-${family}`, import.meta.url));
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

addPlayers(...(['dcnn', 'resnet', 'reflex', 'value'] as const).map((family) => neuralPlayer(family, NODE_HOST)));
