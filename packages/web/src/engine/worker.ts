// The engine worker: players live here, off the page's thread. If the page is isolated, they have more threads
// of their own; if not, they think on this one. Either way the page never waits.

import {
  blobSource,
  MOVES,
  NEURAL_PLAYERS,
  neuralPlayersOf,
  parseGame,
  parseSpec,
  Random,
  readCard,
  readModel,
  unpackPly,
} from 'afterstate';
import type { Game, Player } from 'afterstate';
import { loadKernel, openPlayer } from 'afterstate/browser';
import { answerJobs } from './answer-jobs.ts';
import type {
  AnalyseJob,
  Answers,
  ChooseJob,
  DescribeJob,
  GamesJob,
  Job,
  OutlookJob,
  PlayJob,
  Told,
} from './messages.ts';
import { giveModel, setBase } from './model-places.ts';
import { addNeuralPlayers, giveRuntime } from './neural.ts';
import { playOn } from './play-on.ts';
import type { JobMessage } from './worker-link.ts';

interface Opened {
  readonly key: string;
  readonly player: Promise<Player>;
}

/** Newest last. A player may hold a network of many megabytes, so few are kept. */
let kept = 2;
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
  for (const old of opened.splice(0, Math.max(0, opened.length - kept))) close(old);
  return entry.player;
}

async function open(game: Game, spec: string): Promise<Player> {
  // Alongside the model, not after it; if it fails, opening the player says why. Of the neural players only the one that searches needs it.
  const { name } = parseSpec(spec);
  if (name === 'mcts' || !NEURAL_PLAYERS.some((other) => other === name)) loadKernel(game).catch(() => undefined);
  const player = await openPlayer(spec, { game });
  await player.newGame(crypto.getRandomValues(new Uint32Array(1))[0]!, 0);
  return player;
}

function close({ player }: Opened): void {
  void player.then((player) => player.close()).catch(() => undefined);
}

/** Players that hold an earlier model of this name are reopened when next asked. */
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
  return playOn(player.game, (state) => player.choose(state), job);
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
  // One game first: how long one takes differs a thousandfold between the first move of a game and the last.
  for (let games = 1; player.playOn && performance.now() < until; games *= 2) {
    const played = await player.playOn(job.state, { games, seed: job.seed, first: largest.length });
    largest.push(...played.largest);
    if (2 * games * (played.seconds / games) > (until - performance.now()) / 1000) break;
  }
  return { largest: Uint8Array.from(largest) };
}

async function games({ game, player: spec, ...series }: GamesJob): Promise<Answers['games']> {
  const player = await playerOf({ game, player: spec });
  const { scores, largest, moves, seconds } = await player.playGames(series);
  return {
    player: player.spec,
    scores: Array.from(scores),
    largest: Array.from(largest),
    moves: moves.reduce((sum, n) => sum + n, 0),
    seconds,
  };
}

async function describe({ name, blob }: DescribeJob): Promise<Answers['describe']> {
  if (/\.onnx$/i.test(name)) {
    const card = readCard(new Uint8Array(await blob.arrayBuffer()), name);
    return { game: card.game, players: neuralPlayersOf(card), network: card.network };
  }
  const model = await readModel(blobSource(name, blob));
  // Every byte goes through the checksum, so that a damaged file is refused here and not at the first hint.
  for await (const _ of model.chunks());
  const { game, network } = model.header.description;
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
    // The code that explains moves is loaded with the first question.
    case 'play-outs':
      return import('./play-outs.ts').then(async ({ playOuts }) => playOuts(await playerOf(job), job, Random.forGame));
    case 'line':
      return import('./expected-line.ts').then(async ({ expectedLine }) => expectedLine(await playerOf(job), job));
    case 'games':
      return games(job);
    case 'describe':
      return describe(job);
  }
}

addNeuralPlayers();
const take = answerJobs(answer);

self.addEventListener('message', ({ data }: MessageEvent<Told | JobMessage<Job>>) => {
  if ('base' in data) {
    setBase(data.base);
  } else if ('keep' in data) {
    kept = data.keep;
  } else if ('runtime' in data) {
    giveRuntime(data.runtime);
  } else if ('model' in data) {
    giveModel(data.model.name, data.model.blob);
    forget(data.model.name);
  } else {
    take(data);
  }
});
