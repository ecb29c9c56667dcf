// Opens a model file in any format, going by its content, not its name; for any other file, the error says what it seems to be.

import type { GameName } from '../rules/game.ts';
import { InputError } from '../rules/input-error.ts';
import { COMPACT_MAGIC, readCompact } from './compact.ts';
import type { ModelFile, ModelSource } from './model.ts';
import { damaged } from './model.ts';
import { readSafetensors } from './safetensors.ts';
import { LONGEST_HEADER } from './tensors.ts';
import { looksLikeTdl, readTdl } from './tdl.ts';

/** What other files begin with. */
const FOREIGN: readonly (readonly [start: string, what: string])[] = [
  ['PK\x03\x04', 'a zip archive, such as PyTorch writes'],
  ['\x1f\x8b', 'compressed by gzip; unpack it first'],
  ['\x28\xb5\x2f\xfd', 'compressed by zstd; unpack it first'],
  ['\x80', 'a pickle, such as older PyTorch writes'],
  ['\x89HDF', 'an HDF5 file, such as Keras writes'],
  ['\x93NUMPY', 'a NumPy array'],
  ['GGUF', 'a GGUF file'],
  ['version https://git-lfs', 'a pointer to a file in Git LFS; fetch that file with git lfs pull'],
  ['<', 'a page of HTML or XML'],
  ['{', 'a JSON file'],
];

/** A model of this project, in either of its forms; `game` refuses models of another game. */
export async function readModel(source: ModelSource, game?: GameName): Promise<ModelFile> {
  const model = await readAnyModel(source);
  if (model.form === 'tdl') {
    const name = source.name.replace(/\.w$/, '');
    throw new InputError(
      `'${source.name}' is a .w file of TDL2048; convert it first: afterstate convert ${source.name} ${name}.safetensors`,
    );
  }
  const { game: own } = model.header.description;
  if (game !== undefined && own !== game)
    throw new InputError(`'${source.name}' is a model of ${own}, and the game is ${game}`);
  return model;
}

/** Opens TDL2048's files too. */
export async function readAnyModel(source: ModelSource): Promise<ModelFile> {
  const { name, size } = source;
  if (size === 0) throw new InputError(`'${name}' is empty, so it is not a model`);
  const bytes = await source.read(0, Math.min(64, size));
  const text = new TextDecoder('latin1').decode(bytes);
  if (text.startsWith(COMPACT_MAGIC)) {
    const version = /^afterstate compact (\d+)\n/.exec(text)?.[1];
    if (version === '1' || version === '2') return readCompact(source, version === '1' ? 1 : 2);
    throw version === undefined
      ? damaged(name, 'its first line is incomplete')
      : new InputError(
          `'${name}' is a compact model of version ${version}, but this program reads versions 1 and 2; use the version of afterstate that wrote it`,
        );
  }
  const foreign = FOREIGN.find(([start]) => text.startsWith(latin1(start)));
  if (looksLikeTdl(bytes)) return readTdl(source);
  if (text[8] === '{' && new DataView(bytes.buffer, bytes.byteOffset).getUint32(4, true) === 0) {
    const length = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true);
    if (length > LONGEST_HEADER) throw damaged(name, `its header of ${length} bytes is too long`);
    return readSafetensors(source);
  }
  throw new InputError(
    `'${name}' is ${foreign ? foreign[1] : 'not a model'}${foreign?.[1].includes(';') ? '' : '; models are .safetensors or .compact files that afterstate wrote'}`,
  );
}

/** As TextDecoder reads the bytes 0x80 to 0x9f: Windows' characters, in spite of its name. */
function latin1(text: string): string {
  return new TextDecoder('latin1').decode(Uint8Array.from(text, (character) => character.charCodeAt(0)));
}
