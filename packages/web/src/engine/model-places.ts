// What a model's name means in a worker: a file that ships with the app, or one that the page has handed over.

import { InputError } from 'afterstate';
import { setPlaces } from 'afterstate/browser';
import { SHIPPED } from 'virtual:models';

const given = new Map<string, Blob>();
let base = self.location.href;

/** The page's folder: a worker's script is in another. */
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
    const names = SHIPPED.map((model) => model.name);
    // The page also hands over shipped models, once it has fetched them.
    const known = [...[...given.keys()].filter((own) => !names.includes(own)), ...names];
    throw new InputError(`this page has no model '${name}'; it has ${known.join(', ') || 'none'}`);
  },
  // The strongest of those that a page loads by itself; larger ones are for people to ask for.
  champion: (game) =>
    SHIPPED.findLast((model) => model.small && model.game === game && model.players.includes('ntuple'))?.name,
});
