// The corpus: a file of lines for each kind of text, valid and nearly valid.

import { readFileSync } from 'node:fs';

export function corpus(name) {
  const text = readFileSync(new URL(`corpus/${name}.txt`, import.meta.url), 'utf8');
  return text.split('\n').filter((line) => line !== '');
}
