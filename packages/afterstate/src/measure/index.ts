// Games in bulk and what they show: 'afterstate/measure'.

export * from './measure.ts';
export * from './statistics.ts';
export { studentT } from './special-functions.ts';
