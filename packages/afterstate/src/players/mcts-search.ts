// One search: simulations from a root state, each of which selects its way down the tree, meets a new state, has it evaluated, and
// backs the result up. The caller evaluates, so that many searches can share one evaluation: `advance` continues until a state
// needs it. With `chance`, every passage of a move draws the tile that appears, so that states under a move are visited as often
// as they are likely. This spreads few simulations over many states, so draws can be made rarer (`widen`): passages between
// draws continue with a tile drawn before. Without `chance`, as in a plain reading of Allik et al., a move always leads to the
// state that was drawn first.

import type { Expander } from '../kernel/expander.ts';
import { NONE, Tree } from './mcts-tree.ts';
import type { ValueSettings } from './mcts-value.ts';
import { estimate, result } from './mcts-value.ts';

export interface TreeSearchSettings {
  /** States that a move may look at, including the root. */
  readonly sims: number;
  readonly c: number;
  /** Whether the tile after a move is drawn at its passages; otherwise the first stays. */
  readonly chance: boolean;
  /** The n-th passage of a move draws only while there were fewer draws than this times √n; 0 for always. */
  readonly widen: number;
  /** Whether a finished game counts as its result; otherwise the network is asked, as about any other state. */
  readonly ends: boolean;
}

/** What a search found at its root, one number per move. */
export interface Found {
  /** Bits of the legal moves. */
  readonly legal: number;
  readonly visits: readonly number[];
  /** Mean results; an untried move has the root's own. */
  readonly values: readonly number[];
  readonly gains: readonly number[];
  /** The most visited move, and of several such, the one with the best value; NONE if no move is legal. */
  readonly best: number;
}

export class TreeSearch {
  readonly tree: Tree;
  readonly #expander: Expander;
  readonly #settings: TreeSearchSettings;
  readonly #values: ValueSettings;
  readonly #path: Int32Array;
  #length = 0;
  #leaf = NONE;
  #done = 0;
  #seed = 0n;

  constructor(expander: Expander, settings: TreeSearchSettings, values: ValueSettings) {
    this.#expander = expander;
    this.#settings = settings;
    this.#values = values;
    // Every simulation adds at most one state, and no line passes a state twice.
    this.#path = new Int32Array(settings.sims);
    this.tree = new Tree(settings.sims, { c: settings.c, points: values.meaning === 'score' });
  }

  /** Starts at a state, `score` points into its game. The seed decides what chance does in the search. */
  begin(cells: bigint, aux: number, score: number, seed: bigint): void {
    this.tree.clear();
    this.#meet(cells, aux, score, NONE);
    this.#done = 0;
    this.#leaf = NONE;
    this.#seed = seed;
  }

  /** Continues at the state that the game reached after a move from the root; what is known about it is kept. */
  follow(move: number, cells: bigint, aux: number, score: number, seed: bigint): void {
    const known = this.tree.find(move, cells, aux);
    if (known === NONE) {
      this.begin(cells, aux, score, seed);
      return;
    }
    this.tree.moveRoot(known);
    this.#done = 1 + this.tree.visitsOf(0);
    this.#leaf = NONE;
    this.#seed = seed;
  }

  /**
   * Simulates until a state has to be evaluated: writes its sixteen exponents to `boards` starting at `at`, and expects `absorb`.
   * False if the search is over.
   */
  advance(boards: Uint8Array, at: number): boolean {
    const { tree } = this;
    if (tree.legal[0] === 0) return false;
    while (this.#done < this.#settings.sims) {
      this.#length = 0;
      const leaf = this.#done === 0 ? 0 : this.#descend();
      // NaN: the game is over here, and the network has not yet been asked about it.
      if (tree.legal[leaf] === 0 && !Number.isNaN(tree.estimate[leaf]!)) {
        this.#finish(tree.estimate[leaf]!);
        continue;
      }
      this.#leaf = leaf;
      this.#expander.writeBoard(tree.cells[leaf]!, tree.aux[leaf]!, boards, at);
      return true;
    }
    return false;
  }

  /** Takes the evaluation of the state that `advance` asked for. */
  absorb(policy: Float32Array, at: number, value: number): void {
    const { tree } = this;
    const leaf = this.#leaf;
    if (!Number.isFinite(value) || !Number.isFinite(policy[at]!))
      throw new Error(`the network values a board at ${value}: its weights are unusable`);
    tree.setPriors(leaf, policy, at);
    const expected = estimate(value, tree.score[leaf]!, this.#values);
    tree.estimate[leaf] = expected;
    this.#finish(expected);
  }

  found(): Found {
    const { tree } = this;
    const legal = tree.legal[0]!;
    const each = [0, 1, 2, 3];
    const visits = each.map((m) => tree.visits[m]!);
    const values = each.map((m) => (visits[m]! > 0 ? tree.total[m]! / visits[m]! : tree.estimate[0]!));
    let best = NONE;
    for (const m of each) {
      if (((legal >> m) & 1) === 0) continue;
      const more = best === NONE || visits[m]! > visits[best]!;
      if (more || (visits[m] === visits[best] && values[m]! > values[best]!)) best = m;
    }
    return { legal, visits, values, gains: each.map((m) => tree.gain[m]!), best };
  }

  /** The end of one simulation: a new state, or one in which the game is over. */
  #descend(): number {
    const { tree } = this;
    const expander = this.#expander;
    expander.seed(this.#seed, this.#done);
    let state = 0;
    while (tree.legal[state] !== 0) {
      const edge = tree.select(state);
      this.#path[this.#length++] = edge;
      if (!this.#draws(edge)) {
        state = tree.leastVisited(edge);
        continue;
      }
      expander.spawn(tree.afterCells[edge]!, tree.afterAux[edge]!, tree.entries[edge]!);
      const cells = expander.spawned64[0]!;
      const [aux, spawnScore] = [expander.spawned32[0]!, expander.spawned32[1]!];
      const known = tree.find(edge, cells, aux);
      if (known === NONE) return this.#meet(cells, aux, tree.score[state]! + tree.gain[edge]! + spawnScore, edge);
      tree.draws[known]!++;
      state = known;
    }
    return state;
  }

  /** Whether this passage of a move draws a tile. */
  #draws(edge: number): boolean {
    const { tree } = this;
    if (tree.child[edge] === NONE) return true;
    const { chance, widen } = this.#settings;
    if (!chance || widen === 0) return chance;
    return tree.drawsOf(edge) < widen * Math.sqrt(tree.visits[edge]!);
  }

  /** Adds a state with its afterstates; one without moves gets its result at once, if results count. */
  #meet(cells: bigint, aux: number, score: number, parent: number): number {
    const { tree } = this;
    const expander = this.#expander;
    const state = tree.add(cells, aux, score, parent);
    const legal = expander.expand(cells, aux);
    tree.legal[state] = legal;
    if (legal === 0) {
      tree.estimate[state] = this.#settings.ends ? result(score, this.#values) : NaN;
      return state;
    }
    for (let m = 0; m < 4; m++) {
      const edge = 4 * state + m;
      tree.afterCells[edge] = expander.afterstates64[4 * m]!;
      tree.entries[edge] = expander.afterstates64[4 * m + 2]!;
      tree.afterAux[edge] = expander.afterstates32[8 * m + 2]!;
      tree.gain[edge] = expander.afterstates32[8 * m + 3]!;
    }
    return state;
  }

  #finish(value: number): void {
    this.tree.backUp(this.#path, this.#length, value);
    this.#done++;
  }
}
