// What `describe` says about a neural network: its card, and every array of weights.

import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { neuralPlayersOf, parseGame } from 'afterstate';
import { paintFor } from '../terminal/colour.ts';
import { bytes, decimal, table } from '../terminal/table.ts';

/** Whether a path names a neural network: an ONNX file, or a folder that holds one. */
export async function isNetwork(path: string): Promise<boolean> {
  if (path.endsWith('.onnx')) return true;
  return stat(join(path, 'model.onnx')).then(
    (found) => found.isFile(),
    () => false,
  );
}

export async function describeNetwork(path: string, json: boolean): Promise<string> {
  const { readCard, readNetworkFile } = await import('../neural/model-file.ts');
  const { parametersOf, sizeOf } = await import('../neural/network.ts');
  const { createNeuralNetwork } = await import('../neural/networks.ts');
  const file = await readNetworkFile(path);
  const card = readCard(file.bytes, file.name);
  const parameters = parametersOf(createNeuralNetwork(card.network, parseGame(card.game))).map(
    ({ name, shape, trained }) => ({ name, shape, weights: sizeOf(shape), trained }),
  );
  const size = file.bytes.length;
  if (json) return `${JSON.stringify({ model: file.name, form: 'onnx', bytes: size, ...card, parameters })}\n`;
  const { bold, dim } = paintFor(process.stdout);
  const { provenance, encoding, weights, values, date, checksum } = card;
  const rows = [
    ['file', `ONNX, ${decimal(size)} bytes (${bytes(size)})`],
    ['network', card.network],
    [
      'player',
      neuralPlayersOf(card)
        .map((name) => `${name}:${path}`)
        .join(', '),
    ],
    ['input', encoding],
    [
      'output',
      values === undefined
        ? 'the policy'
        : card.family === 'value'
          ? `values of ${values}s`
          : `the policy, and values of ${values}s`,
    ],
    ['weights', decimal(weights)],
    ...Object.entries(provenance).map(([key, value]) => [key, plain(value)]),
    ['date', date],
    ['checksum', `${checksum}, as it should be`],
  ];
  const [heading, ...arrays] = table(
    [
      ['array', 'shape', 'weights', ''],
      ...parameters.map(({ name, shape, weights: count, trained }) => [
        name,
        shape.join(' × '),
        decimal(count),
        trained ? '' : 'measured',
      ]),
    ],
    ['left', 'left', 'right', 'left'],
  );
  return [
    bold(`${file.name}: a network for ${card.game}`),
    '',
    ...table(rows, ['left', 'left']),
    '',
    dim(heading!),
    ...arrays,
    '',
  ].join('\n');
}

function plain(value: unknown): string {
  if (typeof value === 'number') return Number.isInteger(value) ? decimal(value) : String(value);
  return typeof value === 'string' ? value : JSON.stringify(value);
}
