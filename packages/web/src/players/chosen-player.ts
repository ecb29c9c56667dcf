// The player that a person has chosen, and the one that plays until its model is here. A small model is loaded unasked, once the first
// hint no longer waits for anything.

import { computed, effect, untracked } from '@preact/signals';
import { serverAwaited, serverPlays } from '../engine/server.ts';
import { firstPlayer } from '../engine/first-player.ts';
import { gameName, playerSpec } from '../shell/settings.ts';
import { defaultSpec, missingModel, playable, suits } from './playable.ts';
import { fetchModel } from './model-download.ts';
import type { Model } from './models.ts';

/** The chosen spec; its model may still have to be fetched. */
export const chosenPlayer = computed(() => {
  const [chosen, game] = [playerSpec.value, gameName.value];
  return chosen !== undefined && suits(chosen, game) ? chosen : defaultSpec(game);
});

/** The spec of the player that hints and runs. */
export const player = computed(() =>
  serverPlays(chosenPlayer.value) ? chosenPlayer.value : playable(chosenPlayer.value, gameName.value),
);

/** The player that stood in before the chosen one's model was here; what it said holds until the chosen one speaks. */
let standIn: { readonly chosen: string; readonly player: string } | undefined;

export function stoodIn(spec: string): boolean {
  return standIn?.player === spec && standIn.chosen === chosenPlayer.peek();
}

/** Another player may have been chosen meanwhile; its download must go on. */
function isWanted({ name }: Model): boolean {
  return missingModel(chosenPlayer.peek(), gameName.peek())?.name === name;
}

/** Starts fetching the model of whichever player is chosen. */
export function fetchChosenModels(): void {
  effect(() => {
    if (serverAwaited.value || serverPlays(chosenPlayer.value)) return;
    const model = missingModel(chosenPlayer.value, gameName.value);
    if (!model) return;
    standIn = { chosen: chosenPlayer.value, player: player.value };
    untracked(() => {
      if (!model.small) void fetchModel(model);
      else void firstPlayer.then(() => (isWanted(model) ? fetchModel(model) : undefined));
    });
  });
}
