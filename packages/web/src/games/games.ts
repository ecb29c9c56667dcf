// What the Games page lists, and its actions.

import { signal } from '@preact/signals';
import { type GameRecord, writeRecord } from 'afterstate';
import { analyseRecord } from '../analyse/analysis.ts';
import { allGames, deleteGame, renameGame, restoreGame } from '../game/history.ts';
import { gameOf, type KeptGame } from '../game/kept-games.ts';
import { everythingKept, openGame } from '../game/session.ts';
import { deleteModel, type KeptModel } from '../players/models.ts';
import { playWith } from '../players/open-model.ts';
import { go } from '../shell/address.ts';
import { all } from '../shell/database.ts';
import { messageOf } from '../shell/errors.ts';
import { notKept } from '../shell/keeping.ts';
import { say } from '../shell/notes.ts';
import { saveFile } from '../shell/save-file.ts';
import { titleOf } from '../players/models.ts';
import { writeBackup } from './backup.ts';
import { importBackup, type Merged } from './merge.ts';

export const games = signal<readonly KeptGame[] | undefined>(undefined);
export const networks = signal<readonly KeptModel[]>([]);
/** How much of the browser's storage is taken, in bytes, if the browser tells. */
export const taken = signal<number | undefined>(undefined);
/** What came of an import. */
export const imported = signal<string | undefined>(undefined);
export const importProblem = signal<string | undefined>(undefined);

/** Reads the lists again. */
export async function list(): Promise<void> {
  try {
    await everythingKept();
    games.value = await allGames();
    networks.value = (await all<KeptModel>('models')).sort((a, b) => b.at - a.at);
    taken.value = (await navigator.storage?.estimate?.())?.usage;
  } catch (error) {
    games.value ??= [];
    notKept(error);
  }
}

function recordOf(kept: KeptGame): GameRecord {
  const own = gameOf({ ...kept });
  return own.record(own.player, own.seed);
}

export function openKeptGame(kept: KeptGame): void {
  openGame(kept);
  go('play');
}

export function analyseGame(kept: KeptGame): void {
  analyseRecord(recordOf(kept));
  go('analyse');
}

export function downloadGame(kept: KeptGame): void {
  const name = (kept.name ?? `${kept.game}-${kept.score}`).replace(/[^\w.-]+/g, '-');
  saveFile(new Blob([`${writeRecord(recordOf(kept))}\n`], { type: 'application/jsonl' }), `${name}.jsonl`);
}

export async function nameGame({ id }: KeptGame, name: string): Promise<void> {
  await renameGame(id, name.trim());
  await list();
}

/** One click brings a deleted row back. */
export async function dropGame(kept: KeptGame): Promise<void> {
  await deleteGame(kept.id);
  await list();
  say('The game was deleted.', { label: 'Undo', run: () => void restoreGame(kept).then(list) });
}

export function playNetwork(model: KeptModel): void {
  playWith(model.name, model);
  go('play');
}

export function downloadNetwork({ name, players, blob }: KeptModel): void {
  saveFile(blob, `${titleOf(name)}.${players.includes('ntuple') ? 'compact' : 'onnx'}`);
}

export async function dropNetwork({ name }: KeptModel): Promise<void> {
  const takeBack = await deleteModel(name);
  await list();
  say(`${titleOf(name)} was deleted.`, { label: 'Undo', run: () => void takeBack().then(list) });
}

export async function exportAll(): Promise<void> {
  try {
    await everythingKept();
    saveFile(await writeBackup(), `afterstate-${new Date().toISOString().slice(0, 10)}.backup`);
  } catch (error) {
    notKept(error);
  }
}

/** Merges a file into what is here; if it is damaged, nothing changes. */
export async function importAll(file: File): Promise<void> {
  importProblem.value = undefined;
  imported.value = undefined;
  try {
    imported.value = wordsOf(await importBackup(file, file.name));
  } catch (error) {
    importProblem.value = `${messageOf(error)}.`;
  }
  await list();
}

function wordsOf({ games, networks, trainings, analyses, tournaments, exercises, known }: Merged): string {
  const parts = [
    [games, 'game', 'games'],
    [networks, 'network', 'networks'],
    [trainings, 'training', 'trainings'],
    [analyses, 'analysis', 'analyses'],
    [tournaments, 'tournament', 'tournaments'],
    [exercises, 'position to practise', 'positions to practise'],
  ] as const;
  const added = parts.filter(([n]) => n > 0).map(([n, one, many]) => `${n} ${n === 1 ? one : many}`);
  const here = known > 0 ? ` ${known} ${known === 1 ? 'entry was' : 'entries were'} here already.` : '';
  return `Imported: ${added.join(', ') || 'nothing new'}.${here}`;
}
