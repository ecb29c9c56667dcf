// A list of models: what a folder or a host offers, with the size and checksum of each file. It is `models.json`, next to the
// folders of the models; downloads are checked against it.

import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { InputError, memorySource, neuralPlayersOf, readCard, readModel } from 'afterstate';
import { z } from 'zod';

export const LIST_NAME = 'models.json';
const FORMAT = 'afterstate-models';

/** Names that the model of a folder may have; the first that exists counts. */
const FILES = ['model.onnx', 'model.safetensors', 'model.compact'] as const;

const Entry = z.object({
  /** The name of its folder; in a spec `models/NAME`. */
  name: z.string().regex(/^\w[\w.-]*$/),
  game: z.string(),
  player: z.string(),
  file: z.enum(FILES),
  bytes: z.int().positive(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});
const List = z.object({ format: z.literal(FORMAT), version: z.literal(1), models: z.array(Entry) });

export type ModelEntry = Readonly<z.infer<typeof Entry>>;

/** Throws if the text is not a list; `from` is where it is. */
export function readList(text: string, from: string): readonly ModelEntry[] {
  let read: unknown;
  try {
    read = JSON.parse(text);
  } catch {
    throw new InputError(`'${from}' is not a list of models: it is not JSON`);
  }
  const list = List.safeParse(read);
  if (list.success) return list.data.models;
  const { path, message } = list.error.issues[0]!;
  throw new InputError(
    `'${from}' is not a list of models: ${path.length > 0 ? `${path.join('.')}: ` : ''}${message}; make one: afterstate models index FOLDER`,
  );
}

export function formatList(models: readonly ModelEntry[]): string {
  return `${JSON.stringify({ format: FORMAT, version: 1, models }, undefined, 2)}\n`;
}

/** The models in the folders of a folder. */
export async function surveyFolder(folder: string): Promise<ModelEntry[]> {
  const names = await readdir(folder, { withFileTypes: true }).catch((error: unknown) => {
    throw new InputError(`the folder '${folder}' cannot be read`, { cause: error });
  });
  const entries: ModelEntry[] = [];
  for (const { name } of names.filter((entry) => entry.isDirectory()).sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const there = await readdir(join(folder, name));
    const file = FILES.find((candidate) => there.includes(candidate));
    if (file !== undefined) entries.push(await entryOf(folder, name, file));
  }
  return entries;
}

async function entryOf(folder: string, name: string, file: ModelEntry['file']): Promise<ModelEntry> {
  const path = join(folder, name, file);
  const content = await readFile(path);
  const sha256 = createHash('sha256').update(content).digest('hex');
  const common = { name, file, bytes: content.length, sha256 };
  if (file === 'model.onnx') {
    const card = readCard(content, path);
    return { ...common, game: card.game, player: neuralPlayersOf(card)[0] ?? 'ntuple' };
  }
  const { header } = await readModel(memorySource(path, content));
  return { ...common, game: header.description.game, player: 'ntuple' };
}
