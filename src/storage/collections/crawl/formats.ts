import { type FormatEvidence, formatEvidenceSchema } from '../../../model/page/format-evidence.ts';
import { collection } from '../../collection.ts';
import type { OpenRecords, RecordsOf } from '../../engine/records.ts';

export const formats = collection({
  name: 'formats',
  schema: formatEvidenceSchema,
  key: ['host', 'format'],
  columns: ['updatedAt'],
  indexes: [{ by: ['host', 'format'], only: 'mongo' }],
});

/** Evidence by URL format: whether a static fetch gives the same as a browser. Written by `commit`. */
export class Formats {
  readonly #formats: RecordsOf<typeof formats>;

  constructor(open: OpenRecords) {
    this.#formats = open(formats);
  }

  async get(host: string, format: string): Promise<FormatEvidence | null> {
    return await this.#formats.get(host, format);
  }

  /** All of the host, by format: a few hundred at most. */
  async ofHost(host: string): Promise<FormatEvidence[]> {
    return await this.#formats.find({ where: { host }, order: ['format'] });
  }

  /** Number of formats of the host. */
  async count(host: string): Promise<number> {
    return await this.#formats.count({ host });
  }
}
