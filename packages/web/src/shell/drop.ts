// Files dropped anywhere on the app: models go to the player, records to the analysis.

import { openModelFile } from '../players/open-model.ts';
import { go } from './address.ts';
import { say } from './notes.ts';

/** A record is a line of JSON, far smaller than any model. */
const LONGEST_RECORD = 20_000_000;

export function acceptDrops(): void {
  addEventListener('dragover', (event) => event.preventDefault());
  addEventListener('drop', (event) => {
    event.preventDefault();
    const [file] = event.dataTransfer?.files ?? [];
    if (file) void openFile(file);
  });
}

export async function openFile(file: File): Promise<void> {
  const start = await file.slice(0, 64).text();
  if (!start.trimStart().startsWith('{') || file.size > LONGEST_RECORD) return openModelFile(file);
  const { openRecordText } = await import('../analyse/analysis.ts');
  const problem = openRecordText(await file.text());
  if (problem === undefined) go('analyse');
  else say(`${file.name}: ${problem}.`);
}
