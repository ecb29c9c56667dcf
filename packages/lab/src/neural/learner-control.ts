// The few numbers that a learner and its threads share: how many threads wait, the turn they wait for, and what is not finite: 0
// for nothing, LOSS, or 1 + the number of the parameter with that gradient.

export const WAITING = 0;
export const TURN = 1;
export const BROKEN = 2;

export const LOSS = -1;
