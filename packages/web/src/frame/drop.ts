// Files dropped anywhere on the app: models go to the player, records to the analysis, pictures of boards to the editor.

import { openModelFile } from '../players/open-model.ts';
import { go } from '../shell/address.ts';
import { say } from '../shell/notes.ts';
import { shortened } from '../shell/words.ts';

export function acceptDrops(): void {
  addEventListener('dragover', (event) => event.preventDefault());
  addEventListener('drop', (event) => {
    event.preventDefault();
    const [file] = event.dataTransfer?.files ?? [];
    // The file may be gone or locked by the time it is read.
    if (file) openFile(file).catch(() => say(`${shortened(file.name)} could not be read.`));
  });
}

/** A record begins with a brace; anything else is a model, or nothing the app knows. */
export async function openFile(file: File): Promise<void> {
  if (file.type.startsWith('image/')) return (await import('../play/picture.ts')).openPicture(file);
  const start = await file.slice(0, 64).text();
  if (start.includes('"afterstate-backup"')) {
    go('games');
    return (await import('../games/games.ts')).importAll(file);
  }
  if (!start.trimStart().startsWith('{')) return openModelFile(file);
  const { openRecordFile } = await import('../analyse/analysis.ts');
  const problem = await openRecordFile(file);
  if (problem === undefined) go('analyse');
  else say(`${problem}.`);
}
