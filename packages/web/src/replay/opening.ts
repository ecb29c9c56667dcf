// Where the game of a replay comes from: a link, the game on the board, a kept game, a record file. What is shown stays in the
// address if it fits, so that it can be shared from there; this tab finds it again after a reload in any case.

import { signal } from '@preact/signals';
import { readRecord, writeRecord } from 'afterstate';
import { gameWithId } from '../game/history.ts';
import { gameOf } from '../game/kept-games.ts';
import type { OwnGame } from '../game/own-game.ts';
import { fromLink, LONGEST_LINK } from '../game/record-link.ts';
import { badLink, readReplay, type SharedGame, writeReplay } from '../game/replay-link.ts';
import { currentGame } from '../game/session.ts';
import { address, hrefOf, linkTo } from '../shell/address.ts';
import { messageOf } from '../shell/errors.ts';
import { megabytes } from '../shell/numbers.ts';
import { forget, load, save } from '../shell/storage.ts';
import { capital, shortened } from '../shell/words.ts';
import { close, replayed, show } from './replay.ts';

/** Why there is nothing to see. */
export const problem = signal<string | undefined>(undefined);
/** The replayed game as the letters of a link, however many; undefined until they are known. */
export const letters = signal<string | undefined>(undefined);
/** The records of an opened file, one per line, if there are several, and which one is shown. */
export const lines = signal<readonly string[]>([]);
export const line = signal(0);
/** The letters in the address when it was last read. */
let known: string | undefined;
/** Another one may be opened before the last has arrived: only the newest counts. */
let newest = 0;

export function sharedGame(own: OwnGame): SharedGame {
  return {
    record: own.record(own.player, own.seed),
    earlier: own.earlier,
    played: Math.floor(own.played / 1000),
  };
}

/** Opens what the address asks for or, if it asks for nothing, what this tab replayed last. */
export async function takeAddress(parameters: URLSearchParams): Promise<void> {
  const game = parameters.get('game');
  const kept = parameters.get('kept');
  const record = parameters.get('record');
  if (game !== null) {
    if (game === known && replayed.peek()) return;
    return opened(async () => readReplay(game), badLink, Number(parameters.get('at') ?? 0), game);
  }
  if (parameters.get('from') === 'play') return opened(() => sharedGame(currentGame()), messageOf);
  if (record !== null) return opened(() => plain(fromLink(record)), badLink);
  if (kept !== null) return opened(() => keptGame(kept), messageOf);
  if (!replayed.peek() && problem.peek() === undefined) await openAgain();
}

/** Nobody looks at the records of a larger file. */
const LONGEST_FILE = 100_000_000;

/** Opens the records of a file, starting with the first. */
export async function openRecordFile(file: File): Promise<void> {
  const name = shortened(file.name);
  let found: string[] = [];
  await opened(
    async () => {
      if (file.size > LONGEST_FILE) throw new Error(`it is larger than ${megabytes(LONGEST_FILE)}`);
      found = (await file.text()).split('\n').filter((text) => text.trim() !== '');
      return plain(found[0] ?? '');
    },
    (error) => `${name}: ${messageOf(error)}.`,
  );
  if (replayed.peek() && found.length > 1) lines.value = found;
}

/** Opens another record of the file. */
export async function openLine(index: number): Promise<void> {
  const all = lines.peek();
  await opened(
    () => plain(all[index]!),
    (error) => `Game ${index + 1}: ${messageOf(error)}.`,
  );
  lines.value = all;
  line.value = index;
}

function plain(text: string): SharedGame {
  return { record: readRecord(text), earlier: 0, played: undefined };
}

export function closeReplay(): void {
  close();
  lines.value = [];
  forget('replay', 'session');
  known = letters.value = undefined;
  setAddress({});
}

async function keptGame(id: string): Promise<SharedGame> {
  const kept = await gameWithId(id);
  if (!kept) throw new Error('This game is no longer kept in this browser.');
  return sharedGame(gameOf({ ...kept }));
}

async function opened(
  read: () => SharedGame | Promise<SharedGame>,
  wrong: (error: unknown) => string,
  ply = 0,
  link?: string,
): Promise<void> {
  const mine = ++newest;
  problem.value = undefined;
  try {
    const shared = await read();
    if (mine !== newest) return;
    lines.value = [];
    line.value = 0;
    letters.value = link;
    show(shared, Number.isFinite(ply) ? Math.floor(ply) : 0);
    await keep(shared, link);
  } catch (error) {
    if (mine !== newest) return;
    closeReplay();
    problem.value = capital(wrong(error));
  }
}

/** Puts the game into the address if it fits, and into this tab's storage. */
async function keep(shared: SharedGame, link: string | undefined): Promise<void> {
  const { record, earlier, played } = shared;
  save('replay', { record: writeRecord(record), earlier, played: played ?? null }, 'session');
  const text = link ?? (await writeReplay(shared));
  if (replayed.peek()?.shared !== shared) return;
  known = letters.value = text;
  if (link === undefined) setAddress(linkTo('replay', { game: text }).length <= LONGEST_LINK ? { game: text } : {});
}

async function openAgain(): Promise<void> {
  const last = load(
    'replay',
    ({ record, earlier, played }) => ({
      record: readRecord(String(record)),
      earlier: Number(earlier),
      played: typeof played === 'number' ? played : undefined,
    }),
    'session',
  );
  if (last) await opened(() => last, messageOf);
}

/** Makes the address say what is shown, without a step in the browser's history. */
function setAddress(parameters: Readonly<Record<string, string>>): void {
  if (address.peek().page !== 'replay') return;
  history.replaceState(null, '', hrefOf('replay', parameters));
  address.value = { page: 'replay', parameters: new URLSearchParams(parameters) };
}
