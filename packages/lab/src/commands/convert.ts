// afterstate convert: a model in another format, chosen by the ending of the new name.

import { stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { DEFAULT_STEP, ErrorSurvey, InputError, pruned, writeCompact, writeSafetensors, writeTdl } from 'afterstate';
import type { ModelFile, ModelHeader, ModelSink, PruneOptions, Quantisation, Rounding, WeightChunk } from 'afterstate';
import { writeFileWhole } from 'afterstate/node';
import type { Command } from 'commander';
import { Option } from 'commander';
import { makeFolder, reason, unwritable } from '../files/disk.ts';
import { joinStages } from '../learn/join-stages.ts';
import { originOf, withModel } from '../models/open-model.ts';
import { interruptible } from '../terminal/interrupt.ts';
import { progressLine } from '../terminal/progress.ts';
import { bytes, decimal, duration, percent, table } from '../terminal/table.ts';
import { jsonOption, positiveNumber } from './options.ts';

interface ConvertOptions {
  stages?: string;
  from?: string[];
  step?: number | number[];
  initial?: number;
  met: boolean;
  least?: number;
  noise?: number | number[];
  half: boolean;
  force: boolean;
  json: boolean;
}

type Form = 'safetensors' | 'compact' | 'w';

/** What `convert --json` prints. */
interface Conversion {
  readonly model: string;
  readonly bytes: number;
  readonly out: string;
  readonly outBytes: number;
  readonly form: Form;
  readonly seconds: number;
  /** For a compact file: the step, and how many weights were not 0 before and after. */
  readonly quantisation?: Quantisation;
}

export function register(program: Command): void {
  program
    .command('convert')
    .description('write a model in another format: .safetensors, .compact (small) or .w (TDL2048)')
    .argument('<model>', 'a model file in any of these formats, or a folder that holds one')
    .argument('<out>', 'the new file; the ending of its name chooses the format')
    .option('--stages <spec>', 'combine stages of several models: the stages of the new model, as in train --stages')
    .option(
      '--from <model>',
      'with --stages: MODEL@4-5=0 takes stages 4 and 5 from stage 0 of a model; may be repeated',
      (text: string, before: string[] = []) => [...before, text],
    )
    .addOption(
      new Option(
        '--step <points>',
        `.compact: round weights to multiples of this; numbers separated by commas are for one stage each (default: ${DEFAULT_STEP})`,
      ).argParser(readNumbers('--step')),
    )
    .addOption(
      new Option(
        '--initial <points>',
        '.compact: the value that training started with (train --initial); leave out weights that it never touched',
      ).argParser(positiveNumber('--initial', 1e7)),
    )
    .option('--met', '.compact, from a checkpoint: leave out weights that training never met', false)
    .addOption(
      new Option(
        '--least <points>',
        'with --met: also leave out weights whose errors in training add up to less than this',
      ).argParser(positiveNumber('--least', 1e9)),
    )
    .addOption(
      new Option(
        '--noise <points>',
        '.compact, from a checkpoint: round weights more coarsely the less often training met them, so that the value of a board is off by about this many points; numbers separated by commas are for one stage each; weights never met are left out',
      ).argParser(readNumbers('--noise')),
    )
    .option('--half', '.w: half precision', false)
    .option('--force', 'replace an existing file', false)
    .addOption(jsonOption())
    .action(async (path: string, out: string, options: ConvertOptions) => {
      const form = formOf(out, options);
      if (!options.force && (await isThere(out)))
        throw new InputError(`'${out}' exists; give another name, or --force to replace it`);
      const conversion = await interruptible((signal) =>
        withModel(path, async (model) => convert(await staged(model, options), out, form, options, signal)),
      );
      process.stdout.write(options.json ? `${JSON.stringify(conversion)}\n` : report(conversion));
    });
}

/** A number, or one for each stage. */
function readNumbers(flag: string): (text: string) => number | number[] {
  return (text) => {
    const numbers = text.split(',').map(positiveNumber(flag, 1e6));
    return numbers.length === 1 ? numbers[0]! : numbers;
  };
}

async function staged(model: ModelFile, { stages, from = [] }: ConvertOptions): Promise<ModelFile> {
  if (stages !== undefined) return joinStages(model, stages, from);
  if (from.length > 0) throw new InputError('--from says where stages come from; name the stages with --stages');
  return model;
}

function formOf(out: string, { step, initial, met, least, noise, half }: ConvertOptions): Form {
  const ending = /\.(safetensors|compact|w)$/.exec(out)?.[1] as Form | undefined;
  if (ending === undefined)
    throw new InputError(`the name '${out}' does not say which format; end it in .safetensors, .compact or .w`);
  if (step !== undefined && ending !== 'compact')
    throw new InputError(`--step is for .compact files; '${out}' keeps the weights as they are`);
  const pruning = initial !== undefined ? '--initial' : met ? '--met' : noise !== undefined ? '--noise' : undefined;
  if (pruning && ending !== 'compact')
    throw new InputError(`${pruning} is for .compact files; '${out}' keeps the weights as they are`);
  if (least !== undefined && !met) throw new InputError('--least needs --met; give that too');
  if (half && ending !== 'w') throw new InputError(`--half is for .w files, and '${out}' is not one`);
  return ending;
}

async function convert(
  model: ModelFile,
  out: string,
  form: Form,
  { initial, least, noise, half, ...options }: ConvertOptions,
  signal: AbortSignal,
): Promise<Conversion> {
  const met = options.met || noise !== undefined;
  const step = options.step ?? model.step ?? DEFAULT_STEP;
  if (met && !model.coherent)
    throw new InputError(
      `${options.met ? '--met' : '--noise'}: '${model.source.name}' does not say which weights were met; convert a checkpoint`,
    );
  const start = performance.now();
  const header: ModelHeader = { ...model.header, provenance: originOf(model.header) };
  const progress = progressLine({ total: model.source.size / 1e6, unit: 'MB' });
  const all = (): AsyncIterable<WeightChunk> =>
    model.chunks({
      coherence: met,
      onProgress: (done) => {
        signal.throwIfAborted();
        progress.update(done / 1e6);
      },
    });
  const pruning: PruneOptions = {
    met,
    ...(initial !== undefined && { initial }),
    ...(least !== undefined && { least }),
  };
  const survey = noise === undefined ? undefined : new ErrorSurvey(model.network, step, noise);
  if (survey) await readErrors(survey, model, all(), pruning);
  const round = survey?.rounding();
  const chunks = form === 'compact' ? pruned(model.network, all(), { ...pruning, ...(round && { round }) }) : all();
  let quantisation: Quantisation | undefined;
  try {
    await makeFolder(dirname(out));
    await writeFileWhole(out, async (sink) => {
      const written = await write(sink, header, chunks, form, { half, step });
      quantisation = written && { ...written, before: survey?.weights ?? written.before };
    });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === undefined) throw error;
    throw unwritable(`'${out}' cannot be written: ${reason(error)}`, error);
  } finally {
    progress.clear();
  }
  return {
    model: model.source.name,
    bytes: model.source.size,
    out,
    outBytes: (await stat(out)).size,
    form,
    seconds: (performance.now() - start) / 1000,
    ...(quantisation && { quantisation }),
  };
}

