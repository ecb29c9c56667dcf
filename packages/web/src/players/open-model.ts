// A model file that a person drops on the page or picks is read, becomes a model of this visit, and plays.

import { batch } from '@preact/signals';
import { formatSpec } from 'afterstate';
import { engine } from '../engine/engine.ts';
import type { DescribeAnswer } from '../engine/messages.ts';
import { go } from '../shell/address.ts';
import { say } from '../shell/notes.ts';
import { gameName, playerSpec } from '../shell/settings.ts';
import { shortened } from '../shell/words.ts';
import { addModel, type Model } from './models.ts';

export async function openModelFile(file: File): Promise<void> {
  const described = await describeModel(file);
  if (!described) return;
  playWith(addModel(file.name, described, file), described);
  go('play');
  say(`${shortened(file.name)} plays now.`);
}

/** What a model file holds; if it is none, the person is told and the result is undefined. */
export async function describeModel(file: File): Promise<DescribeAnswer | undefined> {
  try {
    return await engine.ask({ kind: 'describe', name: shortened(file.name), blob: file });
  } catch (error) {
    say(`${(error as Error).message}.`);
    return undefined;
  }
}

/** Chooses a model of this visit as the player. */
export function playWith(model: string, { game, players }: Pick<Model, 'game' | 'players'>): void {
  batch(() => {
    gameName.value = game;
    playerSpec.value = formatSpec(players[0]!, {}, model);
  });
}
