// The memory map. Both the kernel (AssemblyScript) and the library (TypeScript) read this file, so it holds
// plain constants only: bytes, counted from the start of the shared memory or of a thread's block.
// Nothing here is static data of the module: every thread that starts would write it again.

// ── one for all threads ──────────────────────────────────────────────────────────────────────────────────────────
/** Settings of the game, the player and the learner: 4 KiB of numbers, each at its own offset below. */
export const SETTINGS = 4096;
/** The rows: what each of the 65,536 rows becomes, 8 bytes (2048) or 16 bytes (Threes) per row. */
export const ROWS = 0x10000;
/** u16 per row: bit e is set if the row holds exponent e. */
export const PRESENCE = 0x110000;
/** u64 per row: counts for the features of a network, in fields of 5 bits (network/features.ts). */
export const COUNTS = 0x130000;
/** u8 for each set of exponents (16 bits): the stage that a board with these tiles belongs to. */
export const STAGE_OF = 0x1b0000;
/** The network: one line of 64 bytes per group of lookups (network/network.ts). */
export const GROUPS = 0x1c0000;
export const MAX_GROUPS = 512;
/** f32 × 4 per row: what a heuristic makes of it (heuristics.ts). */
export const LINE_VALUES = 0x1d0000;
/** u32 × 2 per row: its switches, and the sum of the differences between neighbours (heuristics.ts). */
export const LINE_CHANGES = 0x2d0000;
/** Where the threads' blocks begin; block t is THREADS + t · BLOCK. What follows the last block is for the host to allocate. */
export const THREADS = 0x380000;
export const BLOCK = 0x600000;

// ── settings, from SETTINGS ──────────────────────────────────────────────────────────────────────────────────────
/** u64: a spawned tile is a 4 where a random u32 is below this (2048). */
export const FOUR_THRESHOLD = 0;
/** i32: tiles on the board at the start (2048). */
export const START_TILES = 8;
/** u32: when the game ends besides where it is stuck: bit 0 where the board is full; above it the exponent of the tile that ends it, or 0 (2048). */
export const END = 12;
/** i32: 1 where a move that changes nothing still is a turn, and a tile appears (2048). */
export const IDLE_SPAWN = 80;
/** i32: which player plays, a PLAYER_… below. */
export const PLAYER = 16;
/** i32: 1 where plies are recorded. */
export const RECORDING = 20;
/** u32: the number of moves after which games are cut. */
export const MAX_MOVES = 24;
/** i32: how many moves a cycle has; u8 each: the moves. */
export const CYCLE_LENGTH = 28;
export const CYCLE_MOVES = 32;
/** i32: 1 where a stuck cycle plays a random move, 0 where the game ends for it. */
export const CYCLE_STUCK_RANDOM = 48;
/** i32: which loop learns, a LOOP_… below. */
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

/** i32: what a value is of, a VALUES_OF_… below. */
export const VALUES_OF = 76;

/** u32 × 4: the addresses where the plain, folded and sliced groups begin, and where the last ends (network/network.ts). */
export const GROUP_BOUNDS = 128;
/** u32: bytes of weights per stage. */
export const STAGE_BYTES = 144;
/** u32: the address that a weight's E and A are counted from: they lie at this + 2 · the weight's address. */
export const COHERENCE = 148;
/** u32 × 8: the tables of the features, 0 for those that the network lacks (network/features.ts). */
export const FEATURES = 152;
/** i32: how many stages there are; i32: what decides the stage, a STAGE_MODE_… below. */
export const STAGES = 184;
export const STAGE_MODE = 188;
/** u16 × 16: the exponents that end stage k when a board holds them all. */
export const STAGE_MASKS = 192;
/** i32: 1 where a weight of a later stage that was never written starts from the stage before. */
export const PROMOTE = 224;
/** i32: 1 where this memory holds only a part of the network, and another instance the next. */
export const CHAINED = 228;
/** f32: what a weight of 16 bits is a multiple of; 0 where weights are f32. */
export const NARROW_STEP = 236;
/** i32: the largest exponent that the network knows: boards with larger ones are lowered first (search/lowered.ts); 0 for never. */
export const DOWNGRADE = 232;

/** Starting boards: u32 address, u32 count; 0 for games from the deal. */
export const STARTS = 240;
export const START_COUNT = 244;
/** Boards collected where their tiles first begin a stage, whatever the game's own stage: u32 address, u32 room; i32 the stage, at least 1. */
export const COLLECT = 248;
export const COLLECT_ROOM = 252;
export const COLLECT_STAGE = 256;
/** i32 (atomic): how many boards have been collected. */
export const COLLECTED = 260;
/** u32 address of the carousel, u32 boards that it keeps per stage. */
export const CAROUSEL = 264;
export const CAROUSEL_ROOM = 268;
/** i32: the stage where an episode ends, whose weights only value what would follow; 0 for none. */
export const UNTIL = 272;

