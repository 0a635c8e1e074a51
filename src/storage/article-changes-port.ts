import type { ArticleChange } from '../model/article/article-change.ts';

/**
 * New revisions of articles that nobody was told of yet, and articles that a later judgement (other topics, a copy that came late) brought into feeds. They are
 * noted with what is written: in SQLite in its transaction; in MongoDB before it, so that a kill -9 in between loses none (the ending is finished later). Who
 * reads a change whose article is not there yet, or has a lower revision, leaves it.
 */
export interface ArticleChanges {
  /** By time, then by article and revision. */
  oldest(limit: number): Promise<ArticleChange[]>;
  forget(changes: readonly ArticleChange[]): Promise<void>;
  /** Where nobody wants to know. @returns how many there were */
  forgetAll(): Promise<number>;
}
