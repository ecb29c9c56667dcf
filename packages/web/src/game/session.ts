// The one store of the game on the board. Everything that changes a game is a function here; everything that shows one
// reads `view`. A game of 2048 and one of Threes are kept side by side, and a new game can be undone like a move. Each tab has
// its own game: every change is written down for the next first paint, and into the history (history.ts) soon after. A game
// that another replaces stays in the history as it stopped.

import { computed, effect, signal, untracked } from '@preact/signals';
import {
  type Game,
  GAME_NAMES,
  type GameName,
  type GameRecord,
  type Move,
  parseGame,
  type Ply,
  type Position,
  Random,
  startScore,
  type State,
} from 'afterstate';
import { keptAgain, notKept } from '../shell/keeping.ts';
import { gameName } from '../shell/settings.ts';
import { onOtherTab, saver } from '../shell/storage.ts';
import {
  type Best,
  forgetLeft,
  gameOf,
  higher,
  type KeptGame,
  keptGame,
  leftGame,
  loadBest,
  loadGame,
  readBest,
  saveBest,
  saveGame,
  saveLeft,
  storedGame,
} from './kept-games.ts';
import { OwnGame, PERSON } from './own-game.ts';

/** How the position in view came about, for whatever animates or announces it. */
export type Change =
  | { readonly kind: 'move'; readonly before: State; readonly ply: Ply; readonly gain: number; readonly ms?: number }
  | { readonly kind: 'undo'; readonly after: State; readonly ply: Ply }
  /** A wholly different position: a new game, or many moves at once. */
  | { readonly kind: 'jump'; readonly moves: number };

export interface View {
  readonly game: Game;
  readonly state: State;
  readonly score: number;
  readonly moves: number;
  readonly ahead: number;
  readonly over: boolean;
  readonly edited: boolean;
  readonly helped: boolean;
  readonly change: Change;
}

let random = Random.forGame(newSeed(), 0);
const games = new Map(GAME_NAMES.map((name) => [name, loadGame(name) ?? fresh(parseGame(name))]));
const bests = signal(new Map(GAME_NAMES.map((name) => [name, loadBest(name)])));
/** The games that those on the boards replaced. */
const before = signal<ReadonlyMap<GameName, OwnGame>>(new Map());
/** The first paint may lag a third of a second; the history can wait a little longer. */
const savers = new Map(GAME_NAMES.map((name) => [name, saver(() => saveGame(games.get(name)!))]));
const keepers = new Map(GAME_NAMES.map((name) => [name, saver(() => void keepOnBoard(name), 1500)]));

export const view = signal<View>(look({ kind: 'jump', moves: 0 }));

/** The best score in games like the one in view; set-up boards do not count. */
export const best = computed(() => bests.value.get(view.value.game.name)!);

/** Starts showing the chosen game. */
export function followGameChoice(): void {
  effect(() => {
    void gameName.value;
    untracked(() => show({ kind: 'jump', moves: 0 }));
  });
}

function current(): OwnGame {
  return games.get(gameName.peek())!;
}

function look(change: Change): View {
  const own = current();
  return {
    game: own.game,
    state: own.position.state,
    score: own.score,
    moves: own.moves,
    ahead: own.ahead,
    over: own.isOver,
    edited: own.edited,
    helped: own.helped,
    change,
  };
}

function show(change: Change): void {
  const next = look(change);
  keepBest(next);
  view.value = next;
}

/** Shows a change of the game in view, and keeps it. */
function changed(change: Change): void {
  const own = current();
  own.version++;
  own.played = Date.now();
  show(change);
  savers.get(own.game.name)!();
  keepers.get(own.game.name)!();
}

function keepBest({ game, score, edited, helped }: View): void {
  if (edited) return;
  const kept = bests.peek().get(game.name)!;
  const which = helped ? 'helped' : 'own';
  if (score <= kept[which]) return;
  const raised = { ...kept, [which]: score };
  bests.value = new Map(bests.peek()).set(game.name, raised);
  saveBest(game.name, raised);
}

