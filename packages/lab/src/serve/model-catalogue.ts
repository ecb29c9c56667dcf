// The models that this server knows, by folder name: `models/NAME` ships with the project, `runs/NAME` is the result of a run. A
// file is listed if its header, or a neural network's card, can be read as a model's; both are read once until the file changes.

import { join } from 'node:path';
import { InputError, neuralPlayersOf, readCard, readModel } from 'afterstate';
import { openFile } from 'afterstate/node';
import { concealPaths } from './conceal.ts';
import { forEachFew, listFolder, statOf } from './folder.ts';
import type { ModelInfo } from './schemas.ts';

/** A model as it is listed, and where it is; the path never leaves the server. */
export interface KnownModel {
  readonly info: ModelInfo;
  readonly path: string;
  /** Changes whenever the file does. */
  readonly version: string;
}

/** A file that should be a model. */
interface Candidate {
  readonly name: string;
  readonly kind: ModelInfo['kind'];
  readonly path: string;
}

/** Names that a folder's model may have; the first that exists counts. Next to a model.onnx, the others are its bare weights. */
const MODEL_FILES = ['model.onnx', 'model.safetensors', 'model.compact'];
/** Neural networks have far fewer weights than tables have. */
const LARGEST_ONNX = 1 << 30;
/** Headers that are kept in memory. */
const KEPT = 1000;

export class ModelCatalogue {
  readonly #models: string;
  readonly #runs: string;
  readonly #headers = new Map<string, Promise<KnownModel>>();

  constructor(folders: { models: string; runs: string }) {
    this.#models = folders.models;
    this.#runs = folders.runs;
  }

  /** All readable models; damaged files and other kinds of files are left out. */
  async list(): Promise<KnownModel[]> {
    const shipped = await listFolder(this.#models);
    const runs = await listFolder(this.#runs);
    const found = [
      ...(await forEachFew(shipped.folders, (folder) => this.#shipped(folder))),
      ...(await forEachFew(runs.folders, (run) => this.#ofRun(run))),
    ];
    const candidates = found.filter((candidate) => candidate !== undefined);
    const known = await forEachFew(candidates, (candidate) => this.#read(candidate).catch(() => undefined));
    return known.filter((model) => model !== undefined);
  }

  /** Undefined if there is no such name; an InputError, which names no path, if its file is damaged. */
  async find(name: string): Promise<KnownModel | undefined> {
    const candidate = await this.#candidate(name);
    return candidate && this.#read(candidate);
  }

  async #candidate(name: string): Promise<Candidate | undefined> {
    const [, where, folder = ''] = /^(models|runs)\/(.+)$/s.exec(name) ?? [];
    if (where === undefined) return undefined;
    const { folders } = await listFolder(where === 'runs' ? this.#runs : this.#models);
    if (!folders.includes(folder)) return undefined;
    return where === 'runs' ? this.#ofRun(folder) : this.#shipped(folder);
  }

  async #shipped(folder: string): Promise<Candidate | undefined> {
    const path = await modelIn(join(this.#models, folder));
    return path === undefined ? undefined : { name: `models/${folder}`, kind: 'shipped', path };
  }

  /** The model of a finished run; the newest snapshot or checkpoint of any other. */
  async #ofRun(run: string): Promise<Candidate | undefined> {
    const folder = join(this.#runs, run);
    const name = `runs/${run}`;
    const path = await modelIn(folder);
    if (path !== undefined) return { name, kind: 'run', path };
    const newest =
      (await newestIn(join(folder, 'snapshots'), '.onnx')) ??
      (await newestIn(join(folder, 'checkpoints'), '.safetensors'));
    return newest === undefined ? undefined : { name, kind: 'checkpoint', path: newest };
  }

  async #read(candidate: Candidate): Promise<KnownModel> {
    const { name, path } = candidate;
    const file = await statOf(path);
    if (!file) throw new InputError(`'${name}' is being replaced right now; ask again`);
    const version = `${path} ${file.size} ${file.mtimeMs}`;
    let known = this.#headers.get(version);
    if (!known) {
      known = readHeader(candidate, version, file.mtime);
      this.#headers.set(version, known);
      const [oldest] = this.#headers.keys();
      if (this.#headers.size > KEPT && oldest !== undefined) this.#headers.delete(oldest);
      // It may have been only half written.
      known.catch(() => this.#headers.delete(version));
    }
    return known;
  }
}

async function modelIn(folder: string): Promise<string | undefined> {
  const { files } = await listFolder(folder);
  const file = MODEL_FILES.find((name) => files.includes(name));
  return file === undefined ? undefined : join(folder, file);
}

/** The file with the largest number for its name. */
async function newestIn(folder: string, extension: string): Promise<string | undefined> {
  const { files } = await listFolder(folder);
  const [newest] = files
    .filter((file) => file.endsWith(extension) && /^\d+$/.test(file.slice(0, -extension.length)))
    .sort((a, b) => Number.parseInt(b) - Number.parseInt(a));
  return newest === undefined ? undefined : join(folder, newest);
}

async function readHeader(candidate: Candidate, version: string, modified: Date): Promise<KnownModel> {
  const { name, kind, path } = candidate;
  const file = await openFile(path).catch(() => {
    throw new InputError(`'${name}' cannot be read`);
  });
  const url = `/api/models/${encodeURIComponent(name)}/file`;
  try {
    if (path.endsWith('.onnx')) {
      if (file.size > LARGEST_ONNX) throw new InputError(`'${name}' is too large for a network: ${file.size} bytes`);
      const card = readCard(await file.read(0, file.size), name);
      const { game, family, network, values, date, provenance } = card;
      const players = [...neuralPlayersOf(card)];
      const info: ModelInfo = {
        name,
        kind,
        game,
        player: `${players[0]}:${name}`,
        players,
        form: 'onnx',
        bytes: file.size,
        network,
        stages: 'none',
        values: family === 'value' ? (values ?? 'afterstate') : 'action',
        ...origin(provenance),
        date,
        modified: modified.toISOString(),
        card: concealPaths({ ...card }) as Record<string, unknown>,
        url,
      };
      return { info, path, version };
    }
    const { header, form } = await readModel({ name, size: file.size, read: file.read });
    const { game, network, stages, values } = header.description;
    return {
      info: {
        name,
        kind,
        game,
        player: `ntuple:${name}`,
        players: ['ntuple'],
        form: form === 'compact' ? 'compact' : 'safetensors',
        bytes: file.size,
        network,
        stages,
        values,
        ...origin(header.provenance),
        date: header.date,
        modified: modified.toISOString(),
        card: null,
        url,
      },
      path,
      version,
    };
  } finally {
    await file.close();
  }
}

/** How it was trained, if the file says so. */
function origin({ method, games }: Readonly<Record<string, unknown>>): Pick<ModelInfo, 'method' | 'games'> {
  return {
    method: typeof method === 'string' ? method : null,
    games: typeof games === 'number' ? games : null,
  };
}
