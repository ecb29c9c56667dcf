// The neural players by their specs: `dcnn:FILE?vote=majority`, `resnet:FILE`, `reflex:FILE`, `value:FILE?ply=2`, `dqn:FILE`. What
// their options are and which file suits which player is the same everywhere; reading files and running networks is the host's.

import type { Game } from '../rules/game.ts';
import { InputError } from '../rules/input-error.ts';
import type { Spec } from '../rules/spec.ts';
import { allowOptions, formatSpec, readChoice, readInteger } from '../rules/spec.ts';
import type { Chooser, Evaluate, Vote } from './neural.ts';
import { policyChooser, valueChooser, VOTES } from './neural.ts';
import type { NeuralFamily } from './neural-file.ts';
import { readCard } from './neural-file.ts';
import type { Player } from './player.ts';
import type { PlayerContext, PlayerKind } from './registry.ts';

/** How a network is played by: its policy, or its values by so many plies. */
export type NeuralWay = { readonly by: 'policy'; readonly vote: Vote } | { readonly by: 'value'; readonly ply: number };

export function neuralChooser(game: Game, evaluate: Evaluate, way: NeuralWay): Chooser {
  return way.by === 'policy' ? policyChooser(game, evaluate, way.vote) : valueChooser(game, evaluate, way.ply);
}

export interface NeuralFile {
  readonly bytes: Uint8Array;
  /** For messages. */
  readonly name: string;
}

/** A player that is to be opened; its file is for its family and its game. */
export interface NeuralOrder extends NeuralFile {
  /** The canonical spec. */
  readonly spec: string;
  readonly game: Game;
  readonly threads: number;
  readonly way: NeuralWay;
}

export interface NeuralHost {
  /** The model of a family that a spec means where it names none. */
  shipped?(family: NeuralFamily, game: Game['name']): Promise<string | undefined>;
  /** The file that a spec names. */
  read(model: string, context: PlayerContext): Promise<NeuralFile>;
  open(order: NeuralOrder): Promise<Player>;
}

interface Family {
  readonly summary: string;
  /** What `vote` may be, the default first. */
  readonly votes?: readonly Vote[];
  /** The command that makes its files. */
  readonly maker: string;
}

/** A third ply asks for some hundred thousand evaluations a move. */
const PLIES = { min: 1, max: 2 };
const QUIET: readonly Vote[] = ['off', 'majority', 'sum'];

const FAMILIES: Readonly<Record<NeuralFamily, Family>> = {
  dcnn: {
    summary: 'a deep convolutional network; eight symmetric boards vote',
    votes: VOTES,
    maker: 'afterstate fit',
  },
  resnet: { summary: 'a residual network', votes: QUIET, maker: 'afterstate fit' },
  reflex: { summary: 'a regression, or a network with one hidden layer', votes: QUIET, maker: 'afterstate fit' },
  value: { summary: 'a neural network that values afterstates', maker: 'afterstate fit' },
  // Action values cannot be told apart from probabilities by a chooser: the largest is played.
  dqn: {
    summary: 'action values by deep Q-learning',
    votes: ['off', 'sum'],
    maker: 'afterstate train --method dqn',
  },
};

/** A player as it is presented: its name, what it does, and its spec with every option, defaults first. */
export function describeNeural(name: NeuralFamily): Pick<PlayerKind, 'name' | 'summary' | 'form'> {
  const { summary, votes } = FAMILIES[name];
  const option = votes ? `vote=${votes.join('|')}` : `ply=${PLIES.min}|${PLIES.max}`;
  return { name, summary, form: `${name}:FILE?${option}` };
}

export function neuralPlayer(name: NeuralFamily, host: NeuralHost): PlayerKind {
  return {
    ...describeNeural(name),
    async open(spec, context) {
      const { game, threads } = context;
      const { way, options } = readWay(spec, name);
      const file = await networkOf(spec, name, context, host);
      return host.open({ ...file, spec: formatSpec(name, options, spec.model), game, threads, way });
    },
  };
}

/** What the spec's options mean, and those that are no defaults. */
function readWay(
  spec: Spec,
  name: NeuralFamily,
): { way: NeuralWay; options: Record<string, string | number | undefined> } {
  const { votes } = FAMILIES[name];
  if (votes) {
    allowOptions(spec, ['vote']);
    const vote = readChoice(spec, 'vote', votes, votes[0]!);
    return { way: { by: 'policy', vote }, options: { vote: vote === votes[0] ? undefined : vote } };
  }
  allowOptions(spec, ['ply']);
  const ply = readInteger(spec, 'ply', PLIES, 1);
  return { way: { by: 'value', ply }, options: { ply: ply === 1 ? undefined : ply } };
}

/** The file that the spec names, whose card says that it is for this player and this game. */
async function networkOf(
  spec: Spec,
  family: NeuralFamily,
  context: PlayerContext,
  host: NeuralHost,
): Promise<NeuralFile> {
  const model = spec.model ?? (await host.shipped?.(family, context.game.name));
  if (model === undefined)
    throw new InputError(
      `'${spec.text}' names no network; give its file: ${family}:FILE, made by ${FAMILIES[family].maker}`,
    );
  const file = await host.read(model, context);
  const card = readCard(file.bytes, file.name);
  if (card.family !== family)
    throw new InputError(`'${file.name}' is ${card.network}, which ${card.family}:${model} plays, not ${family}`);
  if (card.game !== context.game.name)
    throw new InputError(
      `'${file.name}' is a network for ${card.game}, not for ${context.game.name}; give --game ${card.game}`,
    );
  return file;
}