/** i32 × 2: the most and the fewest plies of a search, 0 for nneonneo's rule; i32: what decides between them, a SEARCH_BY_… below. */
export const SEARCH_PLY = 512;
export const SEARCH_LEAST = 516;
export const SEARCH_BY = 520;
/** f32: a branch that is less probable than this is not searched further. */
export const SEARCH_CUTOFF = 524;
/** f64: milliseconds for a move; 0 for as long as it takes. */
export const SEARCH_MS = 528;
/** u32: where the threads' transposition tables begin; i32: entries of each, as a power of two, 0 for none (search/table.ts). */
export const TABLE = 536;
export const TABLE_BITS = 540;
/** i32: what values the leaves, an EVALUATION_BY_… below. */
export const EVALUATION = 544;
/** f32 × 5: what the heuristics of a sum weigh, in the order of HEURISTIC_… below. */
export const EVALUATION_WEIGHTS = 548;
/** i32: 1 where the searcher believes that only 2s appear (2048). */
export const ONLY_TWOS = 568;
/** i32: 1 where a chance node looks at one cell, drawn at random. */
export const SAMPLE = 572;
/** i32: 1 where leaves are states, after chance has answered the last choice, and not afterstates. */
export const LEAF_STATES = 576;
/** i32: random games per move (players/montecarlo.ts). */
export const RUNS = 580;
/** f32: inner moves that one ply values this much below the best, as a part of the best's value, are not searched; 0 to search all. */
export const SEARCH_MARGIN = 584;

/** i32: how many solved endgames the player consults, at most 8; u32 × 8: where their tables are (endgame.ts), larger targets first. */
export const ENDGAMES = 588;
export const ENDGAME_TABLES = 592;

// ── what settings are set to ─────────────────────────────────────────────────────────────────────────────────────
// The players; PLAYER_CYCLE is players/cycle.ts.
export const PLAYER_RANDOM = 0;
export const PLAYER_CYCLE = 1;
export const PLAYER_NETWORK = 2;
export const PLAYER_EXPECTIMAX = 3;
export const PLAYER_MINIMAX = 4;
export const PLAYER_ALPHABETA = 5;
export const PLAYER_MONTECARLO = 6;
export const PLAYER_OVOLVE = 7;

// The loops that learn; LOOP_TD_STEPS is learn/td-steps.ts.
export const LOOP_TD = 0;
export const LOOP_TD_DELAYED = 1;
export const LOOP_TD_STEPS = 2;
export const LOOP_BACKWARD = 3;
export const LOOP_TD_STATE = 4;
export const LOOP_Q = 5;

export const VALUES_OF_AFTERSTATE = 0;
export const VALUES_OF_STATE = 1;
export const VALUES_OF_ACTION = 2;

/** The stage goes by the tiles on the board, by what the game has reached, or stays what it was. */
export const STAGE_MODE_TILES = 0;
export const STAGE_MODE_REACH = 1;
export const STAGE_MODE_FIXED = 2;

/** A search looks further ahead where fewer cells are empty, or where more distinct tiles are on the board. */
export const SEARCH_BY_EMPTIES = 0;
export const SEARCH_BY_DISTINCT = 1;

/** The network, a sum of heuristics, nneonneo's evaluation, ovolve's evaluation. */
export const EVALUATION_BY_NETWORK = 0;
export const EVALUATION_BY_SUM = 1;
export const EVALUATION_BY_NNEONNEO = 2;
export const EVALUATION_BY_OVOLVE = 3;

// The heuristics of a sum (heuristics.ts).
export const HEURISTIC_SNAKE = 0;
export const HEURISTIC_SCORE = 1;
export const HEURISTIC_MONOTONICITY = 2;
export const HEURISTIC_SMOOTHNESS = 3;
export const HEURISTIC_EMPTY = 4;

/** As many plies as a search has room for. */
export const MOST_PLIES = 12;
/** An entry of a transposition table. */
export const TABLE_ENTRY_BYTES = 32;
/** Where the chances begin in the table of a solved endgame (endgame.ts): f32 by index. */
export const ENDGAME_CHANCES = 0x101000;
/** A board of the carousel, or one that was collected: u64 cells, u32 aux, u32 score, u32 stage. */
export const KEPT_BYTES = 24;

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
/** i32; not 0 asks this thread to return after the move it is making: bit 0 as all threads are, bit 1 alone. One word, since it is read at every move. */
export const STOP = 1040;
/** Results, 16 bytes per game: u32 score, u32 moves, u32 largest exponent, u32 flags: bit 0 where the game did not start from the deal, bit 1 where it reached the stage that is collected. */
export const RESULTS = 0x1000;
export const MAX_RESULTS = 4096;
/** The addresses of the weights of four afterstates, twice: those of this move and of the one before (network/network.ts). */
export const LOCATED = 0x12000;
export const LOCATED_BYTES = 0x800;
/** u16 per ply of the game that is being recorded. */
export const PLIES = 0x20000;
export const MAX_PLIES = 131072;
/** 32 bytes per ply of the episode that is being learned (episode.ts). */
export const HISTORY = 0x80000;
/**
 * One entry per ply of the game that is being replayed, in the same place: 16 bytes of exponents, u32 the score from this ply to
 * the end, u8 each the move, the cell and the exponent of the spawn, and the hint that was shown (replay.ts).
 */
export const REPLAYED = 0x80000;
export const REPLAYED_BYTES = 24;
/** Room for a search: what it finds at the last ply (search/last-ply.ts), outcomes of chance by depth (search/outcomes.ts), values of leaves (search/table.ts). */
export const LAST_PLY = 0x480000;
export const OUTCOMES = 0x4c0000;
export const LEAVES = 0x4e0000;
export const LEAVES_BITS = 12;
