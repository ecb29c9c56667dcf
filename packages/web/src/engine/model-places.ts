// Where a model's name leads in a worker: to a file that ships with the app, or to one that the page has handed over.

import { InputError } from 'afterstate';
import { setPlaces } from 'afterstate/browser';
import { SHIPPED } from 'virtual:models';

const given = new Map<string, Blob>();
let base = self.location.href;

/** The page's folder: a worker lies in another. */
export function setBase(folder: string): void {
  base = folder;
}

export function giveModel(name: string, blob: Blob): void {
  given.set(name, blob);
}

setPlaces({
  model(name) {
    const blob = given.get(name);
    if (blob) return blob;
    const shipped = SHIPPED.find((model) => model.name === name);
    if (shipped) return new URL(shipped.file, base);
    const known = [...given.keys(), ...SHIPPED.map((model) => model.name)];
    throw new InputError(`there is no model '${name}' in this page; there are ${known.join(', ') || 'none'}`);
  },
  // A page loads what is small at once; larger ones are for people to ask for.
  champion: (game) => SHIPPED.find((model) => model.game === game && model.players.includes('ntuple'))?.name,
});
