// Thinking that is no longer wanted ends within a moment, whoever is thinking, and the player can be asked again.

import { parseBoard, parseGame } from 'afterstate';
import type { Choice } from 'afterstate';
import { openPlayer, openSharedNetwork } from 'afterstate/node';
import { describe, expect, it } from 'vitest';
import { addNeuralPlayers } from '../packages/lab/dist/neural/host.js';
import { startCommand } from './command.testing.ts';
import { shortest } from './times.testing.ts';

addNeuralPlayers();
const game = parseGame('2048');
/** On this board nneonneo's own depth is twelve plies: minutes. */
const DEEP = '131072,0,0,16384/1024,0,4096,8192/512,0,128,64/2,4,0,0';
const EMPTY = '2,0,0,4/0,0,8,0/0,16,0,0/2,0,0,32';
const SMALL = new URL('../models/2048-small', import.meta.url).pathname;
const MOVE_MS = 100;

async function giveUp(ask: (signal: AbortSignal) => Promise<Choice>, after: number): Promise<number> {
  const controller = new AbortController();
  const asked = ask(controller.signal);
  let aborted = 0;
  setTimeout(() => {
    aborted = performance.now();
    controller.abort(new Error('no longer wanted'));
  }, after);
  await expect(asked).rejects.toThrow('no longer wanted');
  return performance.now() - aborted;
}

describe('a player whose answer is no longer wanted', () => {
  it.each([
    ['nneonneo', DEEP],
    ['expectimax?depth=10', EMPTY],
    ['expectimax?depth=10&table=0', EMPTY],
    ['minimax?depth=9', EMPTY],
    ['alphabeta?depth=12', EMPTY],
    ['montecarlo?runs=1000000', EMPTY],
    ['ovolve?ms=60000', EMPTY],
    ['ovolve?depth=12', EMPTY],
    [`ntuple:${SMALL}?ply=8`, EMPTY],
    [`ntuple:${SMALL}?ms=60000`, EMPTY],
    ['mcts?sims=100000', EMPTY],
  ])('%s stops within a tenth of a second, and answers the next question', async (spec, board) => {
    const player = await openPlayer(spec, { game });
    try {
      const state = parseBoard(board, game);
      for (const after of [1, 150]) {
        const late = (): Promise<number> => giveUp((signal) => player.choose(state, { signal }), after);
        expect(await shortest(MOVE_MS, late)).toBeLessThan(MOVE_MS);
      }
      const stuck = parseBoard('2,4,2,4/4,2,4,2/2,4,2,4/4,2,4,2', game);
      expect(await player.choose(stuck, { signal: new AbortController().signal })).toEqual({
        best: undefined,
        moves: [],
      });
    } finally {
      await player.close();
    }
  });

  it('stops on all of its threads', async () => {
    const player = await openPlayer('nneonneo', { game, threads: 2 });
    try {
      const late = (): Promise<number> => giveUp((signal) => player.choose(parseBoard(DEEP, game), { signal }), 150);
      expect(await shortest(MOVE_MS, late)).toBeLessThan(MOVE_MS);
    } finally {
      await player.close();
    }
  });

  it('does not start if nobody wants it any more', async () => {
    const player = await openPlayer('nneonneo', { game });
    try {
      const signal = AbortSignal.abort(new Error('never'));
      await expect(player.choose(parseBoard(DEEP, game), { signal })).rejects.toThrow('never');
    } finally {
      await player.close();
    }
  });
});

describe('a shared network', () => {
  const SPECS = [
    'ntuple',
    'ntuple?ply=2',
    'ntuple?ply=3',
    'ntuple?ply=3&table=4',
    'ntuple?ply=3&table=0',
    'ntuple?ply=2-4',
  ];
  const BOARDS = ['2,4,8,16/0,2,4,8/0,0,2,4/0,0,0,2', EMPTY, '512,256,4,2/32,64,8,4/16,8,4,0/2,4,0,0'];
  const more = ['ntuple?ply=3&cutoff=0.01', 'ntuple?ply=2&downgrade=512', 'ntuple?ply=4&table=20'];

  it('answers at once as separate players would, whatever their options', async () => {
    const states = BOARDS.map((board) => parseBoard(board, game));
    const wanted = new Map<string, Choice[]>();
    for (const spec of [...SPECS, ...more]) {
      const player = await openPlayer(spec.replace('ntuple', `ntuple:${SMALL}`), { game });
      wanted.set(spec, []);
      for (const state of states) wanted.get(spec)!.push(await player.choose(state));
      await player.close();
    }
    const shared = await openSharedNetwork({ game, model: SMALL, threads: 3, mostTable: 20 });
    try {
      for (let round = 0; round < 3; round++) {
        const asked = [...wanted].flatMap(([spec, choices]) =>
          choices.map(async (choice, i) => expect(await shared.choose(spec, states[i]!), spec).toEqual(choice)),
        );
        await Promise.all(asked);
      }
    } finally {
      await shared.close();
    }
  });

  it('stops one question and lets the others think', async () => {
    const shared = await openSharedNetwork({ game, model: SMALL, threads: 2, mostTable: 18 });
    try {
      const state = parseBoard(EMPTY, game);
      const late = async (): Promise<number> => {
        const other = shared.choose('ntuple?ms=400', state);
        const ms = await giveUp((signal) => shared.choose('ntuple?ply=9', state, { signal }), 100);
        expect((await other).best).toBeDefined();
        return ms;
      };
      expect(await shortest(MOVE_MS, late)).toBeLessThan(MOVE_MS);
      // The stopped thread thinks again.
      const [one, two] = await Promise.all([
        shared.choose('ntuple?ply=3', state),
        shared.choose('ntuple?ply=3', state),
      ]);
      expect(one).toEqual(two);
      await expect(shared.choose('ntuple?table=22', state)).rejects.toThrow(/the most here is 18/);
    } finally {
      await shared.close();
    }
  });
});

describe('afterstate move', () => {
  it('says that it is thinking, and how to end it, and ends on Ctrl-C', async () => {
    const { child, ended } = startCommand('.', 'move', '--player', 'nneonneo', '--board', DEEP);
    let said = '';
    child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
    child.stderr.once('data', () => child.kill('SIGINT'));
    const { status, stdout } = await ended;
    expect([status, stdout]).toEqual([130, '']);
    expect(said).toMatch(/^nneonneo has been thinking for 3 s; stop it with Ctrl-C, or set a --limit\n/);
  });

  it('ends with one line if the limit comes first, long before the minutes that it needs', async () => {
    const { ended } = startCommand('.', 'move', '--player', 'nneonneo', '--board', DEEP, '--limit', '1');
    const { status, stdout, stderr } = await ended;
    expect([status, stdout, stderr]).toEqual([
      1,
      '',
      'afterstate: nneonneo found no move within 1 s; give it a smaller depth, or a longer --limit\n',
    ]);
  });
});
