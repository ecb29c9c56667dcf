// Model files of every form: damaged, and damaged with a corrected checksum, to reach the code behind the checksum too. The
// checksum must notice every change that it should.

import {
  Checksum,
  createNetwork,
  foldedPatterns,
  memorySource,
  MemorySink,
  parseGame,
  readAnyModel,
  readCard,
  readTensors,
  sealFile,
  tablesOf,
  writeCompact,
  writeSafetensors,
  writeTdl,
  writeTensors,
} from '../../../packages/afterstate/dist/index.js';
import { exportModel } from '../../../packages/lab/dist/neural/model-file.js';
import { parametersOf } from '../../../packages/lab/dist/neural/network.js';
import { createNeuralNetwork } from '../../../packages/lab/dist/neural/networks.js';
import { layOut, Parameters } from '../../../packages/lab/dist/neural/parameters.js';
import { holds } from '../judge.mjs';
import { joined, mutateBytes, mutateJson } from '../mutate.mjs';

const DATE = '2026-01-02T03:04:05.678Z';
const DIGITS = /"checksum"\s*:\s*"([0-9a-f]{8})"/;

async function written(write) {
  const sink = new MemorySink();
  await write(sink);
  return sink.bytes().slice();
}

function* someChunks(network, coherent) {
  for (let stage = 0; stage < network.stageCount; stage++) {
    for (const [table, { entries }] of tablesOf(network).entries()) {
      const values = Float32Array.from({ length: entries }, (_, i) =>
        i % 3 === 0 ? 0 : ((i * 37 + stage) % 201) - 100,
      );
      yield { stage, table, part: 'weights', start: 0, values };
      if (coherent)
        yield { stage, table, part: 'coherence', start: 0, values: new Float32Array(2 * entries).fill(0.5) };
    }
  }
}

async function someModels() {
  const description = { game: '2048', network: '01 05', stages: 'none', values: 'afterstate' };
  const headerOf = (more) => {
    const network = createNetwork({ ...description, ...more });
    const header = {
      description: network.description,
      folded: foldedPatterns(network),
      provenance: { games: 5 },
      trainedLargest: 11,
      date: DATE,
    };
    return [header, network];
  };
  const [plain, network] = headerOf({});
  const [staged, stages] = headerOf({ game: 'threes', network: '0h 12 empty', stages: 'reach:24,48' });
  return {
    safetensors: [
      await written((sink) => writeSafetensors(sink, plain, someChunks(network, false))),
      await written((sink) => writeSafetensors(sink, staged, someChunks(stages, true), { coherent: true })),
    ],
    compact: [
      await written((sink) => writeCompact(sink, plain, someChunks(network, false))),
      await written((sink) => writeCompact(sink, staged, someChunks(stages, false), { step: 0.25 })),
    ],
    tdl: [
      await written((sink) => writeTdl(sink, plain, someChunks(network, false))),
      await written((sink) => writeTdl(sink, plain, someChunks(network, false), { half: true, otherName: true })),
    ],
  };
}

/** Where the JSON of a file's header is: in both forms its length comes first. */
function headerRange(bytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const compact = Buffer.from(bytes.subarray(0, 18)).toString('latin1') === 'afterstate compact';
  const begin = compact ? 25 : 8;
  const lengthAt = compact ? 21 : 0;
  if (bytes.length < begin) return undefined;
  const end = begin + view.getUint32(lengthAt, true);
  return end > bytes.length ? undefined : { begin, end, lengthAt };
}

/** The same file with the right checksum; unchanged if it has no place for one. */
function reseal(bytes) {
  const range = headerRange(bytes);
  if (!range) return bytes;
  const found = DIGITS.exec(Buffer.from(bytes.subarray(range.begin, range.end)).toString('latin1'));
  if (!found) return bytes;
  const at = range.begin + found.index + found[0].length - 9;
  const copy = new Uint8Array(bytes);
  copy.set(Buffer.from('00000000'), at);
  const checksum = new Checksum();
  checksum.update(copy);
  copy.set(Buffer.from(checksum.digest()), at);
  return copy;
}

/** Another header, in JSON, before the same weights. */
function withHeader(bytes, change) {
  const { begin, end, lengthAt } = headerRange(bytes);
  const header = change(JSON.parse(Buffer.from(bytes.subarray(begin, end)).toString('utf8')));
  const json = Buffer.from(JSON.stringify(header) ?? 'null');
  const start = bytes.slice(0, begin);
  new DataView(start.buffer).setUint32(lengthAt, json.length, true);
  return joined(start, json, bytes.subarray(end));
}

