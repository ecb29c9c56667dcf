// What a game is to the kernel. AssemblyScript has no interface over modules, so this file is not compiled: it lists every
// name that the rest of the kernel takes from `./game`, and tests/kernel-contract.test.ts holds each game, and all that uses
// one, to the list in both directions. A game is one file beside this one; the build makes a module of each. No hot loop asks
// which game it is: facts are constants, so what a game does not have is compiled away.
//
// A board is 64 bits, four rows of four cells of four bits; cell i, row by row, is bits 4i … 4i+3 and holds an exponent, 0
// where it is empty. `aux` is 32 bits beside it, whose meaning is the game's: a hint and a bag (HAS_HINT), or what tells
// exponents past 15 apart (LARGE_TILES), or nothing. Smaller boards can later be embedded in the same 64 bits.
// `entries` and other sets of cells are the lowest bits of the cells' four.

export interface GameModule {
  // ── facts; for the network's lookups and features, the search, replays, and whoever keeps the score ──
  /** The largest exponent: at most 17 with LARGE_TILES, at most 15 otherwise. */
  readonly MAX_EXPONENT: u32;
  /** Exponents from this on each double the tile before; neighbours below it are not double one another. */
  readonly DOUBLES_FROM: u32;
  /** The smallest exponent that may be missing below a tile that is lowered by one (search of boards with unknown tiles). */
  readonly LOWEST_GAP: u32;
  /** Aux has the hint in bits 0–1 and the bag in bits 4–15; networks may have a table for each of the four hints. */
  readonly HAS_HINT: bool;
  /** Aux has two bits per cell that are added to an exponent of 15. A game has this or HAS_HINT, not both. */
  readonly LARGE_TILES: bool;
  /** Spawns add to the score. */
  readonly SPAWNS_SCORE: bool;
  /** A spawn is exponent 2 with the probability of FOUR_THRESHOLD, otherwise 1, on any empty cell, and aux stays. */
  readonly PLAIN_SPAWNS: bool;
  /**
   * A row's entry at ROWS is 8 bytes: u16 moved left, u16 moved right, u32 the gain of either. With PLAIN_SPAWNS a search then
   * makes its last ply from the entries alone (search/last-ply.ts).
   */
  readonly PLAIN_ROWS: bool;
  /**
   * A row's entry at ROWS is 16 bytes: u16 moved left, u16 moved right, u32 the gain to the left, u32 the gain to the right. With
   * HAS_HINT a search then makes its last ply from the entries alone (search/last-ply-hinted.ts).
   */
  readonly TWO_GAINS: bool;
  /** In a plain row's gain: the row does not tell what becomes of it. 0 where every row does. */
  readonly MEET: u32;

  // ── tables and settings; for the host, through index.ts ──
  /** Fills the table of rows; once, by the thread that made the memory. */
  buildRows(): void;
  /** Reads the settings of the rules; on each thread, after they have changed. */
  configureRules(): void;

  // ── tiles; for features, heuristics, results and records ──
  /** The number on a tile. */
  tileOf(exponent: u32): u32;
  /** Whether two neighbours merge when they are pushed together. */
  merges(a: u32, b: u32): bool;
  /** The largest exponent on a board. */
  largest(cells: u64, aux: u32): u32;
  /** Points that a spawn adds; 0 for exponent 0. */
  spawnScore(exponent: u32): u32;
  /** The hint as records have it: 1, 2, 3, or 0 for a bonus or none. */
  hintOf(aux: u32): u32;

  // ── moves; for everything that chooses one: choosers/, players/, search/, and taken.ts for the one that was chosen ──
  /** Finds the four afterstates of a state and leaves them in the variables below. */
  expand(cells: u64, aux: u32): void;
  /** Bit m is set where move m is legal. */
  readonly legal: u32;
  /** The cells by move, also where it is not legal. Those of up and down are transposed: values do not change under symmetry. */
  readonly up: u64;
  readonly right: u64;
  readonly down: u64;
  readonly left: u64;
  /** Points by move. */
  readonly gainUp: u32;
  readonly gainRight: u32;
  readonly gainDown: u32;
  readonly gainLeft: u32;
  /** Aux by move, of the board as it lies. */
  readonly auxUp: u32;
  readonly auxRight: u32;
  readonly auxDown: u32;
  readonly auxLeft: u32;
  /** Where a tile may appear after a move that led from `before` to `after`, both as the board lies. */
  entriesOf(move: u32, before: u64, after: u64): u64;

  // ── chance; drawn for games (play.ts, episode.ts, steps.ts, rollouts), placed for replays, listed for choosers and the search ──
  /** The first state of a game, drawn from the stream of chance into cellsAfter and auxAfter; returns its score. */
  deal(): u32;
  /** Draws a spawn: cellsAfter, auxAfter, spawnCell, spawnExponent. */
  spawn(cells: u64, aux: u32, entries: u64): void;
  /** The spawn that a record says, into cellsAfter and auxAfter; false where chance cannot have done it. */
  place(cells: u64, aux: u32, entries: u64, cell: u32, exponent: u32, hint: u32): bool;
  readonly cellsAfter: u64;
  readonly auxAfter: u32;
  readonly spawnCell: u32;
  readonly spawnExponent: u32;
  /** Begins to list everything that chance may do to an afterstate; one list at a time. */
  openOutcomes(cells: u64, aux: u32, entries: u64): void;
  /** The smallest and the largest exponent that may enter in the open outcomes; all between are equally likely with HAS_HINT. */
  readonly entersFrom: u32;
  readonly entersTo: u32;
  /** With HAS_HINT: how likely each hint is with any one cell and tile of the open outcomes, f32 × 4 by hint. */
  hintChances(): v128;
  /** With HAS_HINT: aux after any of the open outcomes with this hint; anything where the hint cannot come. */
  hintAux(hint: u32): u32;
  /** The next outcome that is possible, into the variables below; false after the last. */
  nextOutcome(): bool;
  readonly outcomeCells: u64;
  readonly outcomeAux: u32;
  /** Points that the outcome's spawn adds. */
  readonly outcomeScore: u32;
  /** All of an afterstate's add up to 1. */
  readonly outcomeProbability: f64;
}
