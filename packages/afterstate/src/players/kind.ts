// A kind of player: its declaration, and what opens such a player from a spec. Options are read and canonical specs
// written here, from the declaration; a kind's own code sees typed values.

import type { Platform } from '../kernel/platform.ts';
import type { Game } from '../rules/game.ts';
import type { Defaults, OptionInfo, Options, Values } from '../rules/options.ts';
import { describeOptions, optionsForm, readOptions, writeOptions } from '../rules/options.ts';
import type { Spec } from '../rules/spec.ts';
import { allowNoModel, formatSpec } from '../rules/spec.ts';
import type { Player } from './player.ts';

export interface PlayerContext {
  readonly platform: Platform;
  readonly game: Game;
  readonly threads: number;
}

export interface PlayerDeclaration<O extends Options = Options> {
  /** As specs begin. */
  readonly name: string;
  /** For people. */
  readonly title: string;
  /** What it does, in a few words. */
  readonly summary: string;
  /** Whether a spec names a model after a colon: never, only to mean another than the usual one, or always. */
  readonly model: 'none' | 'optional' | 'needed';
  /** In the order of canonical specs. */
  readonly options: O;
}

/** What a spec tells a kind of player. */
export interface Told<O extends Options> {
  /** The spec as typed, for messages. */
  readonly text: string;
  readonly model: string | undefined;
  readonly values: Values<O>;
  /** The canonical spec. Options whose default is `auto` are left out if they have the default given here. */
  canonical(...defaults: Record<never, never> extends Defaults<O> ? [] : [Defaults<O>]): string;
}

export interface PlayerKind extends PlayerDeclaration {
  /** Its spec with every option. */
  readonly form: string;
  open(spec: Spec, context: PlayerContext): Promise<Player>;
}

export function definePlayer<O extends Options>(
  declaration: PlayerDeclaration<O>,
  open: (told: Told<O>, context: PlayerContext) => Promise<Player>,
): PlayerKind {
  const { name, model, options } = declaration;
  return {
    ...declaration,
    form: playerForm(declaration),
    async open(spec, context) {
      if (model === 'none') allowNoModel(spec);
      const values = readOptions(spec, options, context.game);
      const canonical: Told<O>['canonical'] = (...[defaults]) =>
        formatSpec(name, writeOptions(options, values, (defaults ?? {}) as Defaults<O>, context.game), spec.model);
      return open({ text: spec.text, model: spec.model, values, canonical }, context);
    },
  };
}

/** The spec with every option: `expectimax?eval=snake&depth=2…`. */
function playerForm({ name, model, options }: PlayerDeclaration): string {
  const head = name + { none: '', optional: '[:MODEL]', needed: ':FILE' }[model];
  const tail = optionsForm(options);
  return tail === '' ? head : `${head}?${tail}`;
}

/** A kind of player, as presented by the help, the API and the app. */
export interface PlayerInfo extends Omit<PlayerDeclaration, 'options'> {
  readonly form: string;
  readonly options: readonly OptionInfo[];
}

/** With the options and ranges that it has in a game. */
export function describePlayer(kind: PlayerDeclaration, game: Game): PlayerInfo {
  const { name, title, summary, model, options } = kind;
  return { name, title, summary, form: playerForm(kind), model, options: describeOptions(options, game) };
}
