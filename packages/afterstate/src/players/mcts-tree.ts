// The tree of a search, in typed arrays: states, and four edges per state, one for each move. An edge keeps the afterstate of its move and
// a list of the states that chance has made of it; so chance is between a move and the next choice, where it belongs.
// What is backed up is an estimate of the whole game's result (mcts-value.ts), so sums need no shift when a subtree becomes the tree.

export interface TreeSettings {
  /** The weight of the prior: Allik et al. have 1. */
  readonly c: number;
  /**
   * Results are points: they are compared as shares of the range that the tree has seen, and an untried move
   * counts as much as its state. Otherwise results are from 0 to 1, and an untried move has Q = 0.
   */
  readonly points: boolean;
}

export const NONE = -1;

export class Tree {
  /** How many states there are; the root is state 0, and a state comes after its parent. */
  count = 0;
  // One number per state: in the kernel's form, …
  readonly cells: BigUint64Array;
  readonly aux: Uint32Array;
  /** … the score of the game there, the legal moves as bits, … */
  readonly score: Float64Array;
  readonly legal: Uint8Array;
  /** … the result that the network expects, or that the game had, … */
  readonly estimate: Float64Array;
  /** … the edge that leads to it, and the next state that chance made of the same afterstate. */
  readonly parent: Int32Array;
  readonly sibling: Int32Array;
  /** How often chance has drawn it. */
  readonly draws: Int32Array;
  // One number per edge; edge 4 s + m is move m in state s: N, W and P of the paper, …
  readonly visits: Int32Array;
  readonly total: Float64Array;
  readonly prior: Float32Array;
  /** … the afterstate with its gain and where tiles may enter, and the first state that chance made of it. */
  readonly afterCells: BigUint64Array;
  readonly afterAux: Uint32Array;
  readonly entries: BigUint64Array;
  readonly gain: Uint32Array;
  readonly child: Int32Array;
  readonly #settings: TreeSettings;
  readonly #moved: Int32Array;
  #least = Infinity;
  #most = -Infinity;

  constructor(capacity: number, settings: TreeSettings) {
    this.#settings = settings;
    this.cells = new BigUint64Array(capacity);
    this.aux = new Uint32Array(capacity);
    this.score = new Float64Array(capacity);
    this.legal = new Uint8Array(capacity);
    this.estimate = new Float64Array(capacity);
    this.parent = new Int32Array(capacity);
    this.sibling = new Int32Array(capacity);
    this.draws = new Int32Array(capacity);
    this.visits = new Int32Array(4 * capacity);
    this.total = new Float64Array(4 * capacity);
    this.prior = new Float32Array(4 * capacity);
    this.afterCells = new BigUint64Array(4 * capacity);
    this.afterAux = new Uint32Array(4 * capacity);
    this.entries = new BigUint64Array(4 * capacity);
    this.gain = new Uint32Array(4 * capacity);
    this.child = new Int32Array(4 * capacity);
    this.#moved = new Int32Array(capacity);
  }

  clear(): void {
    this.count = 0;
    this.#least = Infinity;
    this.#most = -Infinity;
  }

  /** A new state, without legal moves yet. */
  add(cells: bigint, aux: number, score: number, parent: number): number {
    const state = this.count++;
    this.cells[state] = cells;
    this.aux[state] = aux;
    this.score[state] = score;
    this.legal[state] = 0;
    this.estimate[state] = 0;
    this.parent[state] = parent;
    this.sibling[state] = NONE;
    this.draws[state] = 1;
    if (parent !== NONE) {
      this.sibling[state] = this.child[parent]!;
      this.child[parent] = state;
    }
    const edge = 4 * state;
    this.visits.fill(0, edge, edge + 4);
    this.total.fill(0, edge, edge + 4);
    this.prior.fill(0, edge, edge + 4);
    this.child.fill(NONE, edge, edge + 4);
    return state;
  }

  /** The state that chance has made of an edge's afterstate; NONE if it has not made it yet. */
  find(edge: number, cells: bigint, aux: number): number {
    let state = this.child[edge]!;
    while (state !== NONE && (this.cells[state] !== cells || this.aux[state] !== aux)) state = this.sibling[state]!;
    return state;
  }

  /** How often chance has been asked about an edge's afterstate. */
  drawsOf(edge: number): number {
    let draws = 0;
    for (let state = this.child[edge]!; state !== NONE; state = this.sibling[state]!) draws += this.draws[state]!;
    return draws;
  }

