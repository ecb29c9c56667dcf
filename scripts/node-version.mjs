// Which versions of Node the project runs on. The packages it builds with refuse the odd-numbered, short-lived releases.

const SUPPORTED = [
  { major: 20, minor: 19 },
  { major: 22, minor: 12 },
];
const FIRST_OF_THE_REST = 24;

/** One line for a person whose Node is too old, or undefined when it will do. */
export function nodeProblem(version) {
  const [major, minor] = version.replace(/^v/, '').split('.').map(Number);
  if (major >= FIRST_OF_THE_REST) return undefined;
  if (SUPPORTED.some((one) => one.major === major && minor >= one.minor)) return undefined;
  const wanted = SUPPORTED.map((one) => `${one.major}.${one.minor} or later in ${one.major}`).join(', ');
  return `afterstate needs Node ${wanted}, or ${FIRST_OF_THE_REST} and later; this is ${version}. Install one from https://nodejs.org`;
}
