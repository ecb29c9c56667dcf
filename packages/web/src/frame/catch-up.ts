// The database catches up with what earlier visits wrote to localStorage: the last seconds of a visit, or all of a visit
// before there was a database. Then it hands over what it has kept besides: networks, and a training that was under way.

import { catchUpHistory } from '../game/session.ts';
import { showKeptModels } from '../players/models.ts';
import { notKept } from '../shell/keeping.ts';
import { load, reconcile } from '../shell/storage.ts';

export async function catchUp(): Promise<void> {
  try {
    await reconcile();
    await showKeptModels();
    await catchUpHistory();
    // A reload during a training.
    if (load('training', () => true, 'session')) await (await import('../learn/trainings.ts')).continueAfterReload();
  } catch (error) {
    notKept(error);
  }
}
