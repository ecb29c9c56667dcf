// The engine worker: players live here, off the page's thread. Where the page is isolated they have threads of their own
// beyond it; where it is not, they think on this one, and the page never waits either way.

import {
  blobSource,
  InputError,
  MOVES,
  NEURAL_PLAYERS,
  neuralPlayersOf,
  packPly,
  parseGame,
  parseSpec,
  Random,
  readCard,
  readModel,
  unpackPly,
} from 'afterstate';
import type { Game, Player, State } from 'afterstate';
import { loadKernel, openPlayer } from 'afterstate/browser';
import type {
  AnalyseJob,
  AnswerMessage,
  Answers,
  ChooseJob,
  DescribeJob,
  Job,
  OutlookJob,
  PageMessage,
  PlayJob,
} from './messages.ts';
import { giveModel, setBase } from './model-places.ts';
import { giveRuntime } from './neural.ts';

interface Opened {
  readonly key: string;
  readonly player: Promise<Player>;
}

/** The newest last. A player may hold a network of many megabytes, so few are kept. */
const KEPT = 2;
let opened: Opened[] = [];

function playerOf({ game, player }: { game: string; player: string }): Promise<Player> {
  const key = `${game} ${player}`;
  let entry = opened.find((other) => other.key === key);
  if (!entry) {
    entry = { key, player: open(parseGame(game), player) };
    const { player: opening } = entry;
    opening.catch(() => (opened = opened.filter((other) => other.player !== opening)));
  }
  opened = [...opened.filter((other) => other !== entry), entry];
  for (const old of opened.splice(0, opened.length - KEPT)) close(old);
  return entry.player;
}

async function open(game: Game, spec: string): Promise<Player> {
  // Beside the model, not after it; where it fails, opening the player says why. Of neural players only the one that searches needs it.
  const { name } = parseSpec(spec);
  if (name === 'mcts' || !NEURAL_PLAYERS.some((other) => other === name)) loadKernel(game).catch(() => undefined);
  const player = await openPlayer(spec, { game });
  await player.newGame(crypto.getRandomValues(new Uint32Array(1))[0]!, 0);
  return player;
}

function close({ player }: Opened): void {
  void player.then((player) => player.close()).catch(() => undefined);
}

/** Players that hold an earlier model of this name are opened anew when they are next asked. */
function forget(model: string): void {
  const stale = opened.filter(({ key }) => key.includes(`:${model}`));
  opened = opened.filter((entry) => !stale.includes(entry));
  stale.forEach(close);
}

async function choose(job: ChooseJob): Promise<Answers['choose']> {
  const player = await playerOf(job);
  return player.choose(job.state);
}

async function play(job: PlayJob): Promise<Answers['play']> {
  const player = await playerOf(job);
  const { game } = player;
  const random = Random.forGame(job.seed, 0);
  const until = performance.now() + job.ms;
  const plies: number[] = [];
  let { state, score }: { state: State; score: number } = job;
  let ended = false;
  do {
    const { best } = await player.choose(state);
    const afterstate = best && game.afterstate(state, best);
    if (!afterstate) {
      ended = true;
      break;
    }
    const spawned = game.spawn(afterstate, random);
    plies.push(packPly({ move: best, spawn: spawned.spawn }));
    state = spawned.state;
    score += afterstate.gain + game.spawnScore(spawned.spawn.exponent);
  } while (performance.now() < until && plies.length < (job.most ?? Infinity));
  return { plies: Uint16Array.from(plies), state, score, ended };
}

async function analyse(job: AnalyseJob): Promise<Answers['analyse']> {
  const player = await playerOf(job);
  const { game } = player;
  const until = performance.now() + job.ms;
  const values: number[] = [];
  let { state } = job;
  for (const packed of job.plies) {
    if (values.length > 0 && performance.now() >= until) break;
    const { moves } = await player.choose(state);
    for (const move of MOVES) values.push(moves.find((other) => other.move === move)?.value ?? NaN);
    const { move, spawn } = unpackPly(packed, game);
    state = game.place(game.afterstate(state, move)!, spawn);
  }
  return { values: Float64Array.from(values), state };
}

async function outlook(job: OutlookJob): Promise<Answers['outlook']> {
  const player = await playerOf(job);
  const largest: number[] = [];
  const until = performance.now() + job.ms;
  // A game first: how long one takes differs by a thousand times, from the first move of a game to the last.
  for (let games = 1; player.playOn && performance.now() < until; games *= 2) {
    const played = await player.playOn(job.state, { games, seed: job.seed, first: largest.length });
    largest.push(...played.largest);
    if (2 * games * (played.seconds / games) > (until - performance.now()) / 1000) break;
  }
  return { largest: Uint8Array.from(largest) };
}

async function describe({ name, blob }: DescribeJob): Promise<Answers['describe']> {
  if (/\.onnx$/i.test(name)) {
    const card = readCard(new Uint8Array(await blob.arrayBuffer()), name);
    return { game: card.game, players: neuralPlayersOf(card), network: card.network };
  }
  const { game, network } = (await readModel(blobSource(name, blob))).header.description;
  return { game, players: ['ntuple'], network };
}

function answer(job: Job): Promise<Answers[keyof Answers]> {
  switch (job.kind) {
    case 'open':
      return playerOf(job).then(() => null);
    case 'choose':
      return choose(job);
    case 'play':
      return play(job);
    case 'analyse':
      return analyse(job);
    case 'outlook':
      return outlook(job);
    case 'describe':
      return describe(job);
  }
}

let last: Promise<void> = Promise.resolve();
self.addEventListener('message', ({ data }: MessageEvent<PageMessage>) => {
  if ('base' in data) {
    setBase(data.base);
  } else if ('runtime' in data) {
    giveRuntime(data.runtime);
  } else if ('model' in data) {
    giveModel(data.model.name, data.model.blob);
    forget(data.model.name);
  } else {
    last = last.then(() => reply(data.id, data.job));
  }
});

async function reply(id: number, job: Job): Promise<void> {
  let message: AnswerMessage;
  try {
    message = { id, answer: await answer(job) };
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    message = { id, error: { message: text, input: error instanceof InputError } };
  }
  self.postMessage(message);
}
