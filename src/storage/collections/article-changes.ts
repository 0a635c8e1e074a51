import { type ArticleChange, articleChangeSchema } from '../../model/article/article-change.ts';
import { collection } from '../collection.ts';
import type { OpenRecords, RecordsOf } from '../engine/records.ts';

export const articleChanges = collection({
  name: 'articleChanges',
  schema: articleChangeSchema,
  key: ['articleId', 'revision'],
  columns: ['at'],
  indexes: [{ by: ['at', 'articleId', 'revision'] }],
});

/**
 * New revisions of articles that nobody was told of yet, and articles that a later judgement (other topics, a copy that came late) brought into feeds. They are
 * noted with what is written: in SQLite in its transaction; in MongoDB before it, so that a kill -9 in between loses none (the ending is finished later). Who
 * reads a change whose article is not there yet, or has a lower revision, leaves it.
 */
export class ArticleChanges {
  readonly #changes: RecordsOf<typeof articleChanges>;

  constructor(open: OpenRecords) {
    this.#changes = open(articleChanges);
  }

  /** By time, then by article and revision. */
  async oldest(limit: number): Promise<ArticleChange[]> {
    return await this.#changes.find({ order: ['at', 'articleId', 'revision'], limit });
  }

  async forget(changes: readonly ArticleChange[]): Promise<void> {
    await this.#changes.removeKeys(changes.map(({ articleId, revision }) => [articleId, revision]));
  }

  /** Where nobody wants to know. @returns how many there were */
  async forgetAll(): Promise<number> {
    return await this.#changes.remove({});
  }
}
