// What training a network takes of memory, and from when on a person is asked first: a pattern of seven cells takes gigabytes,
// and a tab that asks for them may take the whole browser down.

import { createNetwork, type GameName, METHODS, type Network, networkBytes } from 'afterstate';

/** A method by its name. */
export function methodNamed(name: string) {
  return METHODS.find((method) => method.name === name)!;
}

export function learningBytes(network: Network, method: string): number {
  return networkBytes(network, methodNamed(method).coherent);
}

/** More than this is not taken unasked, in bytes. */
const MUCH = 1e9;

/** The bytes that learning would take, where they are many; patterns that are none say so when they are opened. */
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
