// A kind of network: the options of its spec, declared like those of players, and the function that builds it from their values.

import type { Defaults, Game, Option, Options, Spec, Values, ValueType } from 'afterstate';
import { allowNoModel, formatSpec, option, optionsForm, readOptions, writeOptions } from 'afterstate';
import type { NeuralNetwork } from './network.ts';

export interface NetworkKind {
  readonly summary: string;
  /** The spec with every option, defaults first. */
  readonly form: string;
  create(spec: Spec, game: Game): NeuralNetwork;
}

/** A network without its spec. */
interface Built<O extends Options> extends Omit<NeuralNetwork, 'spec' | 'game'> {
  /** The values that `auto` options get. */
  readonly defaults?: Defaults<O>;
  /** Options that the spec should have with other values; undefined for those that have no effect with the others. */
  readonly written?: { readonly [K in keyof O]?: string | undefined };
}

/**
 * An option of a network. Canonical specs list all of them: a network stays what it is even if later versions have other
 * defaults.
 */
export function part<T>(type: ValueType<T>, words: string, usual: NoInfer<T>): Option<T> {
  return option(type, { default: usual, always: true, label: words, about: words });
}

export function defineNetwork<O extends Options>(
  name: string,
  summary: string,
  options: O,
  build: (values: Values<O>, game: Game, spec: Spec) => Built<O>,
): NetworkKind {
  return {
    summary,
    form: `${name}?${optionsForm(options)}`,
    create(spec, game) {
      allowNoModel(spec);
      const values = readOptions(spec, options, game);
      const { defaults = {} as Defaults<O>, written, ...network } = build(values, game, spec);
      const texts = { ...writeOptions(options, values, defaults, game), ...written };
      return { ...network, spec: formatSpec(name, texts), game: game.name };
    },
  };
}
