// What a model's tables hold: reads every weight once, and checks the checksum on the way.

import { tablesOf } from 'afterstate';
import type { ModelFile } from 'afterstate';

export interface TableSurvey {
  readonly stage: number;
  /** The text of its pattern or feature. */
  readonly table: string;
  readonly weights: number;
  readonly nonZero: number;
  readonly smallest: number;
  readonly largest: number;
  /** Weights that are infinite or not numbers: the training went wrong. */
  readonly notFinite: number;
}

/** Throws if the file is damaged. */
export async function surveyModel(
  model: ModelFile,
  onProgress?: (done: number, total: number) => void,
): Promise<TableSurvey[]> {
  const tables = tablesOf(model.network);
  const surveys = Array.from({ length: model.network.stageCount }, (_, stage) =>
    tables.map(({ name, entries }) => ({
      stage,
      table: name,
      weights: entries,
      nonZero: 0,
      smallest: 0,
      largest: 0,
      notFinite: 0,
    })),
  );
  for await (const { stage, table, values } of model.chunks(onProgress ? { onProgress } : {})) {
    const survey = surveys[stage]![table]!;
    let { nonZero, smallest, largest, notFinite } = survey;
    for (let i = 0; i < values.length; i++) {
      const value = values[i]!;
      if (value === 0) continue;
      nonZero++;
      if (value < smallest) smallest = value;
      else if (value > largest) largest = value;
      if (value - value !== 0) notFinite++;
    }
    Object.assign(survey, { nonZero, smallest, largest, notFinite });
  }
  return surveys.flat();
}
