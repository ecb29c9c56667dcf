// A thread that holds players: those that share one n-tuple network, or any others. Models are read here, so that the server can
// answer meanwhile; thinking happens on further threads, so that this one hears when a question is dropped.

import { parentPort, workerData } from 'node:worker_threads';
import type { Choice, GameResults, Player, SharedNetwork } from 'afterstate';
import { InputError, parseGame } from 'afterstate';
import { openPlayer, openSharedNetwork } from 'afterstate/node';
import { addNeuralPlayers } from '../neural/host.ts';
import type {
  ChooseQuestion,
  FromHost,
  GamesQuestion,
  HostError,
  HostQuestion,
  HostStart,
  PlayedGames,
  ToHost,
} from './player-messages.ts';

const { atOnce, mostTable, network } = workerData as HostStart;
const port = parentPort!;
const tell = (message: FromHost): void => port.postMessage(message);

/** Opening a player starts a thread, takes longer than most of its answers, and costs some megabytes. */
const KEPT = 16;

/** Players by game and spec, each for one question at a time, in order of last use. */
class Players {
  readonly #idle: { readonly key: string; readonly player: Player }[] = [];

  choose({ state, ...asked }: ChooseQuestion, signal: AbortSignal): Promise<Choice> {
    return this.#with(asked, (player) => player.choose(state, { signal }));
  }

  playGames({ seed, first, games, ...asked }: GamesQuestion, signal: AbortSignal): Promise<PlayedGames> {
    return this.#with(asked, async (player) =>
      playedGames(player.spec, await player.playGames({ seed, first, games, signal })),
    );
  }

  async #with<T>(
    { game, player: spec }: Pick<HostQuestion, 'game' | 'player'>,
    work: (player: Player) => Promise<T>,
  ): Promise<T> {
    const key = `${game}\n${spec}`;
    const at = this.#idle.findIndex((one) => one.key === key);
    const player =
      at < 0 ? await openPlayer(spec, { game: parseGame(game), threads: 1 }) : this.#idle.splice(at, 1)[0]!.player;
    try {
      return await work(player);
    } finally {
      this.#idle.push({ key, player });
      while (this.#idle.length > KEPT) await this.#idle.shift()!.player.close();
    }
  }

  async close(): Promise<void> {
    await Promise.all(this.#idle.splice(0).map(({ player }) => player.close()));
  }
}

const players = new Players();
const asked = new Map<number, { readonly controller: AbortController; readonly over: Promise<void> }>();
let shared: SharedNetwork | undefined;

async function answer(id: number, question: HostQuestion, signal: AbortSignal): Promise<void> {
  try {
    tell({ id, answer: await (question.kind === 'choose' ? choose(question, signal) : playGames(question, signal)) });
  } catch (error) {
    tell({ id, error: described(error) });
  } finally {
    asked.delete(id);
  }
}

function choose(question: ChooseQuestion, signal: AbortSignal): Promise<Choice> {
  return shared ? shared.choose(question.player, question.state, { signal }) : players.choose(question, signal);
}

async function playGames(question: GamesQuestion, signal: AbortSignal): Promise<PlayedGames> {
  if (!shared) return players.playGames(question, signal);
  const { player, seed, first, games } = question;
  const { spec, ...results } = await shared.playGames(player, { seed, first, games, signal });
  return playedGames(spec, results);
}

function playedGames(player: string, { scores, largest, moves, seconds }: GameResults): PlayedGames {
  return {
    player,
    scores: Array.from(scores),
    largest: Array.from(largest),
    moves: moves.reduce((sum, n) => sum + n, 0),
    seconds,
  };
}

async function close(): Promise<void> {
  for (const { controller } of asked.values()) controller.abort();
  await Promise.allSettled([...asked.values()].map(({ over }) => over));
  await Promise.all([shared?.close(), players.close()]);
  tell({ closed: true });
}

function described(error: unknown): HostError {
  const { message, stack } = error instanceof Error ? error : new Error(String(error));
  return { message, stack, input: error instanceof InputError };
}

port.on('message', (message: ToHost) => {
  if ('close' in message) return void close();
  if ('giveUp' in message) return asked.get(message.giveUp)?.controller.abort(new Error('no longer asked'));
  const { id, question } = message;
  const controller = new AbortController();
  asked.set(id, { controller, over: answer(id, question, controller.signal) });
});

addNeuralPlayers();
try {
  if (network) {
    const { game, model } = network;
    shared = await openSharedNetwork({ game: parseGame(game), model, threads: atOnce, mostTable });
  }
  tell({ ready: { bytes: shared?.bytes ?? 0 } });
} catch (error) {
  tell({ failed: described(error) });
}
