import type {
  Article,
  ArticleStatus,
  CommittedArticle,
  JudgedGroup,
  Judgement,
  StoredArticle,
} from '../model/article/article.ts';
import type { ArticleBrief } from '../model/article/article-brief.ts';
import type { ArticleJson } from '../model/article/article-json.ts';
import type { ArticleRevision } from '../model/article/article-version.ts';
import type { MemberBrief } from '../model/article/cluster.ts';
import type { Fingerprint } from '../model/article/draft.ts';
import type { ImportanceScale } from '../model/article/importance.ts';
import type { Namesake, Neighbour } from '../model/article/neighbour.ts';
import type { NewsItem } from '../model/article/news.ts';
import type { FoundCopies, Recheck } from '../model/article/recheck.ts';
import type { Stratum } from '../model/topic/label.ts';

/** Another reading of the snapshot of a stored article. Its copies are looked for after it is written. */
export type ReextractedArticle = Omit<Article, 'joins' | 'comparedUpTo'>;

export interface ArticleFilter {
  readonly status?: ArticleStatus;
  readonly site?: string;
  readonly topic?: string;
  /** Label of its category. */
  readonly category?: string;
  readonly cluster?: string;
  /** Words as a person searches them (text/search-query.ts). Nothing matches a text that is no query, such as `---`. */
  readonly q?: string;
  /** Stored or updated at this time or later. */
  readonly since?: Date;
  /** Only those that come after this one, newest first: a list goes on where it was, whatever is written meanwhile. Not with `byImportance` or `byRelevance`. */
  readonly after?: Pick<StoredArticle, 'id' | 'updatedAt'>;
  /** The best match of `q` first, then newest first. MongoDB ranks the newest 500 that match; the others follow, newest first. Not with `byImportance`. */
  readonly byRelevance?: boolean;
  /** Most important first (model/article/importance.ts), then newest first. Default: newest first. */
  readonly byImportance?: ImportanceScale;
  readonly limit?: number;
  readonly offset?: number;
}

/** A judged article by what it scored. */
export interface ScoredArticle {
  readonly id: string;
  readonly score: number;
}

export type ScoreRange = Omit<Stratum, 'population'>;

