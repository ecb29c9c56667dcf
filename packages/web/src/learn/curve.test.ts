import { describe, expect, it } from 'vitest';
import { extended, newest, type Point, reach, smoothed, toldTiles } from './curve.ts';

const block = (averageScore: number, games = 10) => ({
  games,
  moves: 100 * games,
  seconds: 0.5,
  averageScore,
  maxScore: 2 * averageScore,
  largest: [0, 0, games - 1, 1],
});

describe('the curve of a training', () => {
  it('has one point per block and counts all games', () => {
    let points: readonly Point[] = [];
    for (let i = 1; i <= 5; i++) points = extended(points, block(i));
    expect(points.map(({ at }) => at)).toEqual([10, 20, 30, 40, 50]);
  });

  it('never has more points than can be seen, and loses no game', () => {
    let points: readonly Point[] = [];
    for (let i = 1; i <= 5000; i++) points = extended(points, block(i));
    expect(points.length).toBeLessThanOrEqual(512);
    expect(points.reduce((sum, { games }) => sum + games, 0)).toBe(50_000);
    expect(points.at(-1)!.at).toBe(50_000);
    const average = points.reduce((sum, { games, averageScore }) => sum + games * averageScore, 0) / 50_000;
    expect(average).toBeCloseTo(2500.5);
    for (let i = 1; i < points.length; i++) expect(points[i]!.at).toBeGreaterThan(points[i - 1]!.at);
  });

  it('says how the newest games went', () => {
    let points: readonly Point[] = [];
    for (let i = 1; i <= 10; i++) points = extended(points, block(i));
    const recent = newest(points, 25)!;
    expect(recent.games).toBe(30);
    expect(recent.averageScore).toBeCloseTo(9);
    expect(reach(recent, 3)).toBeCloseTo(0.1);
    expect(reach(recent, 2)).toBe(1);
    expect(newest([], 10)).toBeUndefined();
  });
});

describe('the curve as drawn', () => {
  const of = (...blocks: readonly { games: number; averageScore: number; largest: readonly number[] }[]) =>
    blocks.reduce<readonly Point[]>(
      (points, more) => extended(points, { moves: 1, seconds: 1, maxScore: 0, ...more }),
      [],
    );

  it('covers the last games, so that a block of one game makes no spike', () => {
    const steady = Array.from({ length: 10 }, () => ({ games: 50, averageScore: 1000, largest: [0, 25, 25] }));
    const drawn = smoothed(of(...steady, { games: 1, averageScore: 9000, largest: [0, 0, 1] }), 300);
    expect(drawn.map(({ at }) => at)).toEqual(of(...steady, steady[0]!).map(({ at }, i) => (i < 10 ? at : 501)));
    expect(drawn.at(-1)!.averageScore).toBeLessThan(1030);
    expect(reach(drawn.at(-1)!, 2)).toBeCloseTo(0.5, 2);
    expect(drawn[0]!.games).toBe(50);
    expect(drawn.at(-1)!.games).toBe(301);
  });

  it('shows a tile from when it is first made, even while it is not made again', () => {
    const good = { games: 100, averageScore: 1, largest: [0, 0, 0, 0, 0, 0, 0, 50, 50] };
    const bad = { games: 100, averageScore: 1, largest: [0, 0, 0, 0, 0, 0, 100, 0, 0] };
    expect(toldTiles(of(good))).toEqual([4, 5, 6, 7, 8]);
    expect(toldTiles(of(good, bad, bad))).toEqual([4, 5, 6, 7, 8]);
    expect(toldTiles([])).toEqual([]);
  });
});
