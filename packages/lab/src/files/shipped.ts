// Where this installation keeps what ships with it: in a clone the built app and models/, in the package a folder app/ with both.

import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

// The same number of folders up from src/ and from dist/.
const place = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const isClone = existsSync(place('../../kernel/games.mjs'));

/** The built web app. */
export const APP_FOLDER: string = place(isClone ? '../web/dist/' : 'app/');
/** The models that ship: the app has the same ones. */
export const MODELS_FOLDER: string = place(isClone ? '../../models/' : 'app/models/');
/** The list of all models of this version, including those too large to ship, in the form of models/list.ts. */
export const MODELS_LIST: string = place(isClone ? '../../models/models.json' : 'models.json');
