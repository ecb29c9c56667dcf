// Joins stages of several models, taught by separate trainings, into one. Stages keep the order of the new network, and a file is
// read once for stages that are consecutive in it. The network is that of the largest: tables that a stage's model does not have
// are 0 there.

import { createNetwork, foldedPatterns, InputError, readAnyModel, tablesOf } from 'afterstate';
import type { ChunkOptions, ModelFile, Network, WeightChunk } from 'afterstate';
import { openModelFile } from 'afterstate/node';
import { sourcesOf } from './config.ts';
import type { Source } from './config.ts';

/** Where a stage's weights are: in `file`, or if that is undefined in the model itself. */
interface Origin {
  readonly file: string | undefined;
  readonly source: number;
}

/** The model in other stages; stages that no `--from` names are its own with the same number. */
export async function joinStages(model: ModelFile, stages: string, from: readonly string[]): Promise<ModelFile> {
  const sources = sourcesOf({ from: [...from] }, createNetwork({ ...model.network.description, stages }).stageCount);
  const network = createNetwork({ ...(await largestNetwork(model, sources)), stages });
  const origins = Array.from({ length: network.stageCount }, (_, stage): Origin => ({
    file: undefined,
    source: stage,
  }));
  for (const { text, file, first, last, source } of sources) {
    if (last >= network.stageCount || first > last)
      throw new InputError(`--from ${text}: the stages are 0 to ${network.stageCount - 1}`);
    for (let stage = first; stage <= last; stage++) origins[stage] = { file, source: source ?? stage };
  }
  let coherent = true;
  for (const { file, source } of origins) {
    const { part, close } = await openPart(model, file);
    await close();
    if (!isPartOf(part.network, network))
      throw new InputError(`'${part.source.name}' has another network: ${part.network.description.network}`);
    if (source >= part.network.stageCount)
      throw new InputError(`'${part.source.name}' has no stage ${source}, only ${part.network.stageCount}`);
    coherent &&= part.coherent;
  }
  const { checksum: _checksum, step: _step, ...rest } = model;
  return {
    ...rest,
    header: { ...model.header, description: network.description, folded: foldedPatterns(network) },
    network,
    coherent,
    chunks: (options) => chunksOf(model, network, origins, options),
  };
}

/** The description of the model, or of one to join that has more tables. */
async function largestNetwork(model: ModelFile, sources: readonly Source[]): Promise<Network['description']> {
  let largest = model.network;
  for (const { file } of sources) {
    const { part, close } = await openPart(model, file);
    await close();
    if (namesOf(part.network).length > namesOf(largest).length) largest = part.network;
  }
  return largest.description;
}

/** Whether a network is another without some tables, in the same order: files have weights in the order of tables. */
function isPartOf(part: Network, whole: Network): boolean {
  const own = namesOf(part);
  const [a, b] = [part.description, whole.description];
  if (a.game !== b.game || a.values !== b.values) return false;
  return namesOf(whole)
    .filter((name) => own.includes(name))
    .every((name, i, shared) => shared.length === own.length && name === own[i]);
}

function namesOf(network: Network): string[] {
  return tablesOf(network).map(({ name }) => name);
}

async function* chunksOf(
  model: ModelFile,
  network: Network,
  origins: readonly Origin[],
  { coherence = false }: ChunkOptions = {},
): AsyncGenerator<WeightChunk, void, undefined> {
  const names = namesOf(network);
  for (let first = 0; first < origins.length;) {
    const { file } = origins[first]!;
    let end = first + 1;
    while (origins[end]?.file === file && origins[end]!.source > origins[end - 1]!.source) end++;
    const { part, close } = await openPart(model, file);
    try {
      for await (const chunk of part.chunks({ coherence })) {
        const stage = origins.findIndex(({ source }, i) => i >= first && i < end && source === chunk.stage);
        if (stage >= 0) yield { ...chunk, stage, table: names.indexOf(namesOf(part.network)[chunk.table]!) };
      }
    } finally {
      await close();
    }
    first = end;
  }
}

/** An open file that stages come from; the caller closes the model itself. */
async function openPart(
  model: ModelFile,
  file: string | undefined,
): Promise<{ part: ModelFile; close: () => Promise<void> }> {
  if (file === undefined) return { part: model, close: async () => {} };
  const source = await openModelFile(file);
  try {
    return { part: await readAnyModel(source), close: () => source.close() };
  } catch (error) {
    await source.close();
    throw error;
  }
}
