import type { Article, CommittedArticle } from '../model/article/article.ts';
import type { Recheck } from '../model/article/recheck.ts';
import type { Failure, FailureMended } from '../model/crawl/failure.ts';
import type { OwnRules } from '../model/crawl/own-rule.ts';
import type { Source } from '../model/crawl/source.ts';
import type { Task } from '../model/crawl/task.ts';
import type { Visit } from '../model/crawl/visit.ts';
import type { RecordSighting } from '../model/data/stored-record.ts';
import type { MediaItem } from '../model/media/media-item.ts';
import type { FormatEvidence } from '../model/page/format-evidence.ts';
import type { PageState } from '../model/page/page-state.ts';
import type { PageLink } from '../model/web/link.ts';
import type { SeenAddress } from '../model/web/url-pattern.ts';
import type { Articles, News } from './articles-port.ts';
import type { Blobs } from './blobs-port.ts';
import type { StoredCollections } from './collections/all.ts';
import type { Frontier, FrontierEntry, Links, Need } from './crawl/frontier-port.ts';
import type { Maintenance } from './maintenance-port.ts';
import type { Transfer } from './transfer-port.ts';

/**
 * What a store is opened for. `use`: what is missing is created. `existing`: it must be there. `copy`: as `use`, to copy another store into it: an unfinished
 * copy is opened too, which all others refuse.
 */
export type StorePurpose = 'use' | 'existing' | 'copy';

/**
 * Two adapters keep the promises of this port (sqlite/, mongo/); one contract suite (test/storage/contract/contract.ts) checks both.
 * Every method that writes is idempotent: after a kill -9 the same call may come again. Reads see all earlier writes of the same process.
 * All methods throw NewshawkError kind `store`, with advice, where the store can't be reached or written (disk full).
 */
export interface Store extends StoredCollections, AsyncDisposable {
  /** Without credentials. */
  readonly location: string;
  readonly kind: 'sqlite' | 'mongodb';
  /** What its server does not do, a sentence each: the store works without it. */
  readonly lacks: readonly string[];
  readonly frontier: Frontier;
  readonly articles: Articles;
  readonly blobs: Blobs;
  readonly links: Links;
  readonly news: News;
  readonly maintenance: Maintenance;
  readonly transfer: Transfer;
  /**
   * Writes all that a page's ending changes, the task's own end last. SQLite writes it in one transaction. MongoDB writes it in an order in which a kill -9 at
   * any point loses and doubles nothing. Where the task's lease is not held any more, nothing is written and `accepted` is false.
   * @throws NewshawkError `too-large`, with nothing written, where the records of the ending are larger than `maxEndingBytes`: a fault of the page, not of the store
   */
  commit(result: VisitResult): Promise<CommitResult>;
  /** One round trip. */
  ping(): Promise<void>;
  /** Changes with every write of any process; null: this store has none. */
  version(): Promise<string | null>;
}

/** All that one visit of a task found and decided: `commit` writes it. */
export interface VisitResult {
  readonly task: Task;
  readonly visit: Visit;
  readonly article: Article | null;
  /** Media of the page, also where there is no article. */
  readonly media: readonly MediaItem[];
  readonly links: readonly FrontierEntry[];
  /** Other addresses of the page, reached by redirects. They are done with this visit, unless they are leased, or are sources. */
  readonly alsoVisited: readonly FrontierEntry[];
  /** The page's links, for the link graph: all `from` this page. */
  readonly pointsTo: readonly PageLink[];
  readonly pageState: PageState | null;
  /** Evidence of the page's format, with this visit. */
  readonly format: FormatEvidence | null;
  /** Tallies of the site's own rules, with this visit. */
  readonly ownRules: OwnRules | null;
  /** Records that the page shows; null: its site declares none, or the page was not read. */
  readonly records: RecordSighting | null;
  /** What the visit showed of its address; null: nothing. */
  readonly seen: SeenAddress | null;
  /** The source after its poll. */
  readonly source: Source | null;
  readonly failure: Failure | null;
  /** What mends earlier failures of the page, where it comes through. Default: this visit. */
  readonly mendedBy?: FailureMended['by'];
  readonly next:
    | { readonly kind: 'done' }
    | { readonly kind: 'failed' }
    | {
        readonly kind: 'retry';
        readonly at: Date;
        readonly costsAttempt: boolean;
        /** `wake` makes a task that waits for this due before its time. */
        readonly waitsFor?: Need | null;
      };
  /** What the store made of it; absent until it is committed. */
  readonly stored?: CommitResult;
}

export interface CommitResult {
  readonly accepted: boolean;
  readonly newLinks: number;
  /** The stored article with its cluster's verdict; null: the ending has no article. */
  readonly article: CommittedArticle | null;
  /** Other articles were written since the copies of this one were looked for: the caller looks again. Null: nothing was. */
  readonly recheck: Recheck | null;
}
