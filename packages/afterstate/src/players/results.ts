// Collects the games of a series as they end, in any order, into what `playGames` promises; every player uses it.

import type { GameResults, PlayedGame, PlayOptions } from './player.ts';

/** How a game ended: its score, its length, and the exponent of its largest tile. */
export interface GameEnd {
  readonly score: number;
  readonly moves: number;
  readonly largest: number;
}

export class ResultsCollector {
  readonly #scores: Float64Array;
  readonly #moves: Uint32Array;
  readonly #largest: Uint8Array;
  readonly #records: PlayedGame[] | undefined;
  readonly #onGame: PlayOptions['onGame'];
  readonly #began = performance.now();

  constructor({ games, records = false, onGame }: PlayOptions) {
    this.#scores = new Float64Array(games);
    this.#moves = new Uint32Array(games);
    this.#largest = new Uint8Array(games);
    this.#records = records && !onGame ? [] : undefined;
    this.#onGame = onGame;
  }

  /** Takes game `index` of the series; `played` only if records were requested. */
  take(index: number, { score, moves, largest }: GameEnd, played?: PlayedGame): void {
    this.#scores[index] = score;
    this.#moves[index] = moves;
    this.#largest[index] = largest;
    if (!played) return;
    const { start, plies } = played;
    if (this.#records) this.#records[index] = { start, plies };
    else this.#onGame?.(index, { start, plies, score, largest });
  }

  /** All results; the time counts from when the collector was made. */
  results(): GameResults {
    return {
      scores: this.#scores,
      moves: this.#moves,
      largest: this.#largest,
      seconds: (performance.now() - this.#began) / 1000,
      ...(this.#records && { records: this.#records }),
    };
  }
}
