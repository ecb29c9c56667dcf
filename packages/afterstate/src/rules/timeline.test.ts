import { describe, expect, it } from 'vitest';
import { MOVES } from './game.ts';
import { parseGame } from './games.ts';
import { Random } from './random.ts';
import { readRecord, writeRecord } from './record.ts';
import { Timeline } from './timeline.ts';

function played(name: string, moves: number): { timeline: Timeline; boards: string[] } {
  const game = parseGame(name);
  const random = Random.forGame(3, 0);
  const timeline = new Timeline(game, game.start(random));
  const boards = [timeline.position.state.board.join()];
  while (timeline.moves < moves && !timeline.isOver) {
    if (timeline.play(MOVES[random.below(4)]!, random)) boards.push(timeline.position.state.board.join());
  }
  return { timeline, boards };
}

describe.each(['2048', 'threes'])('a game of %s', (name) => {
  it('can be undone to its start and redone, move by move', () => {
    const { timeline, boards } = played(name, 80);
    const end = timeline.position;
    for (let at = timeline.moves - 1; at >= 0; at--) {
      expect(timeline.undo()).toBeDefined();
      expect(timeline.position.state.board.join()).toBe(boards[at]);
    }
    expect(timeline.undo()).toBeUndefined();
    for (const board of boards.slice(1)) {
      timeline.redo();
      expect(timeline.position.state.board.join()).toBe(board);
    }
    expect(timeline.redo()).toBeUndefined();
    expect(timeline.position).toEqual(end);
  });

  it('forgets what lay ahead when another way is taken', () => {
    const { timeline } = played(name, 70);
    for (let i = 0; i < 40; i++) timeline.undo();
    const at = timeline.moves;
    const random = Random.forGame(4, 0);
    while (!timeline.play(MOVES[random.below(4)]!, random));
    expect(timeline.moves).toBe(at + 1);
    expect(timeline.ahead).toBe(0);
    timeline.undo();
    timeline.redo();
    expect(timeline.positionAt(at + 1)).toEqual(timeline.position);
  });

  it('takes in moves played elsewhere', () => {
    const { timeline, boards } = played(name, 75);
    const other = new Timeline(timeline.game, timeline.start);
    other.extend(timeline.plies, timeline.position);
    for (let at = timeline.moves; at > 0; at--) {
      expect(other.position.state.board.join()).toBe(boards[at]);
      other.undo();
    }
  });

  it('is the same game after being kept and restored, wherever one was in it', () => {
    const { timeline } = played(name, 80);
    for (let i = 0; i < 7; i++) timeline.undo();
    const { start, plies } = timeline;
    const again = new Timeline(timeline.game, start);
    again.restore(plies, timeline.moves);
    expect(again.position).toEqual(timeline.position);
    expect(again.lastPly).toEqual(timeline.lastPly);
    expect(again.ahead).toBe(7);
    plies[20]! ^= 0b111100;
    expect(() => again.restore(plies, 7)).toThrow('ply 21');
  });

  it('has a record that the rules accept', () => {
    const { timeline } = played(name, 60);
    timeline.undo();
    const record = readRecord(writeRecord(timeline.record('human', 3)));
    expect(record.moves).toBe(timeline.moves);
    expect(record.score).toBe(timeline.position.score);
  });
});
