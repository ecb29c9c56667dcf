// The search once more, written as plainly as possible: states and moves are objects, moves and tiles are those of the rules. It exists
// for comparison.

import type { Game, State } from '../rules/game.ts';
import { MOVES } from '../rules/game.ts';
import { Random } from '../rules/random.ts';
import type { TreeSearchSettings } from './mcts-search.ts';
import type { ValueSettings } from './mcts-value.ts';
import { estimate, result } from './mcts-value.ts';
import type { Evaluate } from './neural.ts';

interface Node {
  readonly state: State;
  readonly score: number;
  estimate: number;
  readonly edges: (Edge | undefined)[];
  draws: number;
}

interface Edge {
  n: number;
  w: number;
  p: number;
  readonly children: Map<string, Node>;
}

/** Visits and sums of results of the root's four moves. */
export async function plainSearch(
  game: Game,
  start: State,
  seed: bigint,
  evaluate: Evaluate,
  { sims, c, chance, widen, ends }: TreeSearchSettings,
  values: ValueSettings,
): Promise<{ visits: number[]; totals: number[] }> {
  const means: number[] = [];

  const meet = (state: State, score: number): Node => {
    const edges = MOVES.map((move) => {
      const legal = game.afterstate(state, move) !== undefined;
      return legal ? { n: 0, w: 0, p: 0, children: new Map<string, Node>() } : undefined;
    });
    return { state, score, estimate: result(score, values), edges, draws: 1 };
  };

  /** Has the network look at a state in which there is something to do; returns the result of the simulation. */
  const look = async (node: Node): Promise<number> => {
    if (ends && node.edges.every((edge) => !edge)) return node.estimate;
    const { policy, value } = await evaluate(Uint8Array.from(node.state.board));
    const sum = node.edges.reduce((all, edge, m) => all + (edge ? policy[m]! : 0), 0);
    node.edges.forEach((edge, m) => edge && (edge.p = Math.fround(policy[m]! / sum)));
    node.estimate = estimate(value[0]!, node.score, values);
    return node.estimate;
  };

  const choose = (node: Node): number => {
    const all = node.edges.reduce((sum, edge) => sum + (edge?.n ?? 0), 0);
    const [least, most] = [Math.min(...means), Math.max(...means)];
    const worth = node.edges.map((edge) => {
      if (!edge) return -Infinity;
      const u = (c * edge.p * Math.sqrt(all)) / (1 + edge.n);
      if (values.meaning !== 'score') return (edge.n > 0 ? edge.w / edge.n : 0) + u;
      const q = edge.n > 0 ? edge.w / edge.n : node.estimate;
      return (most > least ? Math.min(1, Math.max(0, (q - least) / (most - least))) : 0) + u;
    });
    const top = Math.max(...worth);
    const among = [0, 1, 2, 3].filter((m) => worth[m] === top);
    return among.reduce((a, b) => (node.edges[b]!.p > node.edges[a]!.p ? b : a));
  };

  const root = meet(start, 0);
  await look(root);
  for (let simulation = 1; simulation < sims; simulation++) {
    const random = Random.forGame(seed, simulation);
    const path: Edge[] = [];
    let node = root;
    let isNew = false;
    while (!isNew && node.edges.some(Boolean)) {
      const m = choose(node);
      const edge = node.edges[m]!;
      path.push(edge);
      const known = [...edge.children.values()];
      const draws = known.reduce((sum, child) => sum + child.draws, 0);
      if (draws > 0 && (!chance || (widen > 0 && draws >= widen * Math.sqrt(edge.n)))) {
        const share = (child: Node): number =>
          (1 + child.edges.reduce((sum, next) => sum + (next?.n ?? 0), 0)) / child.draws;
        node = known.reduce((a, b) => (share(b) < share(a) ? b : a));
        continue;
      }
      const afterstate = game.afterstate(node.state, MOVES[m]!)!;
      const { spawn, state } = game.spawn(afterstate, random);
      const key = JSON.stringify(state);
      isNew = !edge.children.has(key);
      if (isNew) edge.children.set(key, meet(state, node.score + afterstate.gain + game.spawnScore(spawn.exponent)));
      node = edge.children.get(key)!;
      if (!isNew) node.draws++;
    }
    const found = isNew ? await look(node) : node.estimate;
    for (const edge of path.toReversed()) {
      edge.n++;
      edge.w += found;
      means.push(edge.w / edge.n);
    }
  }
  return {
    visits: root.edges.map((edge) => edge?.n ?? 0),
    totals: root.edges.map((edge) => edge?.w ?? 0),
  };
}
