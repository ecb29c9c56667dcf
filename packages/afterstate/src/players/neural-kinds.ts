// The neural players by their specs: `dcnn:FILE?vote=majority`, `resnet:FILE`, `reflex:FILE`, `value:FILE?ply=2`, `dqn:FILE`,
// `mcts:FILE?sims=100`. What their options are and which file suits which player is the same everywhere; reading files and running
// networks is the host's.

import type { Expander } from '../kernel/expander.ts';
import type { Game } from '../rules/game.ts';
import { InputError } from '../rules/input-error.ts';
import type { Spec } from '../rules/spec.ts';
import { allowOptions, formatSpec, readChoice, readInteger, readNumber } from '../rules/spec.ts';
import type { SearchWay } from './mcts.ts';
import { searchChooser, taughtSearch } from './mcts.ts';
import type { Chooser, Evaluate, Vote } from './neural.ts';
import { policyChooser, valueChooser, VOTES } from './neural.ts';
import type { NeuralCard } from './neural-file.ts';
import { NEURAL_FAMILIES, readCard } from './neural-file.ts';
import type { Player } from './player.ts';
import type { PlayerContext, PlayerKind } from './registry.ts';

/** Those that a file may be for, and the one that searches a tree by a network from self-play. */
export const NEURAL_PLAYERS = [...NEURAL_FAMILIES, 'mcts'] as const;
export type NeuralPlayerName = (typeof NEURAL_PLAYERS)[number];

/** How a network is played by: its policy, its values by so many plies, or both by a tree search. */
export type NeuralWay =
  | { readonly by: 'policy'; readonly vote: Vote }
  | { readonly by: 'value'; readonly ply: number }
  | (SearchWay & { readonly by: 'search' });

/** `openExpander` is asked where moves and chance have to come from the kernel. */
export async function neuralChooser(
  game: Game,
  evaluate: Evaluate,
  way: NeuralWay,
  openExpander: (game: Game) => Promise<Expander>,
): Promise<Chooser> {
  if (way.by === 'policy') return policyChooser(game, evaluate, way.vote);
  if (way.by === 'value') return valueChooser(game, evaluate, way.ply);
  return searchChooser(await openExpander(game), evaluate, way);
}

export interface NeuralFile {
  readonly bytes: Uint8Array;
  /** For messages. */
  readonly name: string;
}

/** A player that is to be opened; its file suits it and its game. */
export interface NeuralOrder extends NeuralFile {
  /** The canonical spec. */
  readonly spec: string;
  readonly game: Game;
  readonly threads: number;
  readonly way: NeuralWay;
}

export interface NeuralHost {
  /** The model of a player that a spec means where it names none. */
  shipped?(player: NeuralPlayerName, game: Game['name']): Promise<string | undefined>;
  /** The file that a spec names. */
  read(model: string, context: PlayerContext): Promise<NeuralFile>;
  open(order: NeuralOrder): Promise<Player>;
}

interface Kind {
  readonly summary: string;
  /** What its spec may say, defaults first. */
  readonly form: string;
  readonly options: readonly string[];
  /** The command that makes its files. */
  readonly maker: string;
  /** What the spec's options mean, and those that are no defaults. Throws where the file is for another player. */
  read(spec: Spec, card: NeuralCard, file: NeuralFile): ReadWay;
}

interface ReadWay {
  readonly way: NeuralWay;
  readonly options: Readonly<Record<string, string | number | undefined>>;
}

/** A third ply asks for some hundred thousand evaluations a move. */
const PLIES = { min: 1, max: 2 };
const QUIET: readonly Vote[] = ['off', 'majority', 'sum'];
const SIMULATIONS = 100;

const KINDS: Readonly<Record<NeuralPlayerName, Kind>> = {
  dcnn: byPolicy('a deep convolutional network; eight symmetric boards vote', VOTES),
  resnet: byPolicy('a residual network', QUIET),
  reflex: byPolicy('a regression, or a network with one hidden layer', QUIET),
  value: {
    summary: 'a neural network that values afterstates',
    form: `ply=${PLIES.min}|${PLIES.max}`,
    options: ['ply'],
    maker: 'afterstate fit',
    read(spec, card, file) {
      requireFamily('value', card, file, spec);
      const ply = readInteger(spec, 'ply', PLIES, 1);
      return { way: { by: 'value', ply }, options: { ply: ply === 1 ? undefined : ply } };
    },
  },
  // Action values cannot be told apart from probabilities by a chooser: the largest is played.
  dqn: byPolicy('action values by deep Q-learning', ['off', 'sum'], 'afterstate train --method dqn'),
  mcts: {
    summary: 'tree search by a network that learned by self-play',
    form: `sims=${SIMULATIONS}`,
    options: ['sims', 'c', 'chance', 'widen', 'ends'],
    maker: 'afterstate selfplay',
    read: readSearch,
  },
};

