// How likely larger tiles are from here: while its values are in view, the network plays games from the position at one ply, a
// few at a time. Only the last games count, including those from a few moves ago, so that the numbers stay steady during play.

import { computed, effect, signal, untracked } from '@preact/signals';
import { engine } from '../engine/engine.ts';
import { type View, view } from '../game/session.ts';
import { player } from '../players/chosen-player.ts';
import { advice } from './advice.ts';

const GAMES = 200;
const FEWEST = 20;
const PORTION_MS = 40;
const MOST_TILES = 3;
const LEAST_CHANCE = 0.01;

/** The largest exponents of the last games. */
const ends = signal<readonly number[]>([]);

export interface Chances {
  readonly games: number;
  /** Each tile and the share of the games that made it, smallest first. */
  readonly tiles: readonly (readonly [tile: number, share: number])[];
}

/** Tiles that are not on the board yet; undefined before there are enough games to tell. */
export const chances = computed((): Chances | undefined => {
  const { game, state } = view.value;
  const games = ends.value.length;
  if (!advice.value || games < FEWEST) return undefined;
  const largest = Math.max(...state.board);
  const tiles = Array.from({ length: game.maxExponent - largest }, (_, i) => largest + 1 + i)
    .map((exponent) => [game.tile(exponent), ends.value.filter((end) => end >= exponent).length / games] as const)
    .filter(([, share], i) => i === 0 || share >= LEAST_CHANCE);
  return { games, tiles: tiles.slice(-MOST_TILES) };
});

let run: object | undefined;

async function playOn({ game, state }: View, spec: string): Promise<void> {
  const mine = (run = {});
  const seed = crypto.getRandomValues(new Uint32Array(1))[0]!;
  for (let played = 0; run === mine && played < GAMES;) {
    const job = { kind: 'outlook', game: game.spec, player: spec, state, seed: seed + played, ms: PORTION_MS } as const;
    const { largest } = await engine.ask(job);
    if (run !== mine || largest.length === 0) return;
    played += largest.length;
    ends.value = [...ends.peek(), ...largest].slice(-GAMES);
  }
}

/** Starts playing games from each position whose values are shown. */
export function startChances(): void {
  effect(() => {
    const shown = advice.value;
    untracked(() => {
      run = undefined;
      // An interrupted engine is no error: whatever comes next asks again.
      if (shown && !view.peek().over) playOn(view.peek(), shown.player).catch(() => undefined);
    });
  });

  // Another player, another game, a wholly different position: earlier games say nothing about it.
  effect(() => {
    if (view.value.change.kind !== 'move') forget();
  });
  effect(() => {
    void player.value;
    forget();
  });
}

function forget(): void {
  if (untracked(() => ends.value.length) > 0) ends.value = [];
}