/** Reads all weights once, to learn how often each was met. */
async function readErrors(
  survey: ErrorSurvey,
  { network }: ModelFile,
  all: AsyncIterable<WeightChunk>,
  pruning: PruneOptions,
): Promise<void> {
  const round: Rounding = (stage, table, weight, size) => {
    survey.add(stage, table, weight, size);
    return weight;
  };
  const chunks = pruned(network, all, { ...pruning, round });
  while (!(await chunks.next()).done);
}

async function write(
  sink: ModelSink,
  header: ModelHeader,
  chunks: AsyncIterable<WeightChunk>,
  form: Form,
  { step, half }: { step: number | number[]; half: boolean },
): Promise<Quantisation | undefined> {
  if (form === 'compact') return writeCompact(sink, header, chunks, { step });
  await (form === 'w' ? writeTdl(sink, header, chunks, { half }) : writeSafetensors(sink, header, chunks));
  return undefined;
}

function report({ model, bytes: before, out, outBytes, seconds, quantisation }: Conversion): string {
  const lines = table(
    [
      [model, bytes(before), ''],
      [out, bytes(outBytes), `${share(outBytes / before)}, in ${duration(seconds)}`],
    ],
    ['left', 'right', 'left'],
  );
  if (quantisation) {
    const { step, before: all, after } = quantisation;
    lines.push(
      `Weights are multiples of ${typeof step === 'number' ? step : `${step.join(', ')}, by stage`}; of ${decimal(all)} that were not 0, ${decimal(all - after)} became 0 (${percent(all === 0 ? 0 : (all - after) / all)}).`,
    );
  }
  return `${lines.join('\n')}\n`;
}

function share(ratio: number): string {
  return ratio <= 1 ? percent(ratio) : `${ratio.toFixed(1)} times the size`;
}

async function isThere(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
