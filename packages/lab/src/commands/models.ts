// afterstate models: lists the models and where they are, downloads them, and writes the list that a folder needs to offer its
// models for download.

import { join } from 'node:path';
import { InputError } from 'afterstate';
import type { Command } from 'commander';
import { writeText } from '../files/disk.ts';
import { formatList, LIST_NAME, surveyFolder } from '../models/list.ts';
import type { ModelEntry } from '../models/list.ts';
import { fetched, here, knownModels, modelsThere } from '../models/places.ts';
import type { Where } from '../models/places.ts';
import { paintFor } from '../terminal/colour.ts';
import { bytes, table } from '../terminal/table.ts';
import { jsonOption } from './options.ts';

type Listed = ModelEntry & { readonly where: Where | 'there' | 'elsewhere' };

const WORDS: Readonly<Record<Listed['where'], string>> = {
  given: 'in your folder',
  ships: 'ships with afterstate',
  downloaded: 'downloaded',
  there: 'can be downloaded',
  elsewhere: 'not here',
};

export function register(program: Command): void {
  const command = program
    .command('models')
    .description('list the models and where they are; --models names a folder or an address that has more')
    .addOption(jsonOption())
    .action(async ({ json }: { json: boolean }) => {
      const models = await listed();
      process.stdout.write(json ? `${JSON.stringify(models)}\n` : overview(models));
    });
  command
    .command('fetch')
    .description('download models from the address that --models or AFTERSTATE_MODELS names')
    .argument('<name...>', 'which models')
    .action(async (names: string[]) => {
      for (const name of names) process.stdout.write(`${await fetchOne(name.replace(/^models\//, ''))}\n`);
    });
  command
    .command('index')
    .description(`write ${LIST_NAME}, the list of checksums that downloads from a folder of models need`)
    .argument('<folder>', 'a folder with one folder per model')
    .action(async (folder: string) => {
      const models = await surveyFolder(folder);
      if (models.length === 0) throw new InputError(`'${folder}' has no folders with a model`);
      await writeText(join(folder, LIST_NAME), formatList(models));
      process.stdout.write(`${models.length} models in ${join(folder, LIST_NAME)}\n`);
    });
}

async function listed(): Promise<Listed[]> {
  const there = (await modelsThere()) ?? [];
  const known = await knownModels();
  const all = [...known, ...there.filter(({ name }) => !known.some((other) => other.name === name))];
  return Promise.all(
    all.map(async (entry) => {
      const found = await here(entry.name);
      const remote = there.some(({ name }) => name === entry.name);
      return { ...entry, where: found?.where ?? (remote ? 'there' : 'elsewhere') };
    }),
  );
}

function overview(models: readonly Listed[]): string {
  const { dim } = paintFor(process.stdout);
  const [heading, ...rows] = table(
    [
      ['model', 'game', 'size', 'where', 'player'],
      ...models.map(({ name, game, bytes: size, where, player }) => [
        `models/${name}`,
        game,
        bytes(size),
        WORDS[where],
        `${player}:models/${name}`,
      ]),
    ],
    ['left', 'left', 'right', 'left', 'left'],
  );
  const remark = models.some(({ where }) => where === 'elsewhere')
    ? ['', 'To use those that are not here, name a folder or an address that has them: --models or AFTERSTATE_MODELS.']
    : [];
  return [dim(heading!), ...rows, ...remark, ''].join('\n');
}

async function fetchOne(name: string): Promise<string> {
  const found = await here(name);
  if (found) return `models/${name} is here: ${found.path}`;
  const path = await fetched(name);
  if (path !== undefined) return `models/${name} is here now: ${path}`;
  const there = await modelsThere();
  throw new InputError(
    there
      ? `there is no model '${name}' at ${process.env['AFTERSTATE_MODELS']}; there are ${there.map((one) => one.name).join(', ')}`
      : `say where to download '${name}' from: --models https://…, or AFTERSTATE_MODELS`,
  );
}
