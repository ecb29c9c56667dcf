// The room's public names.

export { readBoard } from './board-forms.ts';
export {
  type Endgame,
  endgameOf,
  endgameStates,
  LEAST_TARGET,
  quickEndgameOf,
  requireEndgames,
  snakeCells,
} from './endgame.ts';
export * from './game.ts';
export { DEFAULT_GAME, GAME_FORMS, parseGame } from './games.ts';
export { decodeBase64, encodeBase64 } from './base64.ts';
export { InputError } from './input-error.ts';
export { cellCount, cellName, emptyBoard, FOUR_BY_FOUR, linesOf, rowsOf } from './lines.ts';
export { drawBoard, parseBoard, printBoard, type ReadBoard } from './notation.ts';
export * from './options.ts';
export { choice, list, number, text, toggle, whole } from './option-types.ts';
export { pick, Random, type RandomBits, splitmix64, type Stream, threshold } from './random.ts';
export { bytesToPlies, pliesToBytes, readRecord, writeRecord } from './record.ts';
export {
  type GameRecord,
  packPly,
  type Ply,
  plyBytes,
  replay,
  type ReplayStep,
  startScore,
  unpackPly,
} from './replay.ts';
export { create2048, type End, type Options2048 } from './rules2048.ts';
export * from './spec.ts';
export {
  canonicalBoard,
  SYMMETRIES,
  symmetriesOf,
  type Symmetry,
  transform,
  TRANSFORMED_MOVES,
  transformMove,
} from './symmetry.ts';
export { type Bag, createThrees } from './threes.ts';
export { type Position, Timeline } from './timeline.ts';