export interface Articles {
  get(id: string): Promise<StoredArticle | null>;
  /** As `get`, in JSON. */
  getJson(id: string): Promise<ArticleJson | null>;
  /** Newest update first, then by id; or the order of `byImportance` or `byRelevance`. */
  find(filter: ArticleFilter): Promise<StoredArticle[]>;
  /** As `find`, without the long fields. */
  list(filter: ArticleFilter): Promise<ArticleBrief[]>;
  /** As `list`, in JSON. */
  listJson(filter: ArticleFilter): Promise<ArticleJson[]>;
  /** Those of a cluster, the newest update first, at most `maxMembers`. One look-up in an index. */
  members(cluster: string): Promise<MemberBrief[]>;
  /** Exact. */
  count(filter: ArticleFilter): Promise<number>;
  /** Number of articles that no `q` finds yet, or not as they are now: many were just written, or a repair takes place. 0: all are found. A search makes the last 100 found itself. */
  notIndexed(): Promise<number>;
  /** Makes at most `limit` of those found, the last written first, some per transaction. @returns how many; 0: there are none */
  indexMore(limit: number): Promise<number>;
  /** When an article of each of these sites changed last; sites without articles are left out. One look-up in an index for each site. */
  lastChanges(sites: readonly string[]): Promise<ReadonlyMap<string, Date>>;
  /** All matching articles, read in batches, in a stable order: by id, or the order of `byImportance` or `byRelevance`. */
  stream(filter: ArticleFilter): AsyncIterable<StoredArticle>;
  /**
   * Articles that may be copies of `fingerprint`, without `exceptId`: they share its body hash, a simhash within Hamming distance 3 (the banded look-up finds
   * all of them, among the first `articlesPerBand` of a band by id), keywords at two of the four places in the rank of title or body, or two marks of the
   * sketch. At most `limit`, exact copies first. Reads indexes only, never scans.
   */
  neighbours(fingerprint: Fingerprint, exceptId: string, limit: number): Promise<Neighbour[]>;
  /**
   * Number of articles that commits have written, of all processes. Read before `neighbours`, and given to `commit` with the article, it shows whether any was
   * written in between: then `commit` gives a recheck.
   */
  textsWritten(): Promise<number>;
  /** Rechecks that were not made yet, at most `limit`: their processes are at it, or were killed. */
  rechecks(limit: number): Promise<Recheck[]>;
  /**
   * Ends a recheck: merges the clusters of the article and of its copies, and judges the members again. In any order of several rechecks the clusters and
   * verdicts are the same. Merges nothing where the article was written since it was read: then its new text was compared.
   * @param found null: the article is gone @returns its verdict; null: nothing was merged
   */
  endRecheck(recheck: Recheck, found: FoundCopies | null): Promise<CommittedArticle | null>;
  /** Articles whose titles have the same keywords at two of four places or more, the most places first. Reads an index only. */
  namesakes(titleKeywords: readonly string[], limit: number): Promise<Namesake[]>;
  /** Number of published articles per category, the largest first. Articles without a category do not count. */
  categories(): Promise<{ readonly label: string; readonly articles: number }[]>;
  /** All articles, grouped by site and by the topics that judged them. Reads an index only. */
  judgedGroups(): Promise<JudgedGroup[]>;
  /** The articles of a group, by id, read in batches. Yields none twice, even while they are judged again. */
  inJudgedGroup(group: Pick<JudgedGroup, 'site' | 'judgedBy'>): AsyncIterable<StoredArticle>;
  /**
   * Replaces the judgement of an article, and judges its cluster again; text, revision and times stay. After a kill -9 in the middle the article is not in
   * the group of the new judgement yet. @param read the article as the caller read it @returns its status; null, with nothing changed, where the article was written since, or is gone
   */
  judgeAgain(read: StoredArticle, judgement: Judgement): Promise<ArticleStatus | null>;
  /**
   * Replaces the text, fields and judgement of an article by another reading of the same snapshot. A changed title, body or value of own data makes a
   * revision with the reason `re-extracted`, and `updatedAt` becomes `at`. The caller makes the recheck; after a kill -9 it is among `rechecks`, also where
   * the verdict of its cluster was not written yet.
   * @param read the article as the caller read it @returns null, with nothing changed, where a commit has written the article since, or it is gone
   */
  reextract(
    read: Pick<StoredArticle, 'id' | 'revision' | 'fetchedAt'>,
    article: ReextractedArticle,
    at: Date,
  ): Promise<Recheck | null>;
  /**
   * Removes an article that turned out to be none, with its media and revisions; its cluster is judged again, so that what it swallowed comes back. Its address stays known.
   * @param read the article as the caller read it @returns false, with nothing changed, where it was written since, is gone, or a person labelled or corrected it
   */
  remove(read: Pick<StoredArticle, 'id' | 'updatedAt'>): Promise<boolean>;
  /** Number of articles with a score above 0 in a range of a topic. Reads an index only. */
  countScored(topic: string, range: ScoreRange): Promise<number>;
  /** The articles at these positions of the range, from 0, ordered by score, then id. */
  scoredAt(topic: string, range: ScoreRange, positions: readonly number[]): Promise<ScoredArticle[]>;
  /** The versions of an article that updates replaced, oldest first. */
  revisions(id: string): Promise<ArticleRevision[]>;
}

/** When an article was published, by its page, and when it was seen here first. */
export interface ArticleAge {
  readonly publishedAt: Date;
  readonly firstSeenAt: Date;
}

/** Articles with news terms, by the time at which they were first seen. */
export interface News {
  /** Articles first seen at `from` or later and before `to`, newest first, then by id, at most `limit`. Reads an index, no texts. @param options topic: only articles that it keeps; null: all */
  between(
    from: Date,
    to: Date,
    options: { readonly topic: string | null; readonly limit: number },
  ): AsyncIterable<NewsItem>;
  /** Articles first seen at `from` or later and before `to` whose pages state a time of day, newest first, at most `limit`. Reads an index, no texts. */
  ages(from: Date, to: Date, limit: number): Promise<ArticleAge[]>;
}
