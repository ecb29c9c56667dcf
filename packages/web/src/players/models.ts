// The models that players may use here: those that ship with the app, and those learned or dropped on the page.

import { signal } from '@preact/signals';
import type { Game } from 'afterstate';
import { SHIPPED } from 'virtual:models';
import { keepLocalModel } from '../engine/local-models.ts';
import { notKept } from '../shell/keeping.ts';

export interface Model {
  /** As written in a player's spec. */
  readonly name: string;
  readonly game: Game['name'];
  /** The players that play by it, the one that makes the most of it first: `ntuple`, or those of a neural network. */
  readonly players: readonly string[];
  /** Where it is, relative to the page's folder; undefined for one that only this browser has. */
  readonly file?: string;
  /** In bytes. */
  readonly size: number;
  /** The memory it takes once opened, in bytes, if known. */
  readonly memory?: number;
  /** Whether it is loaded unasked. */
  readonly small?: boolean;
  /** Whether it gives the first hint: the engine fetches it by itself, before anything else. */
  readonly first?: boolean;
}

/** In characters: a name appears in lists and in specs. */
const LONGEST_NAME = 60;

const local = signal<readonly Model[]>([]);

/** The models of a game that a player can use, those of this browser first. */
export function modelsOf(game: Game['name'], player: string): readonly Model[] {
  return [...local.value, ...SHIPPED].filter((model) => model.game === game && model.players.includes(player));
}

export function modelNamed(name: string): Model | undefined {
  return [...local.value, ...SHIPPED].find((model) => model.name === name);
}

/** A model's name for people: without its folder. */
export function titleOf(name: string): string {
  return name.replace(/^.*\//, '');
}

/** A model of this browser in the database. */
export interface KeptModel extends Pick<Model, 'name' | 'game' | 'players' | 'size'> {
  readonly blob: Blob;
  /** When it came, in ms. */
  readonly at: number;
}

const known = (model: KeptModel): Model => {
  const { name, game, players, size } = model;
  return { name, game, players, size };
};

/** Makes a model known and keeps it for later visits; returns its name in specs. */
export function addModel(title: string, { game, players }: Pick<Model, 'game' | 'players'>, blob: Blob): string {
  const plain = title.replace(/\.(compact|safetensors|onnx)$/, '').replace(/[^\w.-]+/g, '-');
  const name = `local/${plain.slice(0, LONGEST_NAME)}`;
  const model: KeptModel = { name, game, players, size: blob.size, blob, at: Date.now() };
  show(model);
  import('../shell/database.ts').then(({ put }) => put('models', model)).catch(notKept);
  return name;
}

function show(model: KeptModel): void {
  keepLocalModel(model.name, model.blob);
  local.value = [known(model), ...local.value.filter(({ name }) => name !== model.name)];
}

/** Adds the models from earlier visits; those added in this visit stay before them. */
export async function showKeptModels(): Promise<void> {
  const { all } = await import('../shell/database.ts');
  const kept = (await all<KeptModel>('models')).sort((a, b) => b.at - a.at);
  const here = new Set(local.peek().map(({ name }) => name));
  const more = kept.filter(({ name }) => !here.has(name));
  for (const { name, blob } of more) keepLocalModel(name, blob);
  if (more.length > 0) local.value = [...local.peek(), ...more.map(known)];
}

/** Withdraws it from the offer; returns a function that takes that back. */
export async function deleteModel(name: string): Promise<() => Promise<void>> {
  const { get, put, remove } = await import('../shell/database.ts');
  const model = await get<KeptModel>('models', name);
  await remove('models', name);
  local.value = local.peek().filter((other) => other.name !== name);
  return async () => {
    if (!model) return;
    await put('models', model);
    show(model);
  };
}
