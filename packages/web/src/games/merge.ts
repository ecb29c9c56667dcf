// Merges an export into what is here: nothing here is changed or deleted. Entries that are already here are skipped; those with the same
// name but different contents come in under another name. For a position in the notebook, the latest progress counts.

import { GAME_NAMES, InputError } from 'afterstate';
import { gameOf, type KeptGame, readBest } from '../game/kept-games.ts';
import { newGameId } from '../game/own-game.ts';
import { raiseBest } from '../game/session.ts';
import type { KeptTraining } from '../learn/kept-training.ts';
import { type KeptModel, showKeptModels } from '../players/models.ts';
import type { RunStatistics } from '../play/run-statistics.ts';
import { newId, type StoreName, transact } from '../shell/database.ts';
import { messageOf } from '../shell/errors.ts';
import { load, save } from '../shell/storage.ts';
import { type Exercise, later } from '../teach/notebook.ts';
import { checksum, type Entry, readBackup } from './backup.ts';

export interface Merged {
  games: number;
  networks: number;
  trainings: number;
  analyses: number;
  tournaments: number;
  exercises: number;
  /** Entries that were here already. */
  known: number;
}

export async function importBackup(file: Blob, name: string): Promise<Merged> {
  const entries = await readBackup(file, name);
  const of = <T>(store: StoreName): T[] => entries.flatMap(([one, entry]) => (one === store ? [entry as T] : []));
  const merged: Merged = { games: 0, networks: 0, trainings: 0, analyses: 0, tournaments: 0, exercises: 0, known: 0 };
  const games = of<KeptGame>('games');
  games.forEach((game, i) => {
    try {
      gameOf({ ...game });
    } catch (error) {
      throw new InputError(`game ${i + 1} in ${name} is not valid: ${messageOf(error)}; nothing was imported`);
    }
  });
  const models = await named(of<KeptModel>('models'));
  const weights = of<Entry & { readonly id: string }>('weights');
  await transact(
    ['games', 'models', 'analyses', 'tournaments', 'statistics', 'notebook', 'learning', 'weights'],
    'readwrite',
    async (transaction) => {
      for (const game of games) {
        const here = await transaction.get<KeptGame>('games', game.id);
        const same = here?.plies === game.plies && here.start === game.start;
        if (same) merged.known++;
        else {
          transaction.put('games', here ? { ...game, id: newGameId() } : game);
          merged.games++;
        }
      }
      for (const model of models) {
        transaction.put('models', model);
        merged.networks++;
      }
      for (const store of ['analyses', 'tournaments'] as const)
        for (const entry of of<Entry & { readonly id: string }>(store)) {
          if (await transaction.get(store, entry.id)) merged.known++;
          else {
            transaction.put(store, entry);
            merged[store]++;
          }
        }
      // There is no telling whether both count the same games: what is here stays.
      for (const entry of of<RunStatistics>('statistics'))
        if (await transaction.get('statistics', [entry.game, entry.player])) merged.known++;
        else transaction.put('statistics', entry);
      for (const exercise of of<Exercise>('notebook')) {
        const here = await transaction.get<Exercise>('notebook', exercise.id);
        if (here && later(here, exercise) === here) merged.known++;
        else {
          transaction.put('notebook', exercise);
          merged.exercises++;
        }
      }
      for (const training of of<KeptTraining>('learning')) {
        const here = await transaction.get<KeptTraining>('learning', training.id);
        if (here?.games === training.games && here.at === training.at) {
          merged.known++;
          continue;
        }
        const id = here ? newId() : training.id;
        transaction.put('learning', { ...training, id });
        for (const part of weights) if (part.id === training.id) transaction.put('weights', { ...part, id });
        merged.trainings++;
      }
    },
  );
  merged.known += of('models').length - models.length;
  takeEntries(of<Entry>('entries'));
  await showKeptModels();
  return merged;
}

/** The networks that are not here yet, each under a name that no other has. */
async function named(models: readonly KeptModel[]): Promise<KeptModel[]> {
  const here = await transact('models', 'readonly', (transaction) => transaction.all<KeptModel>('models'));
  const sums = await Promise.all(here.map(({ blob }) => checksum(blob)));
  const names = new Set(here.map(({ name }) => name));
  const added: KeptModel[] = [];
  for (const model of models) {
    if (sums.includes(await checksum(model.blob))) continue;
    let { name } = model;
    for (let number = 2; names.has(name); number++) name = `${model.name}-${number}`;
    names.add(name);
    added.push({ ...model, name });
  }
  return added;
}

/** The higher of the two best scores; settings only if there are none. */
function takeEntries(entries: readonly Entry[]): void {
  for (const { name, ...fields } of entries) {
    const game = GAME_NAMES.find((one) => name === `best:${one}`);
    if (game !== undefined) raiseBest(game, readBest(fields));
    else if (typeof name === 'string' && load(name, () => true) === undefined) save(name, fields);
  }
}
