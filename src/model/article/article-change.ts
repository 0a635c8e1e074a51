/** A new revision of an article that nobody was told of yet. */
export interface ArticleChange {
  readonly articleId: string;
  /** 1: the article is new. */
  readonly revision: number;
  /** When the revision was fetched. */
  readonly at: Date;
}
