// Where a model's name leads in a worker: to a file that ships with the app, or to bytes that the page has handed over. The
// library asks for a model by fetching its name, so names are answered there; every other request passes through.

import { SHIPPED } from 'virtual:models';

const given = new Map<string, Blob>();
let base = self.location.href;

export function setBase(folder: string): void {
  base = folder;
}

export function giveModel(name: string, blob: Blob): void {
  given.set(name, blob);
}

const fetchFromNetwork = self.fetch.bind(self);

self.fetch = async (input, init) => {
  if (typeof input !== 'string') return fetchFromNetwork(input, init);
  const blob = given.get(input);
  if (blob) return new Response(blob, { headers: { 'content-length': String(blob.size) } });
  const shipped = SHIPPED.find(({ name }) => name === input);
  return fetchFromNetwork(shipped ? new URL(shipped.file, base) : input, init);
};
