// The models that a player may use here: those that ship with the app, and those that were learned or dropped on the page.

import { signal } from '@preact/signals';
import type { Game } from 'afterstate';
import { SHIPPED } from 'virtual:models';
import { keepLocalModel } from '../engine/local-models.ts';

export interface Model {
  /** As it stands in a player's spec. */
  readonly name: string;
  readonly game: Game['name'];
  /** The players that play by it, the one that makes the most of it first: `ntuple`, or those of a neural network. */
  readonly players: readonly string[];
  /** Where it is, from the page's folder; undefined for one that only this visit knows. */
  readonly file?: string;
  /** In bytes. */
  readonly size: number;
  /** What it takes of memory once it is opened, in bytes, where that is known. */
  readonly memory?: number;
  /** Whether it is loaded without being asked for. */
  readonly small?: boolean;
}

const local = signal<readonly Model[]>([]);

/** The models of a game that a player plays by, those of this visit first. */
export function modelsOf(game: Game['name'], player: string): readonly Model[] {
  return [...local.value, ...SHIPPED].filter((model) => model.game === game && model.players.includes(player));
}

export function modelNamed(name: string): Model | undefined {
  return [...local.value, ...SHIPPED].find((model) => model.name === name);
}

/** A model's name for people: without the folder it is in. */
export function titleOf(name: string): string {
  return name.replace(/^.*\//, '');
}

/** Makes a model known for this visit, and gives the name that a spec has for it. */
export function addModel(title: string, { game, players }: Pick<Model, 'game' | 'players'>, blob: Blob): string {
  const name = `local/${title.replace(/\.(compact|safetensors|onnx)$/, '').replace(/[^\w.-]+/g, '-')}`;
  keepLocalModel(name, blob);
  local.value = [{ name, game, players, size: blob.size }, ...local.value.filter((model) => model.name !== name)];
  return name;
}
