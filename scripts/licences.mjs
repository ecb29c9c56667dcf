// Lists the licences of all packages that the project needs, from the lock file: those that users install, and those that only
// building and testing needs. Fails if one is not on the list of licences compatible with MIT. `npm run licences [-- --json]`.

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const LOCK = fileURLToPath(new URL('../package-lock.json', import.meta.url));

const FREE = [
  'MIT',
  'ISC',
  '0BSD',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'Unlicense',
];
/** Licences for building and testing only, not for distribution. */
const FOR_BUILDING = [...FREE, 'MPL-2.0', 'CC-BY-4.0', 'Python-2.0'];

/** Whether an SPDX expression allows use under the licences of a list. */
function isAllowed(expression, list) {
  const text = expression.replace(/^\((.*)\)$/, '$1');
  if (text.includes(' OR ')) return text.split(' OR ').some((part) => isAllowed(part, list));
  return text.split(' AND ').every((part) => list.includes(part));
}

const { packages } = JSON.parse(readFileSync(LOCK, 'utf8'));
const all = Object.entries(packages)
  .filter(([path, { link }]) => path.includes('node_modules/') && !link)
  .map(([path, { version, license = 'unknown', dev = false, optional = false }]) => ({
    name: path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length),
    version,
    licence: license,
    for: dev ? 'building' : 'use',
    optional,
  }))
  .sort((a, b) => (a.name < b.name ? -1 : 1));
const refused = all.filter((one) => !isAllowed(one.licence, one.for === 'use' ? FREE : FOR_BUILDING));

if (process.argv.includes('--json')) console.log(JSON.stringify(all));
else {
  for (const kind of ['use', 'building']) {
    const some = all.filter((one) => one.for === kind);
    const byLicence = grouped(some);
    console.log(
      kind === 'use'
        ? `Installed with the packages: ${some.length}`
        : `\nFor building and testing only: ${some.length}`,
    );
    for (const [licence, them] of [...byLicence].sort(([, a], [, b]) => b.length - a.length))
      console.log(`  ${licence}: ${them.map(({ name, version }) => `${name} ${version}`).join(', ')}`);
  }
}
for (const { name, version, licence } of refused)
  console.error(`${name} ${version}: its licence, ${licence}, is not on the list in scripts/licences.mjs`);
process.exitCode = refused.length > 0 ? 1 : 0;

function grouped(some) {
  const groups = new Map();
  for (const one of some) groups.set(one.licence, [...(groups.get(one.licence) ?? []), one]);
  return groups;
}