const VALUES = [
  '8x7',
  '01 05 0123456',
  '0',
  'none',
  'tiles:32768',
  'reach:2',
  'action',
  'state',
  'F64',
  'I32',
  [0, 2 ** 50],
  [1, 0],
];

/** A target of one form of model files, whose unsealed changes must be noticed if `sealed`. */
function modelTarget(form, sealed) {
  return {
    name: `models-${form}`,
    share: 2,
    async open() {
      const { [form]: files } = await someModels();
      const originals = new Set(files.map((bytes) => Buffer.from(bytes).toString('latin1')));
      for (const bytes of sealed ? files : [])
        holds(Buffer.from(reseal(bytes)).equals(bytes), 'the fuzzer seals in another way');
      return {
        make(random) {
          const file = random.pick(files);
          if (!sealed) return mutateBytes(random, file, { others: files });
          if (random.once(3))
            return reseal(withHeader(file, (header) => mutateJson(random, header, { values: VALUES })));
          const changed = mutateBytes(random, file, { others: files });
          return random.once(2) ? reseal(changed) : changed;
        },
        async run(bytes) {
          const model = await readAnyModel(memorySource('a.model', bytes));
          const chunks = [];
          for await (const { values, ...place } of model.chunks({ coherence: true }))
            chunks.push({ ...place, values: values.slice() });
          // Write what was read whole, and read it again.
          if (originals.has(Buffer.from(bytes).toString('latin1'))) return;
          if (sealed)
            holds(Buffer.from(reseal(bytes)).equals(bytes), 'a change went unnoticed in spite of the checksum');
          const copy = await written((sink) =>
            writeSafetensors(sink, model.header, chunks, { coherent: model.coherent }),
          );
          const again = await readAnyModel(memorySource('copy', copy));
          holds(again.network.description.network === model.network.description.network, 'a copy has another network');
          for await (const chunk of again.chunks({ coherence: true })) holds(chunk.values.length > 0, 'an empty chunk');
        },
      };
    },
  };
}

const onnx = {
  name: 'models-onnx',
  share: 2,
  async open() {
    const files = ['mlp?hidden=2', 'tjwei'].slice(0, 1).map((spec) => {
      const network = createNeuralNetwork(spec, parseGame('2048'));
      const parameters = new Parameters(layOut(parametersOf(network)));
      parameters.initialise(1);
      return exportModel(network, { weights: (name) => parameters.view(name), provenance: { games: 5 }, date: DATE });
    });
    const { Evaluator } = await import('../../../packages/lab/dist/neural/evaluator.js');
    let accepted = 0;
    return {
      make(random) {
        const changed = mutateBytes(random, random.pick(files), { others: files });
        if (!random.once(2)) return changed;
        try {
          const copy = new Uint8Array(changed);
          sealFile(copy);
          return copy;
        } catch {
          return changed;
        }
      },
      async run(bytes) {
        readCard(bytes, 'a.onnx');
        // The runtime is slow to open: try only some of those whose card passes.
        if (accepted++ % 20 !== 0) return;
        const evaluator = await Evaluator.open(bytes, 'a.onnx');
        try {
          await evaluator.evaluate(new Uint8Array(16));
        } finally {
          await evaluator.close?.();
        }
      },
    };
  },
};

/** The form of the checkpoints of fit, dqn and selfplay. */
const tensors = {
  name: 'tensors',
  async open() {
    const named = [
      { name: 'a', shape: [2, 3], values: Float32Array.from([1, 2, 3, 4, 5, 6]) },
      { name: 'b', shape: [4], values: new Float32Array(4) },
    ];
    const file = await written((sink) => writeTensors(sink, { format: 'fuzz', state: '{}' }, named));
    return {
      make(random) {
        if (random.once(3)) return reseal(withHeader(file, (header) => mutateJson(random, header, { values: VALUES })));
        const changed = mutateBytes(random, file);
        return random.once(2) ? reseal(changed) : changed;
      },
      async run(bytes) {
        const { tensors: found } = await readTensors(memorySource('a.safetensors', bytes));
        for (const { shape, values } of found)
          holds(
            shape.reduce((product, size) => product * size, 1) === values.length,
            'a tensor of another shape than it says',
          );
      },
    };
  },
};

export const modelTargets = [
  modelTarget('safetensors', true),
  modelTarget('compact', true),
  modelTarget('tdl', false),
  onnx,
  tensors,
];