/** False if the move is not legal. After a move by a player, whose spec is given, the game no longer counts as the person's own. */
export function move(move: Move, { by = PERSON, ms }: { by?: string; ms?: number } = {}): boolean {
  const own = current();
  const position = own.position;
  if (!own.game.afterstate(position.state, move)) return false;
  own.movedBy(by);
  const ply = own.play(move, random)!;
  showMove(position, ply, ms);
  return true;
}

function showMove(before: Position, ply: Ply, ms?: number): void {
  const { game, position } = current();
  const gain = position.score - before.score - game.spawnScore(ply.spawn.exponent);
  changed({ kind: 'move', before: before.state, ply, gain, ...(ms !== undefined && { ms }) });
}

/** Adds moves that a player made in a worker, starting from the position in view. */
export function extend(plies: Uint16Array, end: Position, by: string): void {
  const own = current();
  own.movedBy(by);
  own.extend(plies, { state: end.state, score: end.score - own.earlier });
  changed({ kind: 'jump', moves: plies.length });
}

/** At the start of a game, restores the game before it, if there is one. */
export function undo(): boolean {
  const own = current();
  const after = own.position.state;
  const ply = own.undo();
  if (!ply) return bringBack();
  own.auto = false;
  changed({ kind: 'undo', after, ply });
  return true;
}

export function redo(): boolean {
  const own = current();
  const position = own.position;
  const ply = own.redo();
  if (!ply) return false;
  showMove(position, ply);
  return true;
}

export function canUndo({ moves }: View): boolean {
  return moves > 0 || hasGameBefore();
}

/** Whether the game in view replaced another. */
export function hasGameBefore(): boolean {
  return before.value.has(gameName.value);
}

/** Starts another game, or one from a given position with its score. */
export function newGame(game: Game = parseGame(gameName.peek()), start?: State, score?: number): void {
  const old = games.get(game.name)!;
  if (!start) return replace(old.isWorthKeeping ? fresh(game, old.id) : fresh(game));
  const earlier = score === undefined ? 0 : score - startScore(start, game);
  replace(new OwnGame(game, start, newSeed(), { edited: true, earlier, before: old.id }));
}

/**
 * Auto-run begins another game. The history keeps a few of the games it begins (auto-games.ts). Resolves when the game before the
 * last is kept, so that no more than one waits for that.
 */
export async function nextGame(): Promise<void> {
  const old = current();
  await keeping;
  // A person may have begun another one meanwhile.
  if (current() !== old) return;
  const next = fresh(old.game, old.isWorthKeeping ? old.id : undefined);
  next.auto = true;
  replace(next);
  if (old.auto)
    keeping = keeping.then(async () => {
      try {
        await (await import('./auto-games.ts')).thinOut(keptGame(old));
      } catch (error) {
        notKept(error);
      }
    });
}

/** A copy of a recorded game, continued from one of its plies, with what led there. */
export function playFrom({ game: spec, start, plies, player }: GameRecord, ply: number): void {
  const game = parseGame(spec);
  const own = new OwnGame(game, start, newSeed(), { edited: true, before: games.get(game.name)!.id });
  own.restore(plies.slice(0, ply), ply);
  own.player = player;
  replace(own);
}

/** Continues a game of the history where it stopped. */
export function openGame(kept: KeptGame): void {
  const own = gameOf({ ...kept });
  if (games.get(own.game.name)!.id !== own.id) replace(own);
  else gameName.value = own.game.name;
}

/** Puts another game on the board; the one there stays in the history. */
function replace(next: OwnGame): void {
  const { name } = next.game;
  const old = games.get(name)!;
  if (old.isWorthKeeping) {
    before.value = new Map(before.peek()).set(name, old);
    const { id } = old;
    saveLeft(old);
    void keep(old).then(() => forgetLeft(name, id));
  }
  games.set(name, next);
  if (gameName.peek() !== name) gameName.value = name;
  changed({ kind: 'jump', moves: 0 });
}

