// The library's public face, the same in Node and in browsers. Players are opened through 'afterstate/node' or
// 'afterstate/browser', which know where threads and files come from.

export * from './rules/index.ts';
export type { Choice, GameResults, MoveValue, PlayedGame, Player, PlayOptions } from './players/player.ts';
export type { PlayerKind } from './players/registry.ts';
export { PLAYERS } from './players/registry.ts';
