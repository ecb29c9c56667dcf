// Games and best scores as the browser keeps them. A stored game is replayed by the rules before it is trusted.

import { type GameName, InputError, parseBoard, parseGame, printBoard } from 'afterstate';
import { type Fields, forget, load, save } from '../shell/storage.ts';
import { type Edition, newGameId, OwnGame, PERSON, WITH_HELP } from './own-game.ts';

/** This visit, as the writer of what it keeps. */
const WRITER = newGameId();

/** A game in the database: how it went, and what a list says about it. */
export interface KeptGame extends Edition {
  readonly id: string;
  /** The name that a person gave it. */
  readonly name?: string;
  /** A spec of rules. */
  readonly game: string;
  readonly start: string;
  readonly plies: string;
  /** The ply in view; later ones were undone. */
  readonly at: number;
  readonly seed: number;
  readonly edited: boolean;
  readonly helped: boolean;
  /** Begun by auto-run, and no person has moved in it. */
  readonly auto?: boolean;
  /** Who made its moves; games from earlier versions of the app do not say. */
  readonly player?: string;
  readonly earlier: number;
  /** When it began, and when it was last changed; in ms. */
  readonly began: number;
  readonly played: number;
  readonly before?: string;
  readonly base?: Edition;
  // The rest can be derived from the plies.
  readonly score: number;
  readonly moves: number;
  readonly largest: number;
  readonly over: boolean;
}

export function keptGame(own: OwnGame): KeptGame {
  const { id, game, seed, edited, helped, player, earlier, began, played, before, base, version } = own;
  return {
    id,
    game: game.spec,
    start: printBoard(own.start, game),
    plies: toBase64(own.plies),
    at: own.moves,
    seed,
    edited,
    helped,
    ...(own.auto && { auto: true }),
    player,
    earlier,
    began,
    played,
    ...(before !== undefined && { before }),
    ...(base && { base }),
    score: own.score,
    moves: own.moves,
    largest: game.tile(Math.max(...own.position.state.board)),
    over: own.isOver,
    writer: WRITER,
    version,
  };
}

/** The game of an entry; an InputError says what is wrong with it. Entries from earlier versions of the app lack what tells games apart. */
export function gameOf(fields: Fields): OwnGame {
  const game = parseGame(text(fields, 'game'));
  const optional = (key: string): string | undefined => (fields[key] === undefined ? undefined : text(fields, key));
  const number = (key: string, otherwise: number): number =>
    fields[key] === undefined ? otherwise : whole(fields, key);
  const id = optional('id');
  const before = optional('before');
  const own = new OwnGame(game, parseBoard(text(fields, 'start'), game), whole(fields, 'seed'), {
    edited: fields['edited'] === true,
    earlier: number('earlier', 0),
    began: number('began', Date.now()),
    ...(id !== undefined && { id }),
    ...(before !== undefined && { before }),
  });
  own.helped = fields['helped'] === true;
  own.auto = fields['auto'] === true;
  own.player = optional('player') ?? (own.helped ? WITH_HELP : PERSON);
  own.played = number('played', own.began);
  own.restore(fromBase64(text(fields, 'plies')), whole(fields, 'at'));
  const writer = optional('writer');
  if (writer !== undefined) {
    own.version = whole(fields, 'version');
    own.base = { writer, version: own.version };
  }
  return own;
}

/** The game of this tab; in a new tab, the one played last in any tab. */
export function loadGame(name: GameName): OwnGame | undefined {
  const read = (fields: Fields): OwnGame => {
    const own = gameOf(unpacked(fields));
    if (own.game.name !== name) throw new InputError(`a game of ${own.game.name} is stored as one of ${name}`);
    return own;
  };
  return load(`game:${name}`, read, 'session') ?? load(`game:${name}`, read);
}

/** Writes down the game on the board, for the next first paint. */
export function saveGame(own: OwnGame): void {
  const { version, ...fields } = keptGame(own);
  // Storage entries have a version of their own.
  save(`game:${own.game.name}`, { ...fields, edition: version }, 'session');
  save(`game:${own.game.name}`, { ...fields, edition: version });
}

/** Writes down a game that another replaces, until the history has it: the tab may be reloaded before. */
export function saveLeft(own: OwnGame): void {
  const { version, ...fields } = keptGame(own);
  save(`game:${own.game.name}:left`, { ...fields, edition: version }, 'session');
}

/** The game that was left last, if the history may not have it yet. */
export function leftGame(name: GameName): KeptGame | undefined {
  return load(`game:${name}:left`, (fields) => unpacked(fields) as unknown as KeptGame, 'session');
}

export function forgetLeft(name: GameName, id: string): void {
  if (leftGame(name)?.id === id) forget(`game:${name}:left`, 'session');
}

/** A game from the storage as a database entry, by its id. */
export function storedGame(name: GameName, id: string): KeptGame | undefined {
  const read = (fields: Fields): KeptGame | undefined =>
    fields['id'] === id ? (unpacked(fields) as unknown as KeptGame) : undefined;
  return load(`game:${name}`, read, 'session') ?? load(`game:${name}`, read);
}

function unpacked({ edition, ...fields }: Fields): Fields {
  return edition === undefined ? fields : { ...fields, version: edition };
}

/** The best scores: a person's own, and with a player's help. */
export interface Best {
  readonly own: number;
  readonly helped: number;
}

export function readBest(fields: Fields): Best {
  return { own: whole(fields, 'own'), helped: whole(fields, 'helped') };
}

export function loadBest(name: GameName): Best {
  return load(`best:${name}`, readBest) ?? { own: 0, helped: 0 };
}

/** Two tabs may both have raised it. */
export function higher(a: Best, b: Best): Best {
  return { own: Math.max(a.own, b.own), helped: Math.max(a.helped, b.helped) };
}

export function saveBest(name: GameName, best: Best): void {
  save(`best:${name}`, { ...higher(best, loadBest(name)) });
}

function text(fields: Fields, key: string): string {
  const value = fields[key];
  if (typeof value !== 'string') throw new InputError(`'${key}' is not a string`);
  return value;
}

function whole(fields: Fields, key: string): number {
  const value = fields[key];
  if (!Number.isSafeInteger(value) || (value as number) < 0) throw new InputError(`'${key}' is not a whole number`);
  return value as number;
}

/** Two bytes per ply, low byte first. */
function toBase64(plies: Uint16Array): string {
  let binary = '';
  for (const ply of plies) binary += String.fromCharCode(ply & 255, ply >> 8);
  return btoa(binary);
}

function fromBase64(text: string): Uint16Array {
  const binary = atob(text);
  if (binary.length % 2 !== 0) throw new InputError('the plies are truncated');
  return Uint16Array.from(
    { length: binary.length / 2 },
    (_, i) => binary.charCodeAt(2 * i) | (binary.charCodeAt(2 * i + 1) << 8),
  );
}
