// The memory map. Both the kernel (AssemblyScript) and the library (TypeScript) read this file, so it holds
// plain constants only: bytes, counted from the start of the shared memory or of a thread's block.
// Nothing here is static data of the module: that would be written anew by every thread that starts.

// ── one for all threads ──────────────────────────────────────────────────────────────────────────────────────────
/** i32; not 0 asks every thread to return after the move it is making. */
export const STOP = 64;
/** Settings of the game, the player and the learner: 4 KiB of numbers, each at its own offset below. */
export const SETTINGS = 4096;
/** The rows: what each of the 65,536 rows becomes, 8 bytes (2048) or 16 bytes (Threes) a row. */
export const ROWS = 0x10000;
/** u16 a row: bit e is set where the row holds exponent e. */
export const PRESENCE = 0x110000;
/** u64 a row: counts for the features of a network, in fields of 5 bits (features.ts). */
export const COUNTS = 0x130000;
/** u8 for each set of exponents (16 bits): the stage that a board with these tiles belongs to. */
export const STAGE_OF = 0x1b0000;
/** The network: a line of 64 bytes a group of lookups (network.ts). */
export const GROUPS = 0x1c0000;
export const MAX_GROUPS = 512;
/** f32 × 4 a row: what a heuristic makes of it (heuristics.ts). */
export const LINE_VALUES = 0x1d0000;
/** u32 × 2 a row: its switches, and the sum of the differences between neighbours (heuristics.ts). */
export const LINE_CHANGES = 0x2d0000;
/** Where the threads' blocks begin; block t is THREADS + t · BLOCK. What follows the last block is the host's to give. */
export const THREADS = 0x380000;
export const BLOCK = 0x600000;

// ── settings, from SETTINGS ──────────────────────────────────────────────────────────────────────────────────────
/** u64: a spawned tile is a 4 where a random u32 is below this (2048). */
export const FOUR_THRESHOLD = 0;
/** i32: tiles on the board at the start (2048). */
export const START_TILES = 8;
/** i32: 1 where the game ends as soon as the board is full (2048). */
export const END_FULL = 12;
/** i32: 1 where a move that changes nothing still is a turn, and a tile appears (2048). */
export const IDLE_SPAWN = 80;
/** i32: which player plays (players.ts). */
export const PLAYER = 16;
/** i32: 1 where plies are recorded. */
export const RECORDING = 20;
/** u32: games are cut after so many moves. */
export const MAX_MOVES = 24;
/** i32: how many moves a cycle has; u8 each: the moves. */
export const CYCLE_LENGTH = 28;
export const CYCLE_MOVES = 32;
/** i32: 1 where a stuck cycle plays a random move, 0 where the game ends for it. */
export const CYCLE_STUCK_RANDOM = 48;
/** i32: which loop learns (learn/episode.ts). */
export const LOOP = 52;
/** f32: the step size, divided by the number of lookups already. */
export const STEP = 56;
/** f32: how much of a later return counts in an earlier one. */
export const LAMBDA = 60;
/** i32: how many plies an update waits for later errors. */
export const DELAY = 64;
/** i32: 1 where every weight keeps a rate of its own (temporal coherence). */
export const COHERENT = 68;
/** i32: 1 where a game is played again from its middle after it ended. */
export const RESTART = 72;

/** i32: what a value is of: 0 an afterstate, 1 a state, 2 an action. */
export const VALUES_OF = 76;

/** u32 × 4: the addresses where the plain, folded and sliced groups begin, and where the last ends (network.ts). */
export const GROUP_BOUNDS = 128;
/** u32: bytes of weights a stage. */
export const STAGE_BYTES = 144;
/** u32: the address that a weight's E and A are counted from: they lie at this + 2 · the weight's address. */
export const COHERENCE = 148;
/** u32 × 8: the tables of the features, 0 for those that the network has not (features.ts). */
export const FEATURES = 152;
/** i32: how many stages there are; i32: 0 by tiles, 1 by what was reached, 2 they do not change. */
export const STAGES = 184;
export const STAGE_MODE = 188;
/** u16 × 16: the exponents that end stage k when a board holds them all. */
export const STAGE_MASKS = 192;
/** i32: 1 where a weight of a later stage that was never written starts from the stage before. */
export const PROMOTE = 224;
/** i32: 1 where this memory holds only a part of the network, and another instance the next. */
export const CHAINED = 228;
/** i32: the largest exponent that the network knows: boards with larger ones are lowered first (search.ts); 0 for never. */
export const DOWNGRADE = 232;

