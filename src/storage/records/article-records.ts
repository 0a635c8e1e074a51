import type { ArticleRevision } from '../../model/article/article-version.ts';
import type { Recheck } from '../../model/article/recheck.ts';
import { rechecks, revisions } from '../collections/articles.ts';
import { counters } from '../collections/counters.ts';
import type { OpenRecords } from '../engine/records.ts';

/** What `Articles` answers from declared collections, in any engine. */
export abstract class ArticleRecords {
  readonly #open: OpenRecords;

  constructor(open: OpenRecords) {
    this.#open = open;
  }

  async textsWritten(): Promise<number> {
    return (await this.#open(counters).get('texts'))?.value ?? 0;
  }

  async rechecks(limit: number): Promise<Recheck[]> {
    return await this.#open(rechecks).find({ order: ['id'], limit });
  }

  async revisions(id: string): Promise<ArticleRevision[]> {
    return await this.#open(revisions).find({ where: { articleId: id }, order: ['revision'] });
  }
}
