// The room's public names.

export * from './game.ts';
export { GAME_NAMES, parseGame } from './games.ts';
export { InputError } from './input-error.ts';
export { drawBoard, parseBoard, printBoard } from './notation.ts';
export { pick, Random, type RandomBits, splitmix64, type Stream, threshold } from './random.ts';
export {
  type GameRecord,
  packPly,
  type Ply,
  readRecord,
  replay,
  type ReplayStep,
  startScore,
  unpackPly,
  writeRecord,
} from './record.ts';
export { create2048, type End, type Options2048 } from './rules2048.ts';
export * from './spec.ts';
export { canonicalBoard, SYMMETRIES, type Symmetry, transform, transformMove } from './symmetry.ts';
export { type Bag, createThrees } from './threes.ts';
