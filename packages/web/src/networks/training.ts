// Whether the network on the page can be trained in this tab, and how that begins.

import { type Network, networkBytes } from 'afterstate';
import { choice, choose, learned } from '../learn/learning.ts';
import { learningBytes, methodNamed } from '../learn/memory.ts';
import { go } from '../shell/address.ts';
import { megabytes } from '../shell/numbers.ts';

/** One WebAssembly memory. Several would also work, but few tabs are given more. */
const MOST_BYTES = 2 ** 32;

/** The device's memory, if the browser reports it: in GiB, and never more than 8. */
function deviceBytes(): number {
  const { deviceMemory } = navigator as { readonly deviceMemory?: number };
  return deviceMemory === undefined ? Infinity : deviceMemory * 2 ** 30;
}

/** Why the network cannot be trained here now; undefined if it can. */
export function reasonAgainst(network: Network, most = Math.min(MOST_BYTES, deviceBytes())): string | undefined {
  if (learned.value !== undefined) return 'Another network is training in this tab. Reset it on the Learn page first.';
  const method = methodNamed(choice.value.method);
  const bytes = learningBytes(network, method.name);
  if (bytes <= most) return undefined;
  const plain = networkBytes(network, false);
  const remedy =
    plain <= most
      ? `Choose TD on the Learn page (${megabytes(plain)}), or train it on the command line.`
      : 'Train it on the command line, or choose fewer or smaller tuples.';
  return `Training it by ${method.title} takes ${megabytes(bytes)} of memory, and a tab holds at most ${megabytes(most)}. ${remedy}`;
}

/** Opens Learn with the network; nothing starts until a person says so. */
export function trainHere(network: string): void {
  choose({ network });
  go('learn');
}
