// The library's public face, the same in Node and in browsers. Players are opened through 'afterstate/node' or
// 'afterstate/browser', which know where threads and files come from.

export * from './rules/index.ts';
export type { Expander } from './kernel/expander.ts';
export type { Replayed, Replayer } from './kernel/replayer.ts';
export { ENTRY_BYTES, LONGEST_GAME } from './kernel/replayer.ts';
export type { MoveChance, SolvedEndgame, SolveOptions } from './kernel/solved-endgame.ts';
export type { Watched, Watching } from './kernel/series.ts';
export { Pace, watch } from './kernel/series.ts';
export { packState, type Packed, unpackState } from './kernel/pack.ts';
export type {
  Choice,
  ChooseOptions,
  FinishedGame,
  GameResults,
  MoveValue,
  PlayedGame,
  Player,
  PlayOptions,
  View,
} from './players/player.ts';
export type { SharedNetwork, SharedNetworkOptions } from './players/shared-network.ts';
export { ChooserPlayer } from './players/chooser-player.ts';
export type { PlayerContext, PlayerDeclaration, PlayerInfo, PlayerKind, Told } from './players/kind.ts';
export { definePlayer, describePlayer } from './players/kind.ts';
export { addPlayers, playerNamed, PLAYERS } from './players/registry.ts';
export type { GameEnd } from './players/results.ts';
export { ResultsCollector } from './players/results.ts';
export type { Asked, Chooser, Evaluate, Evaluated, StepOptions, Vote } from './players/neural.ts';
export { playInStep, policyChooser, valueChooser, VOTES } from './players/neural.ts';
export { NEURAL_FAMILIES, type NeuralFamily } from './players/families.ts';
export type { NeuralCard } from './players/neural-file.ts';
export { CARD_FORMAT, CARD_VERSION, NO_CHECKSUM, readCard, sealFile } from './players/neural-file.ts';
export type { NeuralSession, OpenSession } from './players/neural-evaluator.ts';
export { NeuralEvaluator } from './players/neural-evaluator.ts';
export type { NeuralFile, NeuralHost, NeuralOrder, NeuralPlayerName, NeuralWay } from './players/neural-kinds.ts';
export { declareNeural, NEURAL_PLAYERS, neuralChooser, neuralPlayer, neuralPlayersOf } from './players/neural-kinds.ts';
export type { TreeSearchSettings } from './players/mcts-search.ts';
export { TreeSearch } from './players/mcts-search.ts';
export type { ValueSettings } from './players/mcts-value.ts';
export { VALUE_MEANINGS, VALUE_SCALES, valueTarget } from './players/mcts-value.ts';
export type { Heuristic, Weights } from './players/evaluation.ts';
export { formatWeights, readWeights } from './players/evaluation.ts';
export type { LearnerOptions, Learned, LearnOptions, Start } from './networks/learner.ts';
export { Learner } from './networks/learner.ts';
export type { PlaceOptions } from './networks/placed-network.ts';
export { PlacedNetwork } from './networks/placed-network.ts';
export type { LearnSettings, Loop, Method } from './networks/methods.ts';
export { delayOf, learnSettings, METHODS } from './networks/methods.ts';
export type { Network, NetworkDescription } from './networks/network.ts';
export { createNetwork, networkBytes, weightCount } from './networks/network.ts';
export { narrowStep } from './networks/placement.ts';
export type { Feature, Pattern } from './networks/pattern.ts';
export { FEATURES, isFoldable, NETWORKS, parseNetwork } from './networks/pattern.ts';
export type { TupleClass, TupleOptions } from './networks/tuples.ts';
export { canonicalTuple, isConnected, networkNamed, tupleClasses } from './networks/tuples.ts';
export type { Stages } from './networks/stages.ts';
export { defaultStages, STAGE_NAMES, stageGuess, stageReached } from './networks/stages.ts';
export type {
  ChunkOptions,
  ModelFile,
  ModelHeader,
  ModelSink,
  ModelSource,
  Table,
  WeightChunk,
} from './networks/model.ts';
export { blobSource, MemorySink, memorySource, tablesOf } from './networks/model.ts';
export { readAnyModel, readModel } from './networks/read-model.ts';
export { readSafetensors, writeSafetensors } from './networks/safetensors.ts';
export type { NamedTensor, TensorFile } from './networks/tensors.ts';
export { readTensors, writeTensors } from './networks/tensors.ts';
export type { Quantisation } from './networks/compact.ts';
export { DEFAULT_STEP, writeCompact } from './networks/compact.ts';
export type { PruneOptions } from './networks/prune.ts';
export { pruned } from './networks/prune.ts';
export type { Rounding } from './networks/rounding.ts';
export { ErrorSurvey } from './networks/rounding.ts';
export { writeTdl } from './networks/tdl.ts';
export { Checksum } from './networks/checksum.ts';
export type { LoadOptions } from './networks/weights.ts';
export { foldedPatterns, loadWeights, newTables, requireFit, weightChunks } from './networks/weights.ts';
