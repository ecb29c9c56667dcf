// Where the game of a replay comes from: a link, the game on the board, a kept game, a record file. What is shown stays in the
// address where it fits, so that it can be passed on from there; this tab finds it again after a reload in any case.

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
/** The game of the replay as letters of a link, however many; undefined until they are known. */
export const letters = signal<string | undefined>(undefined);
/** The records of an opened file, one per line, where there are several, and which one is seen. */
export const lines = signal<readonly string[]>([]);
export const line = signal(0);
/** The letters that the address had when they were last looked at. */
let known: string | undefined;
/** Another one is opened before the last has come: only the newest counts. */
let newest = 0;

export function sharedGame(own: OwnGame): SharedGame {
  return {
    record: own.record(own.player, own.seed),
    earlier: own.earlier,
    played: Math.floor(own.played / 1000),
  };
}

/** Opens what the address asks for; without a wish of its own, what this tab replayed last. */
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

/** A file of more than this is hardly one of records to look at. */
const LONGEST_FILE = 100_000_000;

/** The records of a file, from the first on. */
export async function openRecordFile(file: File): Promise<void> {
  const name = shortened(file.name);
  let found: string[] = [];
  await opened(
    async () => {
      if (file.size > LONGEST_FILE) throw new Error(`it has more than ${megabytes(LONGEST_FILE)}`);
      found = (await file.text()).split('\n').filter((text) => text.trim() !== '');
      return plain(found[0] ?? '');
    },
    (error) => `${name}: ${messageOf(error)}.`,
  );
  if (replayed.peek() && found.length > 1) lines.value = found;
}

/** Another record of the file. */
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

/** Puts the game into the address where it fits, and into this tab's storage. */
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

/** The address says what is seen, without a step of the browser's history. */
function setAddress(parameters: Readonly<Record<string, string>>): void {
  if (address.peek().page !== 'replay') return;
  history.replaceState(null, '', hrefOf('replay', parameters));
  address.value = { page: 'replay', parameters: new URLSearchParams(parameters) };
}
