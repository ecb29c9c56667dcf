// How long something takes, on a machine that may be busy with other things.

/**
 * The shortest time of several tries, the last of them the first that is under a limit. What else a machine has to do makes a time
 * longer and never shorter: one that is once under the limit is held by the project, and the others say something about the machine.
 */
export async function shortest(limit: number, measure: () => number | Promise<number>, tries = 30): Promise<number> {
  let least = Infinity;
  for (let i = 0; i < tries && !(least < limit); i++) least = Math.min(least, await measure());
  return least;
}
