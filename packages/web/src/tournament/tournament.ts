// A tournament: two to six players on the same games. Whoever has played the fewest games is next, so that at any moment all are
// compared on nearly the same ones. If the server thinks, it plays them; a player that it does not know, or all once it is gone,
// play in the page. There the tournament has its own engine: hints on other pages do not wait for it, and ending its worker
// stops it. It is kept (kept-tournament.ts): a reload leaves it paused, and its numbers end up the same as if it had never been
// interrupted.

import { batch, computed, effect, signal, untracked } from '@preact/signals';
import { type Game, parseGame } from 'afterstate';
import { type Comparison, type Played, pairedDifference, summarise } from 'afterstate/measure';
import { Engine } from '../engine/engine.ts';
import type { GamesAnswer, GamesJob } from '../engine/messages.ts';
import { NoAnswer, serverAwaited, serverPlays } from '../engine/server.ts';
import { MOST_GAMES_ASKED, playOnServer } from '../engine/server-games.ts';
import { InterruptedError } from '../engine/worker-link.ts';
import { fetchModel, isHere } from '../players/model-download.ts';
import { titleOf } from '../players/models.ts';
import { defaultSpec, missingModel, strongestNetwork, suits } from '../players/playable.ts';
import { modelOf, nameOf, withModel } from '../players/forms.ts';
import { messageOf } from '../shell/errors.ts';
import { notKept } from '../shell/keeping.ts';
import { say } from '../shell/notes.ts';
import { megabytes } from '../shell/numbers.ts';
import { gameName } from '../shell/settings.ts';
import { saver } from '../shell/storage.ts';
import { keepTournament, tournamentOf } from './kept-tournament.ts';
import type { Series, Terms } from './terms.ts';

export const FEWEST_PLAYERS = 2;
export const MOST_PLAYERS = 6;
export const MOST_GAMES = 100_000;

export const NOTHING: Series = { spec: undefined, scores: [], largest: [], moves: 0, seconds: 0 };

export const terms = signal<Terms>(usualTerms(gameName.peek()));
export const results = signal<readonly Series[]>(terms.peek().players.map(() => NOTHING));
export const running = signal(false);
/** Whether its kept state has been read. */
export const isRead = signal(false);
/** Whether the tournament is waiting for a busy server. */
export const serverIsBusy = signal(false);
/** What keeps it from playing. */
export const problem = signal<string | undefined>(undefined);

export const hasBegun = computed(() => results.value.some(({ scores }) => scores.length > 0));
export const isOver = computed(() => results.value.every(({ scores }) => scores.length >= terms.value.games));
export const gamesDone = computed(() => results.value.reduce((sum, { scores }) => sum + scores.length, 0));

/** A network and a player without one: both are here at once. */
function usualTerms(game: Game['name']): Terms {
  const rivals = ['expectimax?eval=snake&depth=2', 'montecarlo?runs=50', 'random'].filter((spec) => suits(spec, game));
  const first = defaultSpec(game);
  return { game, players: [first, rivals.find((spec) => spec !== first) ?? 'random'], games: 100, seed: 1 };
}

/** Other terms make the results void. */
export function change(changes: Partial<Terms>): void {
  stop();
  batch(() => {
    const before = terms.peek();
    terms.value = { ...before, ...changes };
    const { players, games, seed, game } = terms.peek();
    const same = seed === before.seed && game === before.game;
    // Players that stay keep their games: an added player, or more games, only needs to catch up.
    results.value = players.map((spec, i) => {
      const old = same ? (before.players[i] === spec ? i : before.players.indexOf(spec)) : -1;
      return cut(results.peek()[old] ?? NOTHING, games);
    });
    problem.value = undefined;
  });
  keepNow();
}

/** Fewer games means the first ones; the moves and seconds of the others are not known. */
function cut(series: Series, games: number): Series {
  return series.scores.length <= games ? series : NOTHING;
}

export function setPlayer(index: number, spec: string): void {
  change({ players: terms.peek().players.map((old, i) => (i === index ? named(spec) : old)) });
}

/** Names the network: without a name the command line takes the strongest, and other pages take the one that loads by itself. */
function named(spec: string): string {
  const network = nameOf(spec) === 'ntuple' && modelOf(spec) === undefined && strongestNetwork(terms.peek().game);
  return network ? withModel(spec, network) : spec;
}

export function addPlayer(): void {
  const { players, game } = terms.peek();
  const others = [defaultSpec(game), 'random', 'cycle?moves=up,left&stuck=random', 'montecarlo?runs=20', 'ovolve'];
  change({ players: [...players, others.find((spec) => suits(spec, game) && !players.includes(spec)) ?? 'random'] });
}

export function removePlayer(index: number): void {
  change({ players: terms.peek().players.filter((_, i) => i !== index) });
}

/** Plays all games again. */
export function clear(): void {
  stop();
  results.value = terms.peek().players.map(() => NOTHING);
  problem.value = undefined;
  keepNow();
}

/** Who plays the games of a running tournament: the page's engine, and a signal that ends what the server plays. */
interface Playing {
  readonly engine: Engine;
  readonly stopped: AbortController;
}

let playing: Playing | undefined;

export function stop(): void {
  playing?.engine.close();
  playing?.stopped.abort();
  playing = undefined;
  serverIsBusy.value = false;
  if (running.peek()) keepNow();
  running.value = false;
}

function keepNow(): void {
  keepTournament(terms.peek(), results.peek()).catch(notKept);
}

/** While it runs; if the browser is killed, the lost games are played again. */
const keepSoon = saver(keepNow, 2000);

