// Where the lab finds a model that a spec calls `models/NAME`: in the folder that the user names (--models, AFTERSTATE_MODELS),
// among those that ship, among those that were downloaded, and last at the address that the user names. Nothing is fetched from
// anywhere else, and nothing that is already here is fetched.

import { existsSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { InputError } from 'afterstate';
import type { GameName } from 'afterstate';
import { championNames, setModelPlaces } from 'afterstate/node';
import { MODELS_FOLDER, MODELS_LIST } from '../files/shipped.ts';
import { download, downloaded, fetchText } from './download.ts';
import type { ModelEntry } from './list.ts';

/** What the user gave: nothing, a folder, or an address. */
type Given = { readonly folder?: string; readonly address?: URL };

export type Where = 'given' | 'ships' | 'downloaded';

/** Makes models known by name to everything that opens them, in this thread. */
export function useModelPlaces(): void {
  setModelPlaces({
    model: async (name) => (await here(name))?.path ?? (await fetched(name)),
    champion: findChampion,
    remedy: `or say where models are with --models FOLDER or an address ('afterstate models' lists them)`,
  });
}

/** `--models` counts for this process and for those that it starts. */
export function nameModels(place: string): void {
  process.env['AFTERSTATE_MODELS'] = /^https?:/.test(place) ? place : resolve(place);
  given();
}

/** The folder of models to show: the one that the user names, or those that ship. */
export function shownFolder(): string {
  return given().folder ?? MODELS_FOLDER;
}

function given(): Given {
  const place = process.env['AFTERSTATE_MODELS'];
  if (!place) return {};
  if (/^https?:/.test(place)) {
    if (!URL.canParse(place))
      throw new InputError(`'${place}' is not an address; --models takes a folder or https://…`);
    const address = new URL(place);
    if (!address.pathname.endsWith('/')) address.pathname += '/';
    return { address };
  }
  if (!statSync(place, { throwIfNoEntry: false })?.isDirectory())
    throw new InputError(`'${place}' is not a folder; --models (or AFTERSTATE_MODELS) takes a folder or https://…`);
  return { folder: place };
}

/** The models of this version, including those that do not ship. */
export async function knownModels(): Promise<readonly ModelEntry[]> {
  return existsSync(MODELS_LIST) ? readList(readFileSync(MODELS_LIST, 'utf8'), MODELS_LIST) : [];
}

/** The code that checks a list is loaded with the first one: most commands find their models among those that ship. */
async function readList(text: string, from: string): Promise<readonly ModelEntry[]> {
  return (await import('./list.ts')).readList(text, from);
}

/** Where a model is on this machine; undefined if it is not. */
export async function here(name: string): Promise<{ path: string; where: Where } | undefined> {
  const { folder } = given();
  if (folder !== undefined && existsSync(join(folder, name))) return { path: join(folder, name), where: 'given' };
  if (existsSync(join(MODELS_FOLDER, name))) return { path: join(MODELS_FOLDER, name), where: 'ships' };
  const entry = (await knownModels()).find((known) => known.name === name);
  const path = entry && (await downloaded(entry));
  return path === undefined ? undefined : { path, where: 'downloaded' };
}

/** The models at the address that the user names, or undefined if none is named. */
export async function modelsThere(): Promise<readonly ModelEntry[] | undefined> {
  const { address } = given();
  if (!address) return undefined;
  const { LIST_NAME } = await import('./list.ts');
  const list = new URL(LIST_NAME, address);
  const text = await fetchText(list, 'the list of models');
  // Files that were copied there without a list are assumed to be those of this version.
  return text === undefined ? knownModels() : readList(text, list.href);
}

/** Downloads a model, from the address that the user names; undefined if none is named or it has no such model. */
export async function fetched(name: string): Promise<string | undefined> {
  const entry = (await modelsThere())?.find((candidate) => candidate.name === name);
  return entry && download(given().address!, entry);
}

async function findChampion(game: GameName): Promise<string | undefined> {
  for (const name of championNames(game)) {
    const found = await here(name);
    if (found) return found.path;
  }
  for (const name of championNames(game)) {
    const path = await fetched(name);
    if (path !== undefined) return path;
  }
  return undefined;
}
