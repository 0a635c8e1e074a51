import type { CanonicalUrl } from '../../../model/web/canonical-url.ts';
import type { LearnedWrapper } from '../../../model/wrapper/learned-wrapper.ts';
import type { Reextraction } from '../../../model/wrapper/reextraction.ts';
import type { SiteBrief, SiteLearning, StoredCorrection } from '../../../model/wrapper/site-learning.ts';
import type { Wrappers } from '../../crawl/wrappers-port.ts';
import { briefOf, correctionOf, reextractionOf, siteBriefOf, siteLearningOf } from '../../records/crawl/wrappers.ts';
import type { Collections } from '../collections.ts';
import { withKey } from '../documents.ts';

export class MongoWrappers implements Wrappers {
  readonly #learning: Collections['siteLearning'];
  readonly #wrappers: Collections['wrappers'];
  readonly #corrections: Collections['corrections'];
  readonly #reextractions: Collections['reextractions'];

  constructor({ siteLearning, wrappers, corrections, reextractions }: Collections) {
    this.#learning = siteLearning;
    this.#wrappers = wrappers;
    this.#corrections = corrections;
    this.#reextractions = reextractions;
  }

  async get(site: string): Promise<SiteLearning | null> {
    const document = await this.#learning.findOne({ _id: site });
    return document === null ? null : siteLearningOf(fromText(document.doc));
  }

  async list(): Promise<SiteLearning[]> {
    const documents = await this.#learning.find({}).sort({ _id: 1 }).toArray();
    return documents.map(({ doc }) => siteLearningOf(fromText(doc)));
  }

  async briefs(): Promise<SiteBrief[]> {
    const documents = await this.#learning
      .aggregate<{ readonly text: string }>([
        { $sort: { _id: 1 } },
        { $project: { _id: 0, text: { $ifNull: ['$brief', '$doc'] } } },
      ])
      .toArray();
    return documents.map(({ text }) => siteBriefOf(fromText(text)));
  }

  async save(learning: SiteLearning): Promise<void> {
    const document = { doc: JSON.stringify(learning), brief: JSON.stringify(briefOf(learning)) };
    await this.#learning.replaceOne({ _id: learning.site }, document, { upsert: true });
  }

  async saveContent(version: number, wrapper: LearnedWrapper): Promise<void> {
    await this.#wrappers.replaceOne(
      { _id: contentKey(wrapper.site, version) },
      { site: wrapper.site, version, doc: JSON.stringify(wrapper) },
      { upsert: true },
    );
  }

  async content(site: string, version: number): Promise<LearnedWrapper | null> {
    const document = await this.#wrappers.findOne({ _id: contentKey(site, version) });
    return document === null ? null : JSON.parse(document.doc);
  }

  async deleteContents(site: string, below: number): Promise<number> {
    const { deletedCount } = await this.#wrappers.deleteMany({ site, version: { $lt: below } });
    return deletedCount;
  }

  async corrections(site: string): Promise<StoredCorrection[]> {
    const documents = await this.#corrections.find({ site }).sort({ at: 1, _id: 1 }).toArray();
    return documents.map((document) => correctionOf(withKey('url', document)));
  }

  async correction(url: CanonicalUrl): Promise<StoredCorrection | null> {
    const document = await this.#corrections.findOne({ _id: url });
    return document === null ? null : correctionOf(withKey('url', document));
  }

  async saveCorrection({ url, ...correction }: StoredCorrection): Promise<void> {
    await this.#corrections.replaceOne({ _id: url }, correction, { upsert: true });
  }

  async deleteCorrection(url: CanonicalUrl): Promise<boolean> {
    return (await this.#corrections.deleteOne({ _id: url })).deletedCount > 0;
  }

  async reextractions(): Promise<Reextraction[]> {
    const documents = await this.#reextractions.find({}).sort({ _id: 1 }).toArray();
    return documents.map((document) => reextractionOf(withKey('site', document)));
  }

  async reextraction(site: string): Promise<Reextraction | null> {
    const document = await this.#reextractions.findOne({ _id: site });
    return document === null ? null : reextractionOf(withKey('site', document));
  }

  async saveReextraction({ site, ...reextraction }: Reextraction): Promise<void> {
    await this.#reextractions.replaceOne({ _id: site }, reextraction, { upsert: true });
  }
}

const contentKey = (site: string, version: number): string => `${site} ${version}`;

/** Names of styles and URL formats hold dots and dollars, which are no field names everywhere: such records are stored as text. */
const fromText = (text: string) => JSON.parse(text);
