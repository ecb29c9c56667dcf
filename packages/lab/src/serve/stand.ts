// Faults that nothing caught: one line each, and the server continues. A request that failed has its own answer already; what is
// left over concerns nobody who waits.

type Fault = 'unhandledRejection' | 'uncaughtException';

/** From now on, until the function that it gives is called. */
export function standFaults(write: (line: string) => void): () => void {
  const hear = (fault: unknown): void => write(`afterstate: uncaught fault: ${lineOf(fault)}\n`);
  const kinds: readonly Fault[] = ['unhandledRejection', 'uncaughtException'];
  for (const kind of kinds) process.on(kind, hear);
  return () => {
    for (const kind of kinds) process.off(kind, hear);
  };
}

/** What it says, and the first place of this project or its packages that it names. */
function lineOf(fault: unknown): string {
  if (!(fault instanceof Error)) return String(fault).replaceAll(/\s+/g, ' ').slice(0, 300);
  const place = fault.stack?.split('\n').find((line) => /^\s+at /.test(line) && !line.includes('node:'));
  const where = place === undefined ? '' : ` (${place.trim().replace(/^at /, 'at ')})`;
  return `${fault.name}: ${fault.message.replaceAll(/\s+/g, ' ').slice(0, 300)}${where}`;
}