/** Starting boards: u32 address, u32 count; 0 for games from the deal. */
export const STARTS = 240;
export const START_COUNT = 244;
/** Boards collected when a stage is reached: u32 address, u32 room; i32 the stage. */
export const COLLECT = 248;
export const COLLECT_ROOM = 252;
export const COLLECT_STAGE = 256;
/** i32 (atomic): how many boards have been collected. */
export const COLLECTED = 260;
/** u32 address of the carousel, u32 boards it keeps a stage. */
export const CAROUSEL = 264;
export const CAROUSEL_ROOM = 268;

/** i32 × 2: the most and the fewest plies of a search, 0 for nneonneo's rule; i32: what decides between them, 0 empty cells, 1 distinct tiles. */
export const SEARCH_PLY = 512;
export const SEARCH_LEAST = 516;
export const SEARCH_BY = 520;
/** f32: a branch that is less probable than this is not searched further. */
export const SEARCH_CUTOFF = 524;
/** f64: milliseconds for a move; 0 for as long as it takes. */
export const SEARCH_MS = 528;
/** u32: where the threads' transposition tables begin; i32: entries of each, as a power of two, 0 for none (table.ts). */
export const TABLE = 536;
export const TABLE_BITS = 540;
/** i32: what values the leaves: 0 the network, 1 a sum of heuristics, 2 nneonneo's, 3 ovolve's (heuristics.ts). */
export const EVALUATION = 544;
/** f32 × 5: what the heuristics of a sum weigh: snake, score, monotonicity, smoothness, empty. */
export const EVALUATION_WEIGHTS = 548;
/** i32: 1 where the searcher believes that only 2s appear (2048). */
export const ONLY_TWOS = 568;
/** i32: 1 where a chance node looks at one cell, drawn at random. */
export const SAMPLE = 572;
/** i32: 1 where leaves are states, after chance has answered the last choice, and not afterstates. */
export const LEAF_STATES = 576;
/** i32: random games a move (rollout.ts). */
export const RUNS = 580;

// ── a thread's block, from its start ─────────────────────────────────────────────────────────────────────────────
/** The state: u64 cells, u32 aux, u32 score, u32 moves, i32 stage. */
export const CELLS = 0;
export const AUX = 8;
export const SCORE = 12;
export const MOVES = 16;
export const STAGE = 20;
/** Four afterstates (up, right, down, left) of 32 bytes: u64 cells, u32 aux, u32 gain, u64 entries, i32 legal. */
export const AFTERSTATES = 64;
/** f64 × 4: the values of the four moves, gains included. */
export const VALUES = 192;
/** 64 bytes that a function may use while it runs. */
export const SCRATCH = 256;
/** u32 moves and u32 games since the host last set them to 0; for progress only. */
export const MOVES_DONE = 1024;
export const GAMES_DONE = 1028;
/** u32 × 2: how often the transposition table and the values of leaves were forgotten. */
export const TABLE_GENERATION = 1032;
export const LEAVES_GENERATION = 1036;
/** Results, 16 bytes a game: u32 score, u32 moves, u32 largest exponent, u32 1 where the game did not start from the deal. */
export const RESULTS = 0x1000;
export const MAX_RESULTS = 4096;
/** The addresses of the weights of four afterstates, twice: those of this move and of the one before (network.ts). */
export const LOCATED = 0x12000;
export const LOCATED_BYTES = 0x800;
/** u16 a ply of the game that is being recorded. */
export const PLIES = 0x20000;
export const MAX_PLIES = 131072;
/** 32 bytes a ply of the episode that is being learned (learn/episode.ts). */
export const HISTORY = 0x80000;
/**
 * An entry a ply of the game that is being replayed, in the same place: 16 bytes of exponents, u32 the score from this ply to
 * the end, u8 each the move, the cell and the exponent of the spawn, and the hint that was shown (replay.ts).
 */
export const REPLAYED = 0x80000;
export const REPLAYED_BYTES = 24;
/** Room for a search: what it finds at the last ply (2048-last.ts), outcomes of chance by depth (tree.ts), values of leaves (table.ts). */
export const LAST_PLY = 0x480000;
export const OUTCOMES = 0x4c0000;
export const LEAVES = 0x4e0000;
export const LEAVES_BITS = 12;
