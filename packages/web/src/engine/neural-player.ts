// A neural player on ONNX Runtime's WebAssembly, in the engine's own thread; the runtime has more threads if the page is
// isolated. It uses the build for the processor: the one for the graphics card is twice the size, and a board is so small that
// the way there and back takes longer than the work.

import {
  ChooserPlayer,
  NeuralEvaluator,
  neuralChooser,
  type NeuralOrder,
  type NeuralSession,
  type Player,
} from 'afterstate';
import { cores, openExpander } from 'afterstate/browser';
import { env, InferenceSession, Tensor } from 'onnxruntime-web/wasm';
import script from 'onnxruntime-web/ort-wasm-simd-threaded.mjs?url';

/**
 * More threads do not make a few boards faster, and one core is left to the page: the runtime's threads wait for each other after every
 * operation, so one that finds no core holds them all up.
 */
const MOST_THREADS = 4;

export async function openNeuralPlayer({ spec, bytes, name, game, way }: NeuralOrder, wasm: Blob): Promise<Player> {
  if (!env.wasm.wasmBinary) {
    env.wasm.wasmBinary = await wasm.arrayBuffer();
    env.wasm.wasmPaths = { mjs: new URL(script, import.meta.url).href };
    env.wasm.numThreads = crossOriginIsolated ? Math.max(1, Math.min(MOST_THREADS, cores() - 1)) : 1;
    // Nobody can act on what the runtime says about its own fusions.
    env.logLevel = 'error';
  }
  const evaluator = await NeuralEvaluator.open(bytes, name, openSession);
  const chooser = await neuralChooser(game, (boards) => evaluator.evaluate(boards), way, openExpander);
  return new ChooserPlayer(spec, game, chooser, () => evaluator.close());
}

async function openSession(model: Uint8Array): Promise<NeuralSession> {
  const session = await InferenceSession.create(model, {
    executionProviders: ['wasm'],
    graphOptimizationLevel: 'all',
    logSeverityLevel: 3,
    // Numbers below 1e-38, which slow a processor down a hundredfold, become zero; idle threads do not spin.
    extra: { session: { set_denormal_as_zero: '1', intra_op: { allow_spinning: '0' } } },
  });
  return {
    outputNames: session.outputNames,
    async run(boards, rows) {
      const found = await session.run({ boards: new Tensor('uint8', boards, [rows, 16]) });
      return Object.fromEntries(Object.entries(found).map(([name, { data }]) => [name, data as Float32Array]));
    },
    release: () => session.release(),
  };
}
