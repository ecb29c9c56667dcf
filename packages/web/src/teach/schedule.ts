// When a position comes back: Leitner's boxes. A right answer moves it one box on, and each box waits twice as long as the one before;
// a wrong answer puts it back to the start, and it returns after ten minutes. An early answer proves less:
// a right one then changes nothing.

const DAY = 86_400_000;
const AGAIN = 600_000;

/** The days that each box waits; a position never answered right is in none. */
export const BOXES = [1, 2, 4, 8, 16, 32] as const;

/** How far a person has come with a position. */
export interface Progress {
  /** From 1 up, by `BOXES`; 0 before the first right answer and after a wrong one. */
  readonly box: number;
  /** When it comes back, in ms; 0 if it was never tried. */
  readonly due: number;
  readonly tries: number;
  readonly right: number;
  /** When it was last answered. */
  readonly last: number;
}

export const UNTRIED: Progress = { box: 0, due: 0, tries: 0, right: 0, last: 0 };

export function isDue({ due }: Progress, now: number): boolean {
  return due <= now;
}

export function answered(progress: Progress, isRight: boolean, now: number): Progress {
  const { tries, right } = progress;
  const counted = { tries: tries + 1, right: right + Number(isRight), last: now };
  if (!isRight) return { box: 0, due: now + AGAIN, ...counted };
  if (!isDue(progress, now)) return { ...progress, ...counted };
  const box = Math.min(progress.box + 1, BOXES.length);
  return { box, due: now + DAY * BOXES[box - 1]!, ...counted };
}
