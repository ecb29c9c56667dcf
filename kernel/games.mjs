// The games: every file of src/games but the contract, by its name.
import { readdirSync } from 'node:fs';

export const GAMES = readdirSync(new URL('src/games', import.meta.url))
  .map((file) => file.replace(/\.ts$/, ''))
  .filter((name) => name !== 'contract');
