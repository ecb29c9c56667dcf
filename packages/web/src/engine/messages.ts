// What the page asks of its engine worker, and what comes back. Each job has one answer; jobs are done in the order they
// were asked. Games and players travel as specs.

import type { Choice, GameName, Move, Ply, State } from 'afterstate';

/** Makes a player ready, so that the first question does not wait for it. */
export interface OpenJob {
  readonly kind: 'open';
  readonly game: string;
  readonly player: string;
}

export interface ChooseJob {
  readonly kind: 'choose';
  readonly game: string;
  readonly player: string;
  readonly state: State;
}

/** Plays on from a state for about `ms` or `most` moves, but at least one, and no further than the game's end or the player's giving up. */
export interface PlayJob {
  readonly kind: 'play';
  readonly game: string;
  readonly player: string;
  readonly state: State;
  readonly score: number;
  /** For the tiles that chance deals. */
  readonly seed: number;
  readonly ms: number;
  /** By default, as many as time allows. */
  readonly most?: number;
  /** The exponent of a tile: the move that makes it is the last one. */
  readonly until?: number;
}

export interface PlayAnswer {
  /** Packed as `packPly` says. */
  readonly plies: Uint16Array;
  readonly state: State;
  readonly score: number;
  /** No move is legal, or the player makes none. */
  readonly ended: boolean;
}

/** Values the moves of a game for about `ms`: of `state`, then after each of the plies. */
export interface AnalyseJob {
  readonly kind: 'analyse';
  readonly game: string;
  readonly player: string;
  readonly state: State;
  /** Packed as `packPly` says. */
  readonly plies: Uint16Array;
  readonly ms: number;
}

export interface AnalyseAnswer {
  /** Four per ply, in the order of `MOVES`; NaN if the move is not legal. As many plies as time allowed. */
  readonly values: Float64Array;
  /** Where the next job continues. */
  readonly state: State;
}

/** Plays games on from a state, for about `ms`, to see how they may end. */
export interface OutlookJob {
  readonly kind: 'outlook';
  readonly game: string;
  readonly player: string;
  readonly state: State;
  readonly seed: number;
  readonly ms: number;
}

export interface OutlookAnswer {
  /** The exponent of the largest tile at the end of each game; empty if the player cannot say. */
  readonly largest: Uint8Array;
}

/** Plays games on after a move, for about `ms`, to see how soon they are lost: at most games `first` to `first + most - 1` of a seed. */
export interface PlayOutsJob {
  readonly kind: 'play-outs';
  readonly game: string;
  readonly player: string;
  readonly state: State;
  readonly move: Move;
  /** The exponent to reach. */
  readonly tile: number;
  readonly seed: number;
  readonly first: number;
  readonly most: number;
  readonly ms: number;
}

export interface PlayOutsAnswer {
  readonly games: number;
  /** How many of them ended within `SOON` moves after the one in question. */
  readonly lost: number;
  /** How many reached the tile; undefined if they were not played to the end. */
  readonly reached: number | undefined;
}

/** How the game may continue after a move: the player's moves, with the expected tiles. */
export interface LineJob {
  readonly kind: 'line';
  readonly game: string;
  readonly player: string;
  readonly state: State;
  readonly first: Move;
  /** At most this many, including `first`. */
  readonly moves: number;
  readonly ms: number;
}

export interface LineAnswer {
  readonly plies: readonly Ply[];
}

/** Plays whole games of a series: game i of a seed is the same game as on the command line. */
export interface GamesJob {
  readonly kind: 'games';
  readonly game: string;
  readonly player: string;
  readonly seed: number;
  /** The number of the first game, and how many. */
  readonly first: number;
  readonly games: number;
}

/** In the order of the games. */
export interface GamesAnswer {
  /** The player's spec as the library writes it. */
  readonly player: string;
  readonly scores: readonly number[];
  /** Exponents. */
  readonly largest: readonly number[];
  readonly moves: number;
  readonly seconds: number;
}

/** What a model file holds. */
export interface DescribeJob {
  readonly kind: 'describe';
  readonly name: string;
  readonly blob: Blob;
}

export interface DescribeAnswer {
  readonly game: GameName;
  /** The players that use it, the strongest first. */
  readonly players: readonly string[];
  /** Patterns in hex and features; of a neural network, its spec. */
  readonly network: string;
}

export type Job =
  | OpenJob
  | ChooseJob
  | PlayJob
  | AnalyseJob
  | OutlookJob
  | PlayOutsJob
  | LineJob
  | GamesJob
  | DescribeJob;

export interface Answers {
  open: null;
  choose: Choice;
  play: PlayAnswer;
  analyse: AnalyseAnswer;
  outlook: OutlookAnswer;
  'play-outs': PlayOutsAnswer;
  line: LineAnswer;
  games: GamesAnswer;
  describe: DescribeAnswer;
}

/** What the worker is told: the page's folder, from which it fetches shipped models; how much it keeps; models; ONNX Runtime, which runs neural networks. */
export type Told =
  | { readonly base: string }
  /** How many players are kept open. */
  | { readonly keep: number }
  | { readonly model: { readonly name: string; readonly blob: Blob } }
  | { readonly runtime: Blob };
