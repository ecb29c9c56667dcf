// A person's game on the board: a timeline, what decides which best score it counts towards, and what tells it from other games.

import { type Game, type State, Timeline } from 'afterstate';

/** Who wrote an entry and after how many changes: enough to tell whether another tab has played on meanwhile. */
export interface Edition {
  readonly writer: string;
  readonly version: number;
}

export interface OwnGameOptions {
  /** Whether it began from a set-up board, or from the middle of another game. */
  readonly edited?: boolean;
  /** The score before its start. */
  readonly earlier?: number;
  readonly id?: string;
  readonly began?: number;
  /** The id of the game it replaced. */
  readonly before?: string | undefined;
}

/** Who played, in records: a person, or a person and a player. */
export const PERSON = 'human';
export const WITH_HELP = 'a person with help';

export class OwnGame extends Timeline {
  readonly seed: number;
  readonly edited: boolean;
  readonly earlier: number;
  readonly began: number;
  readonly before: string | undefined;
  /** It changes once another tab is known to play on with the same game. */
  id: string;
  /** Whether a player has moved in it. */
  helped = false;
  /** Whether auto-run began it, and no person has moved in it since. */
  auto = false;
  /** Who made its moves: `PERSON`, a player's spec, or `WITH_HELP`. */
  player = PERSON;
  /** Changes so far. */
  version = 0;
  /** When it last changed. */
  played: number;
  /** The edition that this visit found. */
  base: Edition | undefined;

  constructor(game: Game, start: State, seed: number, options: OwnGameOptions = {}) {
    super(game, start);
    this.seed = seed;
    this.edited = options.edited ?? false;
    this.earlier = options.earlier ?? 0;
    this.id = options.id ?? newGameId();
    this.began = options.began ?? Date.now();
    this.played = this.began;
    this.before = options.before;
  }

  /** The score, including what came before the start. */
  get score(): number {
    return this.earlier + this.position.score;
  }

  /** Notes who makes the next move. Of several players the last one counts: one may stand in until another's model is here. */
  movedBy(mover: string): void {
    const mixed = this.moves > 0 && this.player !== mover && [this.player, mover].some(isPerson);
    this.player = mixed ? WITH_HELP : mover;
    this.helped ||= mover !== PERSON;
    this.auto &&= mover !== PERSON;
  }

  /** Whether anything would be missed without it. */
  get isWorthKeeping(): boolean {
    return this.moves + this.ahead > 0 || this.edited;
  }
}

function isPerson(player: string): boolean {
  return player === PERSON || player === WITH_HELP;
}

export function newGameId(): string {
  return Array.from(crypto.getRandomValues(new Uint32Array(3)), (word) => word.toString(36)).join('-');
}
