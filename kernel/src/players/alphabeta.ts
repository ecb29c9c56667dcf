// Minimax with alpha-beta pruning: the same values, found sooner.

import { openMinimax } from './minimax';

export { choose } from './minimax';

export function open(): void { openMinimax(true); }
