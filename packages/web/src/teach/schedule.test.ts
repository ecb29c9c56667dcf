import { describe, expect, it } from 'vitest';
import { answered, BOXES, isDue, type Progress, UNTRIED } from './schedule.ts';

const DAY = 86_400_000;
const NOW = 1_800_000_000_000;

describe('a position of the notebook', () => {
  it('is due until it has been tried', () => {
    expect(isDue(UNTRIED, NOW)).toBe(true);
    expect(isDue(answered(UNTRIED, true, NOW), NOW)).toBe(false);
  });

  it('waits twice as long after each right answer in time, up to 32 days', () => {
    let [progress, now]: [Progress, number] = [UNTRIED, NOW];
    for (const days of [...BOXES, 32, 32]) {
      progress = answered(progress, true, now);
      expect(progress.due - now).toBe(days * DAY);
      expect(isDue(progress, progress.due - 1)).toBe(false);
      now = progress.due;
    }
    expect(progress).toMatchObject({ box: BOXES.length, tries: 8, right: 8, last: now - 32 * DAY });
  });

  it('comes back ten minutes after a wrong answer, and starts over', () => {
    const known = answered(answered(UNTRIED, true, NOW), true, NOW + DAY);
    expect(known.box).toBe(2);
    const wrong = answered(known, false, NOW + 3 * DAY);
    expect(wrong).toEqual({ box: 0, due: NOW + 3 * DAY + 600_000, tries: 3, right: 2, last: NOW + 3 * DAY });
    expect(answered(wrong, true, wrong.due).box).toBe(1);
  });

  it('is not moved on by an early right answer', () => {
    const known = answered(UNTRIED, true, NOW);
    expect(answered(known, true, NOW + 1000)).toMatchObject({ box: 1, due: known.due, tries: 2 });
    expect(answered(known, false, NOW + 1000)).toMatchObject({ box: 0 });
  });
});
