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
    return document === null ? null : formatEvidenceOf(withoutKey(document));
  }

  async ofHost(host: string): Promise<FormatEvidence[]> {
    const documents = await this.#formats.find({ host }).sort({ _id: 1 }).toArray();
    return documents.map((document) => formatEvidenceOf(withoutKey(document)));
  }

  async count(host: string): Promise<number> {
    return await this.#formats.countDocuments({ host });
  }
}

function withoutKey<T extends { readonly _id: string }>({ _id, ...evidence }: T): Omit<T, '_id'> {
  return evidence;
}
