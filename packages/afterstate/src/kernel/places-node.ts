// Where Node finds models by name. A name that is a path from where the process was started is just that; `models/NAME` is
// otherwise looked for where the host says (the lab: what ships, what was downloaded), or in the folder AFTERSTATE_MODELS.

import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { GameName } from '../rules/game.ts';

/** Each answers with a path, or undefined where there is none. */
export interface ModelPlaces {
  /** A model that is called `models/NAME` and is not in a folder of that name. */
  model?(name: string): Promise<string | undefined>;
  /** The model for players that name none. */
  champion?(game: GameName): Promise<string | undefined>;
  /** How a user gets a model; the end of a sentence. */
  readonly remedy?: string;
}

/** The models that ship with the project, the strongest first. */
const CHAMPIONS: Readonly<Partial<Record<GameName, readonly string[]>>> = {
  '2048': ['2048-large', '2048-small'],
  threes: ['threes'],
};

let places: ModelPlaces = {};

/** Said once, before the first player is opened. */
export function setModelPlaces(given: ModelPlaces): void {
  places = given;
}

export function modelsRemedy(): string {
  return places.remedy ?? 'or set AFTERSTATE_MODELS to a folder of models';
}

/** The names of a game's champions, the strongest first. */
export function championNames(game: GameName): readonly string[] {
  return CHAMPIONS[game] ?? [];
}

/** The path of a model by its path or name; what was given where it is neither, so that errors name that. */
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
