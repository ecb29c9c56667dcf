// The stages of a network: which part of a game a board belongs to, each with weights of its own.

import { SETTINGS, STAGE_MASKS, STAGE_MODE, STAGE_MODE_FIXED, STAGE_MODE_REACH, STAGE_OF, STAGES } from '../layout';
import { presence } from '../board';

export let stages: u32 = 1;
let byReach: bool = false, fixed: bool = false;

/** Reads the settings. */
export function configureStages(): void {
  stages = load<u32>(SETTINGS + STAGES);
  byReach = load<i32>(SETTINGS + STAGE_MODE) == STAGE_MODE_REACH;
  fixed = load<i32>(SETTINGS + STAGE_MODE) == STAGE_MODE_FIXED;
}

/** The stage of an afterstate that follows a state of stage `before`. */
// @ts-ignore: decorator
@inline export function stageAfter(cells: u64, before: u32): u32 {
  return stages == 1 ? 0 : fixed ? before : stageOf(cells, before);
}

function stageOf(cells: u64, before: u32): u32 {
  const present = presence(cells);
  if (!byReach) return load<u8>(STAGE_OF + present);
  let stage = before;
  while (stage + 1 < stages) {
    const needed = <u32>load<u16>(SETTINGS + STAGE_MASKS + (stage << 1));
    if ((present & needed) != needed) break;
    stage++;
  }
  return stage;
}
