// The neural players by their specs: `dcnn:FILE?vote=majority`, `resnet:FILE`, `reflex:FILE`, `value:FILE?ply=2`, `dqn:FILE`,
// `mcts:FILE?sims=100`. Their options, and which file suits which player, are the same everywhere; reading files and running
// networks is up to the host.

import type { Expander } from '../kernel/expander.ts';
import type { Game, GameName } from '../rules/game.ts';
import { InputError } from '../rules/input-error.ts';
import { choice, number, toggle, whole } from '../rules/option-types.ts';
import type { Labelled, Option, Options } from '../rules/options.ts';
import { option } from '../rules/options.ts';
import type { PlayerContext, PlayerDeclaration, PlayerKind, Told } from './kind.ts';
import { definePlayer } from './kind.ts';
import type { SearchWay } from './mcts.ts';
import { searchChooser, taughtSearch } from './mcts.ts';
import type { Chooser, Evaluate, Vote } from './neural.ts';
import { policyChooser, valueChooser } from './neural.ts';
import { NEURAL_FAMILIES } from './families.ts';
import type { NeuralCard } from './neural-file.ts';
import type { Player } from './player.ts';

/** The players that a file may be for, and the one that searches a tree with a network from self-play. */
export const NEURAL_PLAYERS = [...NEURAL_FAMILIES, 'mcts'] as const;
export type NeuralPlayerName = (typeof NEURAL_PLAYERS)[number];

/** How to play by a network: its policy, its values by plies, or both by a tree search. */
export type NeuralWay =
  | { readonly by: 'policy'; readonly vote: Vote; readonly draw?: boolean }
  | { readonly by: 'value'; readonly ply: number }
  | (SearchWay & { readonly by: 'search' });

/** `openExpander` is called if moves and chance have to come from the kernel. */
export async function neuralChooser(
  game: Game,
  evaluate: Evaluate,
  way: NeuralWay,
  openExpander: (game: Game) => Promise<Expander>,
): Promise<Chooser> {
  if (way.by === 'policy') return policyChooser(game, evaluate, way.vote, way.draw);
  if (way.by === 'value') return valueChooser(game, evaluate, way.ply);
  return searchChooser(await openExpander(game), evaluate, way);
}

export interface NeuralFile {
  readonly bytes: Uint8Array;
  /** For messages. */
  readonly name: string;
}

/** A player to open; its file suits it and its game. */
export interface NeuralOrder extends NeuralFile {
  /** The canonical spec. */
  readonly spec: string;
  readonly game: Game;
  readonly threads: number;
  readonly way: NeuralWay;
}

export interface NeuralHost {
  /** The model that a spec means if it names none. */
  shipped?(player: NeuralPlayerName, game: GameName): Promise<string | undefined>;
  /** The file that a spec names. */
  read(model: string, context: PlayerContext): Promise<NeuralFile>;
  open(order: NeuralOrder): Promise<Player>;
}

/** A player for any host. */
interface NeuralKind {
  readonly declaration: PlayerDeclaration;
  on(host: NeuralHost): PlayerKind;
}

interface Words {
  readonly name: NeuralPlayerName;
  readonly title: string;
  readonly summary: string;
  /** The command that makes its files; `afterstate fit` by default. */
  readonly maker?: string;
}

/** What a spec comes to with a network. Throws if the file is for another player. */
type ReadWay<O extends Options> = (
  told: Told<O>,
  card: NeuralCard,
  file: NeuralFile,
) => { readonly way: NeuralWay; readonly spec: string };

function neuralKind<O extends Options>(
  { maker = 'afterstate fit', ...words }: Words,
  options: O,
  read: ReadWay<O>,
): NeuralKind {
  const { name } = words;
  const declaration: PlayerDeclaration<O> = { ...words, model: 'needed', options };
  return {
    declaration,
    on: (host) =>
      definePlayer(declaration, async (told, context) => {
        const { game, threads } = context;
        const model = told.model ?? (await host.shipped?.(name, game.name));
        if (model === undefined)
          throw new InputError(`'${told.text}' names no network; give its file: ${name}:FILE, made by ${maker}`);
        const file = await host.read(model, context);
        const { readCard } = await import('./neural-file.ts');
        const card = readCard(file.bytes, file.name);
        const { way, spec } = read(told, card, file);
        if (card.game !== game.name)
          throw new InputError(
            `'${file.name}' is a network for ${card.game}, not for ${game.name}; give --game ${card.game}`,
          );
        return host.open({ ...file, spec, game, threads, way });
      }),
  };
}

const VOTE_LABELS: Readonly<Record<Vote, string>> = {
  majority: 'eight views, majority',
  sum: 'eight views, sum',
  off: 'one view',
};

/** `votes` are the possible ones, the default first. */
function voteOption(votes: readonly [Vote, ...Vote[]]): Option<Vote> {
  return option(choice(votes.map((name): Labelled<Vote> => [name, VOTE_LABELS[name]])), {
    default: votes[0],
    label: 'vote',
    about: 'evaluate the board alone, or in its eight symmetric forms, which decide together',
  });
}

