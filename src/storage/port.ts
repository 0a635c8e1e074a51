import type { Article, StoredArticle } from '../model/article/article.ts';
import type { Failure, FailureMended } from '../model/crawl/failure.ts';
import type { OwnRules } from '../model/crawl/own-rule.ts';
import type { Source } from '../model/crawl/source.ts';
import type { Task } from '../model/crawl/task.ts';
import type { Visit } from '../model/crawl/visit.ts';
import type { MediaItem } from '../model/media/media-item.ts';
import type { FormatEvidence } from '../model/page/format-evidence.ts';
import type { PageState } from '../model/page/page-state.ts';
import type { PageLink } from '../model/web/page-link.ts';
import type { Articles } from './articles-port.ts';
import type { Blobs } from './blobs-port.ts';
import type { Failures } from './failures-port.ts';
import type { Formats } from './formats-port.ts';
import type { Frontier, FrontierEntry, Need } from './frontier-port.ts';
import type { Labels } from './labels-port.ts';
import type { Links } from './links-port.ts';
import type { Media } from './media-port.ts';
import type { Models } from './models-port.ts';
import type { News } from './news-port.ts';
import type { OwnRuleTallies } from './own-rules-port.ts';
import type { Pages } from './pages-port.ts';
import type { Runs } from './runs-port.ts';
import type { Sources } from './sources-port.ts';
import type { Topics } from './topics-port.ts';
import type { Upkeep } from './upkeep-port.ts';
import type { Visits } from './visits-port.ts';
import type { Workers } from './workers-port.ts';

/**
 * The promises of a store. Two adapters keep them (sqlite/, mongo/), one contract suite (test/storage/contract/contract.ts) checks both.
 * Every method that writes is idempotent: after a kill -9 the same call may come again. Reads see all earlier writes of the same process.
 * @throws NewshawkError kind `store` when the store can't be reached or written (disk full), with what to do.
 */
export interface Store extends AsyncDisposable {
  /** Without credentials. */
  readonly location: string;
  readonly kind: 'sqlite' | 'mongodb';
  readonly frontier: Frontier;
  readonly sources: Sources;
  readonly visits: Visits;
  readonly pages: Pages;
  readonly formats: Formats;
  readonly ownRules: OwnRuleTallies;
  readonly articles: Articles;
  readonly failures: Failures;
  readonly blobs: Blobs;
  readonly runs: Runs;
  readonly media: Media;
  readonly links: Links;
  readonly news: News;
  readonly labels: Labels;
  readonly workers: Workers;
  readonly models: Models;
  readonly topics: Topics;
  readonly upkeep: Upkeep;
  /**
   * Writes a page's whole ending: article with its cluster, links, page state, evidence of its format, tallies of its site's rules, source state, failure, visit, and the task's own end — all of it or,
   * where the server has no transactions, in an order in which a kill -9 at any point loses nothing and doubles nothing (the task last).
   * Does nothing and answers `accepted: false` when the task's lease is not held any more.
   * @throws NewshawkError `too-large`, with nothing written, where the records of the ending are larger than `maxEndingBytes`: the page's fault, not the store's
   */
  commit(ending: Ending): Promise<CommitResult>;
  /** One round trip. */
  ping(): Promise<void>;
  /** Another one after each write, by this or any other process; null: this store can't tell. */
  version(): Promise<string | null>;
}

/** All that the end of one task writes. */
export interface Ending {
  readonly task: Task;
  readonly visit: Visit;
  readonly article: Article | null;
  /** Media of the page, also where there is no article. */
  readonly media: readonly MediaItem[];
  readonly links: readonly FrontierEntry[];
  /** Other addresses of the page that was read, where it was redirected to: done with this visit, unless they are leased or are sources. */
  readonly alsoVisited: readonly FrontierEntry[];
  /** What the page points to, for the link graph: all `from` one page. */
  readonly pointsTo: readonly PageLink[];
  readonly pageState: PageState | null;
  /** Of the page's format, with what this visit has found. */
  readonly format: FormatEvidence | null;
  /** Of the page's site, with what this visit has found. */
  readonly ownRules: OwnRules | null;
  /** The source as polling left it. */
  readonly source: Source | null;
  readonly failure: Failure | null;
  /** How earlier failures of the page were mended, where it came through; default: by this visit. */
  readonly mendedBy?: FailureMended['by'];
  readonly next:
    | { readonly kind: 'done' }
    | { readonly kind: 'failed' }
    | {
        readonly kind: 'retry';
        readonly at: Date;
        readonly costsAttempt: boolean;
        /** What it waits for: `wake` makes it due before its time. */
        readonly waitsFor?: Need | null;
      };
}

export interface CommitResult {
  readonly accepted: boolean;
  readonly newLinks: number;
  /** The stored article, as its cluster judges it; null without one. */
  readonly article: CommittedArticle | null;
}

export type CommittedArticle = Pick<
  StoredArticle,
  'id' | 'status' | 'cluster' | 'canonicalId' | 'relation' | 'revision'
>;
