import { type Run, runSchema } from '../../../model/crawl/run.ts';
import { collection } from '../../collection.ts';
import type { OpenRecords, RecordsOf } from '../../engine/records.ts';

export const runs = collection({
  name: 'runs',
  schema: runSchema,
  key: ['id'],
  columns: ['startedAt', 'finishedAt', 'owner'],
  indexes: [
    { by: ['startedAt', 'id'], name: 'runs_time' },
    { by: ['finishedAt', 'startedAt', 'id'], only: 'mongo' },
  ],
});

export class Runs {
  readonly #runs: RecordsOf<typeof runs>;

  constructor(open: OpenRecords) {
    this.#runs = open(runs);
  }

  async start(run: Run): Promise<void> {
    await this.#runs.add(run);
  }

  async finish(id: string, at: Date): Promise<void> {
    await this.#runs.update({ id, finishedAt: null }, { finishedAt: at });
  }

  /** Runs that were never finished, newest first. */
  async unfinished(): Promise<Run[]> {
    return await this.#runs.find({ where: { finishedAt: null }, order: ['-startedAt', '-id'] });
  }

  /** Gives an unfinished run to another owner. @returns false where it is finished, or not `from`'s any more: another process was first */
  async takeOver(id: string, { from, to }: { readonly from: string; readonly to: string }): Promise<boolean> {
    return (await this.#runs.update({ id, owner: from, finishedAt: null }, { owner: to })) === 1;
  }

  /** Newest first. */
  async list(limit: number): Promise<Run[]> {
    return await this.#runs.find({ order: ['-startedAt', '-id'], limit });
  }
}
