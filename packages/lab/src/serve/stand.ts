// Uncaught faults: one line each, and the server continues. A failed request already has its own answer; nobody waits for
// whatever is left.

type Fault = 'unhandledRejection' | 'uncaughtException';

/** Catches faults from now on, until the returned function is called. */
export function standFaults(write: (line: string) => void): () => void {
  const hear = (fault: unknown): void => write(`afterstate: uncaught fault: ${lineOf(fault)}\n`);
  const kinds: readonly Fault[] = ['unhandledRejection', 'uncaughtException'];
  for (const kind of kinds) process.on(kind, hear);
  return () => {
    for (const kind of kinds) process.off(kind, hear);
  };
}

/** The message of a fault, and the first place in this project or its packages that it names. */
function lineOf(fault: unknown): string {
  if (!(fault instanceof Error)) return String(fault).replaceAll(/\s+/g, ' ').slice(0, 300);
  const place = fault.stack?.split('\n').find((line) => /^\s+at /.test(line) && !line.includes('node:'));
  const where = place === undefined ? '' : ` (${place.trim().replace(/^at /, 'at ')})`;
  return `${fault.name}: ${fault.message.replaceAll(/\s+/g, ' ').slice(0, 300)}${where}`;
}
