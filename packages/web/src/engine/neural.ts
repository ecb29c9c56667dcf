// Neural players in the engine worker. What runs their networks, ONNX Runtime, is large, so it is loaded when the first of them is
// opened: by then the page has fetched its wasm, with a progress bar, and hands it over.

import { SHIPPED } from 'virtual:models';
import { addPlayers, NEURAL_PLAYERS, type NeuralHost, neuralPlayer } from 'afterstate';

let wasm: Blob | undefined;

export function giveRuntime(blob: Blob): void {
  wasm = blob;
}

const host: NeuralHost = {
  shipped: async (player, game) => SHIPPED.find((model) => model.game === game && model.players.includes(player))?.name,
  async read(model, { platform }) {
    const file = await platform.openModel(model);
    return { bytes: await file.read(0, file.size), name: model.replace(/^.*\//, '') };
  },
  async open(order) {
    if (!wasm) throw new Error('ONNX Runtime is not loaded');
    const { openNeuralPlayer } = await import('./neural-player.ts');
    return openNeuralPlayer(order, wasm);
  },
};

export function addNeuralPlayers(): void {
  addPlayers(...NEURAL_PLAYERS.map((name) => neuralPlayer(name, host)));
}
