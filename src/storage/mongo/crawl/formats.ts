import type { FormatEvidence } from '../../../model/page/format-evidence.ts';
import type { Formats } from '../../crawl/formats-port.ts';
import { formatEvidenceOf } from '../../records/crawl/formats.ts';
import type { Collections } from '../collections.ts';

/** A host has no line breaks. */
export const formatKey = (host: string, format: string): string => `${host}\n${format}`;

export class MongoFormats implements Formats {
  readonly #formats: Collections['formats'];

  constructor({ formats }: Collections) {
    this.#formats = formats;
  }

  async get(host: string, format: string): Promise<FormatEvidence | null> {
    const document = await this.#formats.findOne({ _id: formatKey(host, format) });
    if (document === null) return null;
    const { _id, ...evidence } = document;
    return formatEvidenceOf(evidence);
  }

  async count(host: string): Promise<number> {
    return await this.#formats.countDocuments({ host });
  }
}
