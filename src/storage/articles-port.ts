import type { ArticleStatus, JudgedGroup, Judgement, StoredArticle } from '../model/article/article.ts';
import type { ArticleBrief } from '../model/article/article-brief.ts';
import type { ArticleJson } from '../model/article/article-json.ts';
import type { ArticleRevision } from '../model/article/article-version.ts';
import type { Fingerprint } from '../model/article/draft.ts';
import type { ImportanceScale } from '../model/article/importance.ts';
import type { Namesake, Neighbour } from '../model/article/neighbour.ts';

export interface ArticleFilter {
  readonly status?: ArticleStatus;
  readonly site?: string;
  readonly topic?: string;
  /** Label of its category. */
  readonly category?: string;
  readonly cluster?: string;
  /** Words that title or body must contain, case folded. */
  readonly q?: string;
  /** Stored or updated since. */
  readonly since?: Date;
  /** The most important first (model/article/importance.ts), of several alike the newest; default: the newest first. */
  readonly byImportance?: ImportanceScale;
  readonly limit?: number;
  readonly offset?: number;
}

export interface Articles {
  get(id: string): Promise<StoredArticle | null>;
  /** As `get`, as JSON. */
  getJson(id: string): Promise<ArticleJson | null>;
  /** Newest update first, then by id; or as `byImportance` says. */
  find(filter: ArticleFilter): Promise<StoredArticle[]>;
  /** As `find`, without what lists do not show. */
  list(filter: ArticleFilter): Promise<ArticleBrief[]>;
  /** As `list`, as JSON. */
  listJson(filter: ArticleFilter): Promise<ArticleJson[]>;
  count(filter: ArticleFilter): Promise<number>;
  /** All that match, a few at a time, in a stable order: by id, or as `byImportance` says. */
  stream(filter: ArticleFilter): AsyncIterable<StoredArticle>;
  /**
   * Candidates for a copy of `fingerprint`, `exceptId` left out: same body hash, simhash within Hamming distance 3 (banded look-up, exact for it), the same
   * keywords at two of four places of the title's or the body's rank, or two marks of the sketch. By indexes, never a scan. At most `limit`, exact copies first.
   */
  neighbours(fingerprint: Fingerprint, exceptId: string, limit: number): Promise<Neighbour[]>;
  /** Articles whose titles have the same keywords at two of four places, most first. By the index. */
  namesakes(titleKeywords: readonly string[], limit: number): Promise<Namesake[]>;
  /** Published articles by the label of their category, the most frequent first; those without one are left out. */
  categories(): Promise<{ readonly label: string; readonly articles: number }[]>;
  /** All articles by their site and the topics that judged them. By an index. */
  judgedGroups(): Promise<JudgedGroup[]>;
  /** The articles of a group, a few at a time, by id; none twice, also while they are judged again. */
  judgedAlike(group: Pick<JudgedGroup, 'site' | 'judgedBy'>): AsyncIterable<StoredArticle>;
  /**
   * Puts a judgement in the place of that of an article that was read, and gives its cluster's verdict anew; text, revision and times stay. A kill -9 in the middle
   * leaves the article in no group of the new judgement. @returns its status; null where it was written meanwhile, or is gone: nothing was changed
   */
  judgeAgain(read: StoredArticle, judgement: Judgement): Promise<ArticleStatus | null>;
  /** Earlier versions of an article, oldest first: what an update replaced. */
  revisions(id: string): Promise<ArticleRevision[]>;
}
