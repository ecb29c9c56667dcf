// afterstate describe: what a model file is, whether it is intact, and what its tables hold.

import { FOUR_BY_FOUR, linesOf, parseGame, weightCount } from 'afterstate';
import type { ModelFile, Pattern } from 'afterstate';
import type { Command } from 'commander';
import { originOf, withModel } from '../models/open-model.ts';
import { surveyModel } from '../models/survey.ts';
import type { TableSurvey } from '../models/survey.ts';
import { paintFor } from '../terminal/colour.ts';
import { interruptible } from '../terminal/interrupt.ts';
import { progressLine } from '../terminal/progress.ts';
import { bytes, decimal, percent, table } from '../terminal/table.ts';
import { valueText } from '../terminal/tiles.ts';
import { describeNetwork, isNetwork } from './describe-network.ts';
import { jsonOption } from './options.ts';

/** What `describe --json` prints. */
interface Identity {
  readonly model: string;
  readonly form: ModelFile['form'];
  readonly bytes: number;
  readonly game: string;
  readonly network: string;
  readonly stages: string;
  readonly values: string;
  /** Patterns whose tables are folded. */
  readonly folded: readonly string[];
  readonly weights: number;
  readonly nonZero: number;
  /** The largest tile met in training, if known. */
  readonly trainedLargest?: number;
  /** Whether it can continue training with temporal coherence. */
  readonly coherence: boolean;
  /** The step that weights are multiples of, in a compact file. */
  readonly step?: number;
  readonly date: string;
  readonly provenance: Readonly<Record<string, unknown>>;
  /** Checked; a file with a wrong one is an error. TDL2048's files have none. */
  readonly checksum?: string;
  readonly tables: readonly TableSurvey[];
}

export function register(program: Command): void {
  program
    .command('describe')
    .description('show what a model file is: its game, network and origin, and what its tables hold')
    .argument('<model>', 'a model file, or a folder that holds one')
    .addOption(jsonOption())
    .action(async (path: string, { json }: { json: boolean }) => {
      if (await isNetwork(path)) {
        process.stdout.write(await describeNetwork(path, json));
        return;
      }
      await interruptible((signal) =>
        withModel(path, async (model) => {
          const progress = progressLine({ total: model.source.size / 1e6, unit: 'MB' });
          try {
            const tables = await surveyModel(model, (done) => {
              signal.throwIfAborted();
              progress.update(done / 1e6);
            });
            progress.clear();
            const identity = identify(model, tables);
            process.stdout.write(json ? `${JSON.stringify(identity)}\n` : report(model, identity));
          } finally {
            progress.clear();
          }
        }),
      );
    });
}

function identify(model: ModelFile, tables: readonly TableSurvey[]): Identity {
  const { form, source, header, network, coherent, checksum, step } = model;
  const { trainedLargest, date, folded, description } = header;
  return {
    model: source.name,
    form,
    bytes: source.size,
    ...description,
    folded,
    weights: weightCount(network),
    nonZero: tables.reduce((sum, { nonZero }) => sum + nonZero, 0),
    ...(trainedLargest !== undefined && { trainedLargest: parseGame(description.game).tile(trainedLargest) }),
    coherence: coherent,
    ...(step !== undefined && { step }),
    date,
    provenance: originOf(header),
    ...(checksum !== undefined && { checksum }),
    tables,
  };
}

const FORMS = { safetensors: 'safetensors', compact: 'compact', tdl: "TDL2048's .w" } as const;

function report({ network }: ModelFile, identity: Identity): string {
  const { bold, dim } = paintFor(process.stdout);
  const { form, bytes: size, step, game, weights, nonZero, tables, checksum } = identity;
  const rows = [
    ['file', `${FORMS[form]}, ${decimal(size)} bytes (${bytes(size)})`],
    ['network', identity.network],
    ['stages', identity.stages === 'none' ? 'one' : `${network.stageCount}: ${identity.stages}`],
    ['values', `of ${identity.values}s`],
    ['weights', `${decimal(weights)}; ${decimal(nonZero)} are not 0 (${percent(nonZero / weights)})`],
    ...(step === undefined ? [] : [['step', `weights are multiples of ${step}`]]),
    ...(identity.coherence ? [['coherence', 'E and A of every weight: training can continue']] : []),
    ...(identity.trainedLargest === undefined ? [] : [['largest tile', decimal(identity.trainedLargest)]]),
    ...Object.entries(identity.provenance).map(([key, value]) => [key, plain(value)]),
    ['date', identity.date],
    ['checksum', checksum === undefined ? 'this format has none' : `${checksum}, as it should be`],
  ];
  const notFinite = tables.reduce((sum, survey) => sum + survey.notFinite, 0);
  const [heading, ...surveys] = table(
    [
      ['stage', 'table', 'weights', 'not 0', '', 'smallest', 'largest'],
      ...tables.map((survey) => [
        String(survey.stage),
        survey.table + (identity.folded.includes(survey.table) ? ' folded' : ''),
        decimal(survey.weights),
        decimal(survey.nonZero),
        percent(survey.nonZero / survey.weights),
        valueText(survey.smallest),
        valueText(survey.largest),
      ]),
    ],
    ['right', 'left', 'right', 'right', 'right', 'right', 'right'],
  );
  return [
    bold(`${identity.model}: a network for ${game}`),
    '',
    ...table(rows, ['left', 'left']),
    ...(notFinite > 0 ? ['', bold(`${decimal(notFinite)} weights are not finite: the training went wrong`)] : []),
    '',
    ...drawPatterns(network.patterns),
    '',
    dim(heading!),
    ...surveys,
    '',
  ].join('\n');
}

function plain(value: unknown): string {
  if (typeof value === 'number') return Number.isInteger(value) ? decimal(value) : String(value);
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Patterns on the board, six side by side: 1 is the first cell of a pattern, the lowest digit of its index. */
function drawPatterns(patterns: readonly Pattern[]): string[] {
  const lines: string[] = [];
  for (let at = 0; at < patterns.length; at += 6) {
    if (at > 0) lines.push('');
    const row = patterns.slice(at, at + 6);
    const drawings = row.map(({ text, cells }) => [
      text,
      ...linesOf(FOUR_BY_FOUR).left.map((line) => line.map((cell) => String(cells.indexOf(cell) + 1 || '·')).join(' ')),
    ]);
    for (let line = 0; line < 5; line++)
      lines.push(
        drawings
          .map((drawing) => drawing[line]!.padEnd(13))
          .join('')
          .trimEnd(),
      );
  }
  return lines;
}
