import type { ArticleChange } from '../../../model/article/article-change.ts';
import type { ArticleChanges } from '../../article-changes-port.ts';
import { articleChangeOf } from '../../records/alerts.ts';
import type { Collections } from '../collections.ts';

export const changeKey = ({ articleId, revision }: Pick<ArticleChange, 'articleId' | 'revision'>): string =>
  `${articleId}/${revision}`;

export class MongoArticleChanges implements ArticleChanges {
  readonly #changes: Collections['articleChanges'];

  constructor({ articleChanges }: Pick<Collections, 'articleChanges'>) {
    this.#changes = articleChanges;
  }

  async oldest(limit: number): Promise<ArticleChange[]> {
    if (limit === 0) return []; // to the driver 0 means all
    const documents = await this.#changes.find({}).sort({ at: 1, articleId: 1, revision: 1 }).limit(limit).toArray();
    return documents.map(articleChangeOf);
  }

  async forget(changes: readonly ArticleChange[]): Promise<void> {
    if (changes.length > 0) await this.#changes.deleteMany({ _id: { $in: changes.map(changeKey) } });
  }

  async forgetAll(): Promise<number> {
    return (await this.#changes.deleteMany({})).deletedCount;
  }
}

/** Before the article is written. May be repeated. */
export async function noteChange({ articleChanges }: Pick<Collections, 'articleChanges'>, change: ArticleChange) {
  await articleChanges.updateOne({ _id: changeKey(change) }, { $setOnInsert: change }, { upsert: true });
}
