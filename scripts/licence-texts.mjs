// The licences of packages that become part of what this project distributes, which must include their notices.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** For packages that name the licence but omit its text. */
const MIT = (holder) => `MIT License

Copyright (c) ${holder}

Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated documentation files (the "Software"), to deal in the Software without restriction, including without limitation the rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit persons to whom the Software is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.
`;
const HOLDERS = { 'onnxruntime-web': 'Microsoft Corporation', 'onnxruntime-common': 'Microsoft Corporation' };

/** The folder of the package that a module is in; undefined for the project's own. */
export function packageOf(module) {
  const [, folder] = /^(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(module.replaceAll('\\', '/')) ?? [];
  return folder !== undefined && existsSync(join(folder, 'package.json')) ? folder : undefined;
}

/** One text with the name, version and licence of each package. Throws if a licence has no text. */
export function noticesOf(folders) {
  const notices = [...new Set(folders)].map((folder) => {
    const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    const file = readdirSync(folder).find((entry) => /^(licen[cs]e|copying)(\.(md|txt))?$/i.test(entry));
    const holder = HOLDERS[name];
    if (file === undefined && !(license === 'MIT' && holder))
      throw new Error(
        `${name} ${version} (${license}) has no text of its licence: add its holder to ${import.meta.url}`,
      );
    const text = file === undefined ? MIT(holder) : readFileSync(join(folder, file), 'utf8');
    return `${name} ${version} (${license})\n\n${text.trim()}\n`;
  });
  return notices.sort().join(`\n${'─'.repeat(80)}\n\n`);
}
