import { readFileSync } from 'node:fs';

// The same number of folders up from src/ and from dist/.
const manifest = new URL('../../package.json', import.meta.url);

export const VERSION: string = JSON.parse(readFileSync(manifest, 'utf8')).version;
