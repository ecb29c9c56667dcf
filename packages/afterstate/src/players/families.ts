// The families of neural networks, apart from the reader of their files: pages show players long before they read such a file.

/** The players that use neural networks, as named before the colon of a spec. A file is for one of them. */
export const NEURAL_FAMILIES = ['dcnn', 'resnet', 'reflex', 'value', 'dqn'] as const;
export type NeuralFamily = (typeof NEURAL_FAMILIES)[number];
