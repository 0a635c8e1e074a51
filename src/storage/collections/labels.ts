import { type CalibrationStep, calibrationStepSchema, type Label, labelSchema } from '../../model/topic/label.ts';
import { collection } from '../collection.ts';
import type { OpenRecords, RecordsOf } from '../engine/records.ts';

export const labels = collection({
  name: 'labels',
  schema: labelSchema,
  key: ['topic', 'articleId'],
  columns: ['at'],
  indexes: [{ by: ['topic', 'at', 'articleId'] }, { by: ['articleId'], only: 'mongo' }],
});

export const calibrationSteps = collection({
  name: 'calibrationSteps',
  schema: calibrationStepSchema,
  key: ['topic', 'number'],
  indexes: [{ by: ['topic', 'number'], only: 'mongo' }],
});

/** People's labels of articles by topic, and the steps of the topics' thresholds that follow from them. */
export class Labels {
  readonly #labels: RecordsOf<typeof labels>;
  readonly #steps: RecordsOf<typeof calibrationSteps>;

  constructor(open: OpenRecords) {
    this.#labels = open(labels);
    this.#steps = open(calibrationSteps);
  }

  /** A later label of the same article and topic replaces the earlier one. */
  async put(added: readonly Label[]): Promise<void> {
    await this.#labels.put(...added);
  }

  /** @returns whether the label existed */
  async remove(topic: string, articleId: string): Promise<boolean> {
    return (await this.#labels.remove({ topic, articleId })) === 1;
  }

  /** All labels of a topic, oldest first. */
  async ofTopic(topic: string): Promise<Label[]> {
    return await this.#labels.find({ where: { topic }, order: ['at', 'articleId'] });
  }

  /** @returns whether the step was added; false: its topic has one of that number, another process was first */
  async addStep(step: CalibrationStep): Promise<boolean> {
    return await this.#steps.add(step);
  }

  /** All steps of a topic, by number. */
  async steps(topic: string): Promise<CalibrationStep[]> {
    return await this.#steps.find({ where: { topic }, order: ['number'] });
  }

  /** The last step of each topic that has one, by topic. */
  async lastSteps(): Promise<CalibrationStep[]> {
    const all = await this.#steps.find({ order: ['topic', 'number'] });
    return [...new Map(all.map((step) => [step.topic, step])).values()];
  }
}
