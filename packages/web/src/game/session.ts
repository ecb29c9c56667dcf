// The one store of the game on the board. Everything that changes a game is a function here; everything that shows one
// reads `view`. A game of 2048 and one of Threes are kept side by side, and a new game can be taken back like a move.

import { computed, effect, signal, untracked } from '@preact/signals';
import { type Game, GAME_NAMES, type Move, parseGame, type Ply, Random, type State } from 'afterstate';
import { gameName, type GameName } from '../shell/settings.ts';
import { saver } from '../shell/storage.ts';
import { loadBest, loadTimeline, saveBest, timelineFields } from './kept-games.ts';
import { type Position, Timeline } from './timeline.ts';

/** How the position in view came about, for whoever animates or announces it. */
export type Change =
  | { readonly kind: 'move'; readonly before: State; readonly ply: Ply; readonly gain: number; readonly ms?: number }
  | { readonly kind: 'undo'; readonly after: State; readonly ply: Ply }
  /** Another position altogether: a new game, or many moves at once. */
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
const timelines = new Map(GAME_NAMES.map((name) => [name, loadTimeline(name) ?? fresh(parseGame(name))]));
const bests = signal(new Map(GAME_NAMES.map((name) => [name, loadBest(name)])));
const before = new Map<GameName, Timeline>();
const savers = new Map(
  GAME_NAMES.map((name) => [name, saver(`game:${name}`, () => timelineFields(timelines.get(name)!))]),
);

export const view = signal<View>(look({ kind: 'jump', moves: 0 }));

/** The best score in games like the one in view; boards that were set up do not count. */
export const best = computed(() => bests.value.get(view.value.game.name)!);

effect(() => {
  void gameName.value;
  untracked(() => show({ kind: 'jump', moves: 0 }));
});

function current(): Timeline {
  return timelines.get(gameName.peek())!;
}

function look(change: Change): View {
  const timeline = current();
  const { state, score } = timeline.position;
  return {
    game: timeline.game,
    state,
    score,
    moves: timeline.moves,
    ahead: timeline.ahead,
    over: timeline.isOver,
    edited: timeline.edited,
    helped: timeline.helped,
    change,
  };
}

function show(change: Change): void {
  const next = look(change);
  keepBest(next);
  view.value = next;
  savers.get(next.game.name)!();
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

/** False where the move is not legal. `by` a player, the game no longer counts as the person's own. */
export function move(move: Move, { by = 'person', ms }: { by?: 'person' | 'player'; ms?: number } = {}): boolean {
  const timeline = current();
  const position = timeline.position;
  const ply = timeline.play(move, random);
  if (!ply) return false;
  timeline.helped ||= by === 'player';
  showMove(position, ply, ms);
  return true;
}

function showMove(before: Position, ply: Ply, ms?: number): void {
  const { game, position } = current();
  const gain = position.score - before.score - game.spawnScore(ply.spawn.exponent);
  show({ kind: 'move', before: before.state, ply, gain, ...(ms !== undefined && { ms }) });
}

/** Moves that a player has made elsewhere, from the position in view on. */
export function extend(plies: Uint16Array, end: Position): void {
  const timeline = current();
  timeline.helped = true;
  timeline.extend(plies, end);
  show({ kind: 'jump', moves: plies.length });
}

/** At the start of a game the one before it comes back, if there is one. */
export function undo(): boolean {
  const timeline = current();
  const after = timeline.position.state;
  const ply = timeline.undo();
  if (!ply) return bringBack();
  show({ kind: 'undo', after, ply });
  return true;
}

export function redo(): boolean {
  const timeline = current();
  const position = timeline.position;
  const ply = timeline.redo();
  if (!ply) return false;
  showMove(position, ply);
  return true;
}

export function canUndo({ moves, game }: View): boolean {
  return moves > 0 || before.has(game.name);
}

/** Another game, or a given position as the start of one. */
export function newGame(game: Game = parseGame(gameName.peek()), start?: State): void {
  const old = timelines.get(game.name)!;
  if (old.moves > 0 || old.edited) before.set(game.name, old);
  timelines.set(game.name, start ? new Timeline(game, start, newSeed(), true) : fresh(game));
  if (gameName.peek() === game.name) show({ kind: 'jump', moves: 0 });
  else gameName.value = game.name;
}

function bringBack(): boolean {
  const name = gameName.peek();
  const old = before.get(name);
  if (!old) return false;
  before.delete(name);
  timelines.set(name, old);
  show({ kind: 'jump', moves: 0 });
  return true;
}

export function currentTimeline(): Timeline {
  return current();
}

function fresh(game: Game): Timeline {
  const seed = newSeed();
  random = Random.forGame(seed, 0);
  return new Timeline(game, game.start(random), seed);
}

function newSeed(): number {
  return crypto.getRandomValues(new Uint32Array(1))[0]!;
}
