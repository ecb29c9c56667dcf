// Where Node finds models by name. A name that is a path from the folder where the process was started is used as such; otherwise
// `models/NAME` is looked up where the host says (the lab: what ships, what was downloaded), or in the folder AFTERSTATE_MODELS.

import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { GameName } from '../rules/game.ts';

/** Each returns a path, or undefined if there is none. */
export interface ModelPlaces {
  /** A model called `models/NAME` that is not in a folder of that name. */
  model?(name: string): Promise<string | undefined>;
  /** The model for players that name none. */
  champion?(game: GameName): Promise<string | undefined>;
  /** How a user gets a model, as the end of a sentence. */
  readonly remedy?: string;
}

/** The models that ship with the project, strongest first. */
const CHAMPIONS: Readonly<Partial<Record<GameName, readonly string[]>>> = {
  '2048': ['2048-large', '2048-small'],
  threes: ['threes'],
};

let places: ModelPlaces = {};

/** Call it once, before opening the first player. */
export function setModelPlaces(given: ModelPlaces): void {
  places = given;
}

export function modelsRemedy(): string {
  return places.remedy ?? 'or set AFTERSTATE_MODELS to a folder of models';
}

/** The names of a game's champions, strongest first. */
export function championNames(game: GameName): readonly string[] {
  return CHAMPIONS[game] ?? [];
}

/** The path of a model given by path or name; if it is neither, the text itself, so that errors name it. */
export async function findModel(name: string): Promise<string> {
  const [, model] = /^models\/(\w[\w.-]*)\/?$/.exec(name) ?? [];
  if (model === undefined || (await isThere(name))) return name;
  return (await (places.model ?? inFolders)(model)) ?? name;
}

export async function findChampion(game: GameName): Promise<string | undefined> {
  if (places.champion) return places.champion(game);
  for (const name of championNames(game)) {
    const path = await inFolders(name);
    if (path !== undefined) return path;
  }
  return undefined;
}

async function inFolders(name: string): Promise<string | undefined> {
  const given = process.env['AFTERSTATE_MODELS'];
  // From dist/kernel to the models/ of the clone.
  const clone = fileURLToPath(new URL('../../../../models/', import.meta.url));
  for (const folder of [...(given ? [given] : []), clone]) {
    if (await isThere(join(folder, name))) return join(folder, name);
  }
  return undefined;
}

function isThere(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
