// How long something takes, on a machine that may be busy with other things.

/**
 * The shortest time of several tries, which end with the first one under a limit. A machine's other work makes times
 * longer, never shorter: a single time under the limit shows that the project keeps it, and the others only show how busy the machine is.
 */
export async function shortest(limit: number, measure: () => number | Promise<number>, tries = 30): Promise<number> {
  let least = Infinity;
  for (let i = 0; i < tries && !(least < limit); i++) least = Math.min(least, await measure());
  return least;
}