/** A player that makes the most probable move; `votes` are what `vote` may be, the default first. */
function byPolicy(summary: string, votes: readonly Vote[], maker = 'afterstate fit'): Kind {
  return {
    summary,
    form: `vote=${votes.join('|')}`,
    options: ['vote'],
    maker,
    read(spec, card, file) {
      requireFamily(spec.name, card, file, spec);
      const vote = readChoice(spec, 'vote', votes, votes[0]!);
      return { way: { by: 'policy', vote }, options: { vote: vote === votes[0] ? undefined : vote } };
    },
  };
}

/** All but the simulations is as it was while the network learned, unless the spec says otherwise. */
function readSearch(spec: Spec, card: NeuralCard, file: NeuralFile): ReadWay {
  const taught = taughtSearch(card);
  if (!taught)
    throw new InputError(
      `'${file.name}' is ${card.network}, whose values no search can use; give one that afterstate selfplay made`,
    );
  const { search, values } = taught;
  const sims = readInteger(spec, 'sims', { min: 2, max: 100_000 }, SIMULATIONS);
  const c = readNumber(spec, 'c', { min: 1e-6, max: 100 }, search.c);
  const chance = readSwitch(spec, 'chance', search.chance);
  const widen = readNumber(spec, 'widen', { min: 0, max: 100 }, search.widen);
  const ends = readSwitch(spec, 'ends', search.ends);
  return {
    way: { by: 'search', search: { sims, c, chance, widen, ends }, values },
    options: {
      sims: sims === SIMULATIONS ? undefined : sims,
      c: c === search.c ? undefined : c,
      chance: chance === search.chance ? undefined : chance ? 'on' : 'off',
      widen: widen === search.widen ? undefined : widen,
      ends: ends === search.ends ? undefined : ends ? 'on' : 'off',
    },
  };
}

function readSwitch(spec: Spec, key: string, fallback: boolean): boolean {
  return readChoice(spec, key, ['on', 'off'], fallback ? 'on' : 'off') === 'on';
}

function requireFamily(name: string, card: NeuralCard, file: NeuralFile, spec: Spec): void {
  if (card.family === name) return;
  const model = spec.model ?? file.name;
  throw new InputError(`'${file.name}' is ${card.network}, which ${card.family}:${model} plays, not ${name}`);
}

/** A player as it is presented: its name, what it does, and its spec with the options that most want to set, defaults first. */
export function describeNeural(name: NeuralPlayerName): Pick<PlayerKind, 'name' | 'summary' | 'form'> {
  const { summary, form } = KINDS[name];
  return { name, summary, form: `${name}:FILE?${form}` };
}

/**
 * The players that a file is for, the one that makes the most of it first. A search by values that are no points has nothing to
 * say of a move but its visits, so it is not offered; `mcts` takes such a file where it is named.
 */
export function neuralPlayersOf(card: NeuralCard): readonly NeuralPlayerName[] {
  return taughtSearch(card)?.values.meaning === 'score' ? ['mcts', card.family] : [card.family];
}

export function neuralPlayer(name: NeuralPlayerName, host: NeuralHost): PlayerKind {
  const { options: known, maker, read } = KINDS[name];
  return {
    ...describeNeural(name),
    async open(spec, context) {
      const { game, threads } = context;
      allowOptions(spec, known);
      const model = spec.model ?? (await host.shipped?.(name, game.name));
      if (model === undefined)
        throw new InputError(`'${spec.text}' names no network; give its file: ${name}:FILE, made by ${maker}`);
      const file = await host.read(model, context);
      const card = readCard(file.bytes, file.name);
      const { way, options } = read(spec, card, file);
      if (card.game !== game.name)
        throw new InputError(
          `'${file.name}' is a network for ${card.game}, not for ${game.name}; give --game ${card.game}`,
        );
      return host.open({ ...file, spec: formatSpec(name, options, spec.model), game, threads, way });
    },
  };
}
