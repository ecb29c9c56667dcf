// The player `dqn:FILE?vote=sum`: the legal move with the largest action value, of the board as it is or of all eight symmetric
// boards together. Importing this module adds it to the players.

import { addPlayers, neuralPlayer } from 'afterstate';
import { NODE_HOST } from '../neural/players.ts';

addPlayers(neuralPlayer('dqn', NODE_HOST));
