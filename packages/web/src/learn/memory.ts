// How much memory training a network takes, and from how much a person is asked first: a pattern of seven cells takes gigabytes,
// and a tab that allocates them may take the whole browser down.

import { createNetwork, type GameName, METHODS, type Network, networkBytes } from 'afterstate';

/** A method by its name. */
export function methodNamed(name: string) {
  return METHODS.find((method) => method.name === name)!;
}

export function learningBytes(network: Network, method: string): number {
  return networkBytes(network, methodNamed(method).coherent);
}

/** No more than this is taken unasked, in bytes. */
const MUCH = 1e9;

/** The bytes that learning would take, if they are many; invalid patterns say so when they are opened. */
export function muchMemory(choice: {
  readonly game: GameName;
  readonly network: string;
  readonly method: string;
}): number | undefined {
  try {
    const { game, network, method } = choice;
    const bytes = learningBytes(createNetwork({ game, network, stages: 'none', values: 'afterstate' }), method);
    return bytes > MUCH ? bytes : undefined;
  } catch {
    return undefined;
  }
}
