import { create2048, GAME_NAMES, MOVES, parseBoard, parseGame, Random } from 'afterstate';
import { describe, expect, it } from 'vitest';
import { trace } from './trace.ts';

describe('the way of each tile', () => {
  it('is found when tiles slide and merge', () => {
    const game = parseGame('2048');
    const { board } = parseBoard('2,2,4,0/0,4,0,4/2,0,0,0/8,4,4,8', game);
    const after = game.afterstate({ board }, 'left')!;
    expect(trace(board, after.board, 'left', game)).toEqual([
      { from: 0, to: 0 },
      { from: 1, to: 0 },
      { from: 2, to: 1 },
      { from: 5, to: 4 },
      { from: 7, to: 4 },
      { from: 8, to: 8 },
      { from: 12, to: 12 },
      { from: 13, to: 13 },
      { from: 14, to: 13 },
      { from: 15, to: 14 },
    ]);
  });

  it.each([
    ...GAME_NAMES.map((name) => [name, parseGame(name)] as const),
    ['2048 on 3×5', create2048({}, { rows: 3, columns: 5 })] as const,
  ])('accounts for every tile of random games of %s', (_, game) => {
    for (let number = 0; number < 4; number++) {
      const random = Random.forGame(7, number);
      let state = game.start(random);
      for (;;) {
        const legal = game.legalMoves(state);
        if (legal.length === 0) break;
        for (const move of MOVES) {
          const after = game.afterstate(state, move);
          if (!after) continue;
          const slides = trace(state.board, after.board, move, game);
          const cells = (board: readonly number[]) => [...board.keys()].filter((cell) => board[cell] !== 0);
          expect(slides.map(({ from }) => from).sort((a, b) => a - b)).toEqual(cells(state.board));
          expect([...new Set(slides.map(({ to }) => to))].sort((a, b) => a - b)).toEqual(cells(after.board));
          for (const { from, to } of slides) {
            const alone = slides.filter((other) => other.to === to).length === 1;
            if (alone) expect(after.board[to]).toBe(state.board[from]);
          }
        }
        const after = game.afterstate(state, legal[random.below(legal.length)]!)!;
        state = game.spawn(after, random).state;
      }
    }
  });
});
