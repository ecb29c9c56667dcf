// The settings of `frontier`, a comparison of networks, declared once.

import { createNetwork, InputError, parseGame } from 'afterstate';
import type { Game } from 'afterstate';
import { z } from 'zod';
import type { RunFolder } from '../files/run-folder.ts';
import { planTraining, trainSettings } from '../learn/config.ts';
import { gameSetting, seedSetting } from '../runs/common-settings.ts';
import { setting, Settings } from '../runs/settings.ts';

const FRONTIER = 'What to compare:';

/**
 * Networks from the literature, and ours: the best first tuples of a pass over all 68 six-tuples with 20,000 games each, combined so
 * that straight and bent ones cover edges and middle.
 */
const OURS = [
  '012459 01256a 456789',
  '012459 01267a 45689a',
  '012345 012459 01256a 456789',
  '012459 01256a 01267a 12456a',
];
export const FRONTIER_NETWORKS = '1x6 2x6 3x6 4x6 m4x6 5x6 m5x6 6x6 7x6 8x6 4x5 5x4 17x4 szubert'
  .split(' ')
  .concat(OURS);

export const frontierSettings = new Settings({
  network: setting(z.array(z.string()).min(1).default(FRONTIER_NETWORKS), {
    argument: 'spec',
    description: 'a network to compare; may be repeated',
    group: FRONTIER,
    fallback: `${FRONTIER_NETWORKS.length} networks from the literature and of our own`,
  }),
  method: setting(z.string().default('tc'), {
    argument: 'name',
    description: 'how to learn, as in train',
    group: FRONTIER,
  }),
  moves: setting(z.number().int().min(1000).max(1e12).default(340_000_000), {
    argument: 'n',
    description: 'moves after which each training ends',
    group: FRONTIER,
  }),
  seeds: setting(z.number().int().min(1).max(1000).default(3), {
    argument: 'n',
    description: 'trainings of each network',
    group: FRONTIER,
    onResume: 'more',
  }),
  ply: setting(z.number().int().min(1).max(5).optional(), {
    argument: 'n',
    description: 'let each trained network also play, at this many plies',
    group: FRONTIER,
    fallback: 'networks do not play',
  }),
  playGames: setting(z.number().int().min(2).max(65_536).default(100), {
    argument: 'n',
    description: 'with --ply: games that each trained network plays',
    group: FRONTIER,
  }),
  game: gameSetting(),
  seed: seedSetting(),
});

export type FrontierConfig = ReturnType<typeof frontierSettings.parse>;
export type FrontierRun = RunFolder<FrontierConfig>;

export interface FrontierPlan {
  readonly config: FrontierConfig;
  readonly game: Game;
  /** The networks by their given names, and their patterns. */
  readonly networks: readonly { readonly name: string; readonly text: string }[];
  /** The mean is taken over this many games at the end: 10,000 after the default 340 million moves, otherwise in proportion. */
  readonly last: number;
  readonly marks: readonly number[];
  /** More games than any training has. */
  readonly mostGames: number;
}

/** The default number of moves, and the games in the final mean and in a mark that go with it. */
const USUAL = { moves: 340_000_000, last: 10_000, mark: 1000 };
const MARKS = 500;
/** Games have more moves than this, however badly they are played. */
const LEAST_MOVES = 10;

/** Checks that the parts fit together. */
export function planFrontier(asked: FrontierConfig): FrontierPlan {
  const game = parseGame(asked.game);
  const { moves, method } = asked;
  const networks = asked.network.map((name) => ({
    name,
    text: createNetwork({ game: game.name, network: name, stages: 'none', values: 'afterstate' }).description.network,
  }));
  const twice = networks.find(({ text }, i) => networks.findIndex((other) => other.text === text) < i);
  if (twice) throw new InputError(`--network '${twice.name}' is given twice`);
  const share = moves / USUAL.moves;
  const mark = Math.max(1, Math.round(share * USUAL.mark));
  const mostGames = Math.max(Math.ceil(moves / LEAST_MOVES), MARKS * mark);
  planTraining(trainSettings.parse({ network: networks[0]!.text, method, games: mostGames, moves }, 'frontier'));
  return {
    config: { ...asked, game: game.spec },
    game,
    networks,
    last: Math.max(10, Math.round(share * USUAL.last)),
    marks: Array.from({ length: MARKS }, (_, i) => (i + 1) * mark),
    mostGames,
  };
}