/** How long one answer of the worker should take, roughly: the screen is never much older. */
const TURN_MS = 250;
const MOST_AT_ONCE = 1000;
/** The server answers game by game, so its turns may be longer. */
const SERVER_TURN_MS = 2000;
/** How long a busy server is left alone. */
const BUSY_MS = 1000;

export async function start(): Promise<void> {
  if (running.peek() || isOver.peek()) return;
  stop();
  const mine: Playing = (playing = { engine: new Engine(MOST_PLAYERS), stopped: new AbortController() });
  running.value = true;
  problem.value = undefined;
  try {
    await serverKnown();
    while (playing === mine && !isOver.peek()) await playTurn(mine);
  } catch (error) {
    if (playing === mine && !(error instanceof InterruptedError)) problem.value = messageOf(error);
  }
  if (playing === mine) stop();
}

/** Resolves once it is known whether the server plays. */
function serverKnown(): Promise<void> {
  return new Promise((resolve) => {
    const end = effect(() => {
      if (!serverAwaited.value) queueMicrotask(() => (end(), resolve()));
    });
  });
}

async function fetchModelOf(spec: string): Promise<void> {
  const model = missingModel(spec, terms.peek().game);
  if (!model) return;
  await fetchModel(model);
  if (!isHere(model)) throw new Error(`${titleOf(model.name)} could not be loaded`);
}

/** Plays some games of the player that has the fewest. */
async function playTurn(mine: Playing): Promise<void> {
  const { game, players, games: all, seed } = terms.peek();
  const done = results.peek().map(({ scores }) => scores.length);
  const index = done.indexOf(Math.min(...done));
  const player = players[index]!;
  const { seconds } = results.peek()[index]!;
  const first = done[index]!;
  const perGame = first === 0 ? Infinity : seconds / first;
  const turn = (ms: number, most: number): GamesJob => {
    const games = Math.min(all - first, most, Math.max(1, Math.floor(ms / 1000 / perGame)));
    return { kind: 'games', game, player, seed, first, games };
  };
  const take = (games: GamesAnswer): void => {
    if (playing === mine) add(index, games);
  };
  if (serverPlays(player) && (await askServer(mine, turn(SERVER_TURN_MS, MOST_GAMES_ASKED), take))) return;
  await fetchModelOf(player);
  if (playing === mine) take(await mine.engine.ask(turn(TURN_MS, MOST_AT_ONCE)));
}

/** Whether the server has dealt with a turn; if not, the page plays it, and the person has been told. */
async function askServer({ stopped }: Playing, job: GamesJob, take: (games: GamesAnswer) => void): Promise<boolean> {
  try {
    await playOnServer(job, stopped.signal, (games) => {
      serverIsBusy.value = false;
      take(games);
    });
    return true;
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error;
    if (error.busy) {
      serverIsBusy.value = true;
      await new Promise((resolve) => setTimeout(resolve, BUSY_MS));
      return true;
    }
    const model = missingModel(job.player, terms.peek().game);
    if (model)
      throw new Error(
        `${error.message} Continue plays on in this page, which then loads ${titleOf(model.name)} (${megabytes(model.size)}).`,
        { cause: error },
      );
    say(`${error.message} This page plays by itself.`);
    return false;
  }
}

function add(index: number, games: GamesAnswer): void {
  results.value = results.peek().map((series, i) =>
    i === index
      ? {
          spec: games.player,
          scores: [...series.scores, ...games.scores],
          largest: [...series.largest, ...games.largest],
          moves: series.moves + games.moves,
          seconds: series.seconds + games.seconds,
        }
      : series,
  );
  keepSoon();
}

/** The document that `afterstate compare --json` prints, over the games that all players have finished; undefined before the first. */
export function comparisonOf({ game: name, seed, players }: Terms, all: readonly Series[]): Comparison | undefined {
  const games = Math.min(...all.map(({ scores }) => scores.length));
  if (games === 0) return undefined;
  const game = parseGame(name);
  const scores = all.map((series) => Uint32Array.from(series.scores.slice(0, games)));
  const specs = all.map(({ spec }, i) => spec ?? players[i]!);
  return {
    game: game.spec,
    games,
    seed,
    players: all.map((series, i) => summarise({ spec: specs[i]!, game, threads: 1 }, played(series, seed, scores[i]!))),
    differences: scores.slice(1).map((own, i) => {
      const { ci95, ...rest } = pairedDifference(own, scores[0]!);
      return { player: specs[i + 1]!, against: specs[0]!, ...rest, ci95: ci95 ?? null };
    }),
  };
}

/** Moves and seconds are those of all games so far: only their ratio is shown. */
function played({ largest, moves, seconds }: Series, seed: number, scores: Uint32Array): Played {
  const counts = new Map<number, number>();
  for (const exponent of largest.slice(0, scores.length)) counts.set(exponent, (counts.get(exponent) ?? 0) + 1);
  return { seed, first: 0, scores, largest: counts, moves, seconds };
}

let following = false;

/** Starts showing the tournament of the chosen game: the kept one, or one with the usual terms. */
export function followGame(): void {
  if (following) return;
  following = true;
  effect(() => {
    const game = gameName.value;
    untracked(() => void open(game));
  });
}

async function open(game: Game['name']): Promise<void> {
  stop();
  isRead.value = false;
  const kept = await tournamentOf(game).catch(notKept);
  if (gameName.peek() !== game) return;
  batch(() => {
    terms.value = kept?.terms ?? usualTerms(game);
    results.value = kept?.results ?? terms.peek().players.map(() => NOTHING);
    problem.value = undefined;
    isRead.value = true;
  });
}