const DRAW = option(toggle('drawn by its probability', 'the most probable'), {
  default: false,
  label: 'the move',
  about: 'make the most probable move, or draw one: by the probabilities, with a majority by the votes',
  rare: true,
});

/** A player that makes the most probable move, or draws it. */
function byPolicy(words: Words, votes: readonly [Vote, ...Vote[]]): NeuralKind {
  return neuralKind(words, { vote: voteOption(votes), draw: DRAW }, (told, card, file) => {
    requireFamily(words.name, told, card, file);
    const { vote, draw } = told.values;
    return { way: { by: 'policy', vote, draw }, spec: told.canonical() };
  });
}

/** To a chooser, action values look like probabilities: it plays the largest. They are no shares to draw by. */
const dqn = neuralKind(
  {
    name: 'dqn',
    title: 'Q-network',
    summary: 'action values by deep Q-learning',
    maker: 'afterstate train --method dqn',
  },
  { vote: voteOption(['off', 'sum']) },
  (told, card, file) => {
    requireFamily('dqn', told, card, file);
    return { way: { by: 'policy', vote: told.values.vote }, spec: told.canonical() };
  },
);

/** A third ply asks for some hundred thousand evaluations per move. */
const PLY = option(whole({ min: 1, max: 2 }), { default: 1, label: 'plies', about: 'choices to look ahead' });

const value = neuralKind(
  { name: 'value', title: 'Neural value network', summary: 'a neural network that values afterstates' },
  { ply: PLY },
  (told, card, file) => {
    requireFamily('value', told, card, file);
    return { way: { by: 'value', ply: told.values.ply }, spec: told.canonical() };
  },
);

/** The network's card says how it was searched while it was taught. */
const AS_TAUGHT = { auto: 'as in self-play', rare: true } as const;

const mcts = neuralKind(
  {
    name: 'mcts',
    title: 'Neural tree search',
    summary: 'tree search by a network that learned by self-play',
    maker: 'afterstate selfplay',
  },
  {
    sims: option(whole({ min: 2, max: 100_000 }), {
      default: 100,
      label: 'boards per move',
      about: 'boards to look at before a move',
    }),
    c: option(number({ min: 1e-6, max: 100 }), {
      ...AS_TAUGHT,
      label: 'exploration',
      about: 'how strongly the search favours moves that it has rarely tried',
    }),
    chance: option(toggle('drawn each time', 'the first one stays'), {
      ...AS_TAUGHT,
      label: 'new tiles',
      about: 'whether the tile after a move is drawn each time the search passes it, or once',
    }),
    widen: option(number({ min: 0, max: 100 }), {
      ...AS_TAUGHT,
      label: 'tile draws',
      about: 'the n-th visit of a move draws a tile only while there are fewer than this times √n; 0 for always',
    }),
    ends: option(toggle('count as they ended', 'are judged by the network'), {
      ...AS_TAUGHT,
      label: 'finished games',
      about: 'whether the search counts a finished game by its result, or asks the network',
    }),
  },
  ({ values, canonical }, card, file) => {
    const taught = taughtSearch(card);
    if (!taught)
      throw new InputError(
        `'${file.name}' is ${card.network}, whose values no search can use; give one that afterstate selfplay made`,
      );
    const { c, chance, widen, ends } = taught.search;
    const search = {
      sims: values.sims,
      c: values.c ?? c,
      chance: values.chance ?? chance,
      widen: values.widen ?? widen,
      ends: values.ends ?? ends,
    };
    return { way: { by: 'search', search, values: taught.values }, spec: canonical({ c, chance, widen, ends }) };
  },
);

const KINDS: Readonly<Record<NeuralPlayerName, NeuralKind>> = {
  dcnn: byPolicy(
    {
      name: 'dcnn',
      title: 'Convolutional network',
      summary: 'a deep convolutional network; eight symmetric boards vote',
    },
    ['majority', 'sum', 'off'],
  ),
  resnet: byPolicy({ name: 'resnet', title: 'Residual network', summary: 'a residual network' }, [
    'off',
    'majority',
    'sum',
  ]),
  reflex: byPolicy(
    { name: 'reflex', title: 'Reflex network', summary: 'a regression, or a network with one hidden layer' },
    ['off', 'majority', 'sum'],
  ),
  value,
  dqn,
  mcts,
};

function requireFamily(name: string, told: Told<Options>, card: NeuralCard, file: NeuralFile): void {
  if (card.family === name) return;
  const model = told.model ?? file.name;
  throw new InputError(`'${file.name}' is ${card.network}, which ${card.family}:${model} plays, not ${name}`);
}

/** A player without what runs it. */
export function declareNeural(name: NeuralPlayerName): PlayerDeclaration {
  return KINDS[name].declaration;
}

/**
 * The players that a file is for, the one that makes the most of it first. A search by values that are not points has nothing to
 * say about a move except its visits, so it is not offered; `mcts` takes such a file if it is named.
 */
export function neuralPlayersOf(card: NeuralCard): readonly NeuralPlayerName[] {
  return taughtSearch(card)?.values.meaning === 'score' ? ['mcts', card.family] : [card.family];
}

export function neuralPlayer(name: NeuralPlayerName, host: NeuralHost): PlayerKind {
  return KINDS[name].on(host);
}