/** Brings back the game that the one in view replaced; false if there is none. */
export function bringBack(): boolean {
  const name = gameName.peek();
  const old = before.peek().get(name);
  if (!old) return false;
  void keep(current());
  before.value = new Map([...before.peek()].filter(([other]) => other !== name));
  games.set(name, old);
  changed({ kind: 'jump', moves: 0 });
  return true;
}

// ── what is kept ─────────────────────────────────────────────────────────────────────────────────────────────────

let keeping: Promise<void> = Promise.resolve();

/** Puts the game into the history as it is now. One at a time, so that the newest stays. */
function keep(own: OwnGame): Promise<void> {
  if (own.isWorthKeeping) keepAs(keptGame(own), own);
  return keeping;
}

/** Into the storage first: a tab that starts with an older edition than the history's would take that for another tab's game. */
function keepOnBoard(name: GameName): Promise<void> {
  const own = games.get(name)!;
  saveGame(own);
  return keep(own);
}

function keepAs(kept: KeptGame, own: OwnGame): void {
  keeping = keeping.then(async () => {
    try {
      const { keepGame } = await import('./history.ts');
      const id = await keepGame({ ...kept, id: own.id });
      keptAgain();
      if (id === own.id) return;
      // Another tab plays on with the game of this id.
      own.id = id;
      if (games.get(own.game.name) === own) saveGame(own);
    } catch (error) {
      notKept(error);
    }
  });
}

/** Starts following the best score of all tabs. */
export function followOtherTabs(): void {
  for (const name of GAME_NAMES)
    onOtherTab(`best:${name}`, (fields) => {
      const other = readBest(fields);
      const best = raiseBest(name, other);
      if (best.own > other.own || best.helped > other.helped) saveBest(name, best);
    });
}

/** Takes a best score from elsewhere if it is higher; returns the one that counts now. */
export function raiseBest(name: GameName, other: Best): Best {
  const kept = bests.peek().get(name)!;
  const best = higher(kept, other);
  if (best.own > kept.own || best.helped > kept.helped) {
    bests.value = new Map(bests.peek()).set(name, best);
    saveBest(name, best);
  }
  return best;
}

/** Puts into the history what earlier visits left on the boards, and makes the games before those available again. */
export async function catchUpHistory(): Promise<void> {
  for (const name of GAME_NAMES) {
    const left = leftGame(name);
    if (!left) continue;
    const { keepGame } = await import('./history.ts');
    await keepGame(left);
    forgetLeft(name, left.id);
  }
  for (const own of games.values()) {
    // As the last visit left it; the history may not have its last moves.
    const stored = storedGame(own.game.name, own.id);
    if (stored && own.base && own.isWorthKeeping) keepAs(stored, own);
    else if (own.isWorthKeeping) {
      saveGame(own);
      void keep(own);
    }
  }
  for (const own of games.values()) if (own.before !== undefined && own.moves === 0) await recall(own, own.before);
}

/** The game that this one replaced in an earlier visit. */
async function recall(own: OwnGame, id: string): Promise<void> {
  const { gameWithId } = await import('./history.ts');
  const kept = await gameWithId(id);
  const { name } = own.game;
  if (kept && games.get(name) === own && !before.peek().has(name))
    before.value = new Map(before.peek()).set(name, gameOf({ ...kept }));
}

/** Resolves once everything so far is kept. */
export async function everythingKept(): Promise<void> {
  for (const own of games.values()) await keep(own);
}

export function currentGame(): OwnGame {
  return current();
}

function fresh(game: Game, before?: string): OwnGame {
  const seed = newSeed();
  random = Random.forGame(seed, 0);
  return new OwnGame(game, game.start(random), seed, { before });
}

function newSeed(): number {
  return crypto.getRandomValues(new Uint32Array(1))[0]!;
}