  /** Of the states that chance has made of an edge's afterstate, the one visited least in relation to how often it was drawn. */
  leastVisited(edge: number): number {
    let found = this.child[edge]!;
    let least = Infinity;
    for (let state = found; state !== NONE; state = this.sibling[state]!) {
      const share = (1 + this.visitsOf(state)) / this.draws[state]!;
      // Of equals, the first one met, which is the last in the list.
      if (share <= least) [found, least] = [state, share];
    }
    return found;
  }

  /** P of a state's moves: the network's probabilities, without those of illegal moves. */
  setPriors(state: number, policy: Float32Array, at: number): void {
    const legal = this.legal[state]!;
    let sum = 0;
    let moves = 0;
    for (let m = 0; m < 4; m++) {
      if (((legal >> m) & 1) === 0) continue;
      sum += policy[at + m]!;
      moves++;
    }
    for (let m = 0; m < 4; m++) {
      if ((legal >> m) & 1) this.prior[4 * state + m] = sum > 0 ? policy[at + m]! / sum : 1 / moves;
    }
  }

  /**
   * The edge that maximises Q + U, with U = c · P · √ΣN / (1 + N), over the legal moves of a state; of equal ones, the one with the
   * largest prior, which is all there is to go by before the first visit.
   */
  select(state: number): number {
    const { c, points } = this.#settings;
    const first = 4 * state;
    const { visits, total, prior } = this;
    const root = Math.sqrt(visits[first]! + visits[first + 1]! + visits[first + 2]! + visits[first + 3]!);
    const range = this.#most - this.#least;
    let best = NONE;
    let most = -Infinity;
    for (let m = 0; m < 4; m++) {
      if (((this.legal[state]! >> m) & 1) === 0) continue;
      const edge = first + m;
      const n = visits[edge]!;
      let q = n > 0 ? total[edge]! / n : points ? this.estimate[state]! : 0;
      if (points) q = range > 0 ? Math.min(1, Math.max(0, (q - this.#least) / range)) : 0;
      const sum = q + (c * prior[edge]! * root) / (1 + n);
      if (sum > most || (sum === most && prior[edge]! > prior[best]!)) {
        best = edge;
        most = sum;
      }
    }
    return best;
  }

  /** Adds a result to the edges of a path. */
  backUp(path: Int32Array, length: number, value: number): void {
    for (let i = length - 1; i >= 0; i--) {
      const edge = path[i]!;
      const n = ++this.visits[edge]!;
      const sum = (this.total[edge] = this.total[edge]! + value);
      this.#see(sum / n);
    }
  }

  /** The total visits of a state's moves. */
  visitsOf(state: number): number {
    const edge = 4 * state;
    return this.visits[edge]! + this.visits[edge + 1]! + this.visits[edge + 2]! + this.visits[edge + 3]!;
  }

  /** Makes a state the root, and forgets everything that does not follow from it. */
  moveRoot(root: number): void {
    const moved = this.#moved.fill(NONE, 0, this.count);
    moved[root] = 0;
    let kept = 1;
    // Parents come first, and states only move towards the front: one pass, in place.
    this.#copy(root, 0);
    for (let state = root + 1; state < this.count; state++) {
      const parent = moved[this.parent[state]! >> 2]!;
      if (this.parent[state] === NONE || parent === NONE) continue;
      const edge = 4 * parent + (this.parent[state]! & 3);
      moved[state] = kept;
      this.#copy(state, kept);
      this.parent[kept++] = edge;
    }
    this.count = kept;
    this.parent[0] = NONE;
    this.sibling[0] = NONE;
    this.#least = Infinity;
    this.#most = -Infinity;
    for (let state = 1; state < kept; state++) {
      if (this.sibling[state] !== NONE) this.sibling[state] = moved[this.sibling[state]!]!;
    }
    for (let edge = 0; edge < 4 * kept; edge++) {
      if (this.child[edge] !== NONE) this.child[edge] = moved[this.child[edge]!]!;
      if (this.visits[edge]! > 0) this.#see(this.total[edge]! / this.visits[edge]!);
    }
  }

  #copy(from: number, to: number): void {
    for (const array of [this.aux, this.score, this.legal, this.estimate, this.sibling, this.draws])
      array[to] = array[from]!;
    this.cells[to] = this.cells[from]!;
    for (const array of [this.visits, this.total, this.prior, this.afterAux, this.gain, this.child])
      array.copyWithin(4 * to, 4 * from, 4 * from + 4);
    this.afterCells.copyWithin(4 * to, 4 * from, 4 * from + 4);
    this.entries.copyWithin(4 * to, 4 * from, 4 * from + 4);
  }

  #see(q: number): void {
    if (q < this.#least) this.#least = q;
    if (q > this.#most) this.#most = q;
  }
}
