import type { Article, ArticleStatus, JudgedGroup, Judgement, StoredArticle } from '../model/article/article.ts';
import type { ArticleBrief } from '../model/article/article-brief.ts';
import type { ArticleJson } from '../model/article/article-json.ts';
import type { ArticleRevision } from '../model/article/article-version.ts';
import type { Fingerprint } from '../model/article/draft.ts';
import type { ImportanceScale } from '../model/article/importance.ts';
import type { Namesake, Neighbour } from '../model/article/neighbour.ts';
import type { Failure, FailureMended } from '../model/crawl/failure.ts';
import type { OwnRules } from '../model/crawl/own-rule.ts';
import type { Run } from '../model/crawl/run.ts';
import type { Source } from '../model/crawl/source.ts';
import type { Task } from '../model/crawl/task.ts';
import type { Visit, VisitOutcome } from '../model/crawl/visit.ts';
import type { WorkerBeat } from '../model/crawl/worker-beat.ts';
import type { MediaItem } from '../model/media/media-item.ts';
import type { MediaFilter, StoredMedia } from '../model/media/stored-media.ts';
import type { FormatEvidence } from '../model/page/format-evidence.ts';
import type { PageState } from '../model/page/page-state.ts';
import type { CanonicalUrl } from '../model/web/canonical-url.ts';
import type { PageLink } from '../model/web/page-link.ts';
import type { Blobs } from './blobs-port.ts';
import type { Failures } from './failures-port.ts';
import type { Frontier, FrontierEntry, Need } from './frontier-port.ts';
import type { Labels } from './labels-port.ts';
import type { Links } from './links-port.ts';
import type { Models } from './models-port.ts';
import type { News } from './news-port.ts';
import type { Topics } from './topics-port.ts';
import type { Upkeep } from './upkeep-port.ts';

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

export interface Sources {
  /** Adds or redefines; what polling has taught (interval, times, hash) is kept. */
  define(source: Source): Promise<void>;
  save(source: Source): Promise<void>;
  get(id: string): Promise<Source | null>;
  /** By id. */
  list(): Promise<Source[]>;
}

export interface VisitSummary {
  readonly pages: number;
  readonly polls: number;
  readonly byWay: { readonly static: number; readonly browser: number };
  readonly byOutcome: Readonly<Record<string, number>>;
  /** Reasons of drops and failures, by `outcome:reason`. */
  readonly byReason: Readonly<Record<string, number>>;
  readonly bytes: number;
  readonly mediaItems: number;
  /** Links that budgets left out. */
  readonly linksLeft: number;
}

export interface Visits {
  /** Newest first. */
  find(filter: {
    readonly run?: string;
    readonly url?: CanonicalUrl;
    readonly sourceId?: string;
    readonly outcome?: VisitOutcome;
    readonly reason?: string;
    readonly limit: number;
  }): Promise<Visit[]>;
  summary(filter: { readonly run?: string; readonly since?: Date }): Promise<VisitSummary>;
}

export interface PageClaim {
  readonly now: Date;
  readonly limit: number;
  readonly claimUntil: Date;
  /** Only pages of these sites; null: of all. */
  readonly sites: readonly string[] | null;
}

export interface Pages {
  get(url: CanonicalUrl): Promise<PageState | null>;
  /** The first `limit` pages whose next visit is due, most overdue first; their `nextVisitAt` is set to `claimUntil` in the same step (a lease that expires by itself). By an index, also for some sites. */
  claimDue(request: PageClaim): Promise<PageState[]>;
  /** Visits that were planned later than `now`, by a clock that has been set back since: their waits count from now, and they were last visited now. By an index. @returns how many */
  replan(now: Date): Promise<number>;
  nextDueAt(): Promise<Date | null>;
}

/** What is known of URL formats: whether a static fetch gives what a browser gives. Written by `commit`. */
export interface Formats {
  get(host: string, format: string): Promise<FormatEvidence | null>;
  /** How many formats of the host are known. */
  count(host: string): Promise<number>;
}

/** How the own rules of sites come out. Written by `commit`: the last one of a site stands. */
export interface OwnRuleTallies {
  get(site: string): Promise<OwnRules | null>;
  /** By site. */
  list(): Promise<OwnRules[]>;
  /** Replaces what is there of the site. */
  save(rules: OwnRules): Promise<void>;
}

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

export interface Runs {
  start(run: Run): Promise<void>;
  finish(id: string, at: Date): Promise<void>;
  /** Runs that were never finished, newest first. */
  unfinished(): Promise<Run[]>;
  /** Gives an unfinished run to another owner, unless somebody else was first. @returns whether it is the new owner's */
  takeOver(id: string, owners: { readonly from: string; readonly to: string }): Promise<boolean>;
  list(limit: number): Promise<Run[]>;
}

/** Processes that crawl, as they said last. */
export interface Workers {
  /** Replaces what this owner said before. */
  beat(beat: WorkerBeat): Promise<void>;
  /** It ended in order. */
  gone(owner: string): Promise<void>;
  /** By owner; those that were heard of at `since` or later. What is older than that by a day is forgotten. */
  heardOf(since: Date): Promise<WorkerBeat[]>;
  /** All that did not end in order, as far as they are not forgotten, by owner. */
  list(): Promise<WorkerBeat[]>;
}

export interface Media {
  /** By id; of several with one (two signatures of one address) any one. */
  get(id: string): Promise<StoredMedia | null>;
  /** Newest first. */
  find(filter: MediaFilter): Promise<StoredMedia[]>;
  /** Puts an item with a fresh address in the place of an old one of the same page: id, article and time of the finding stay. Nothing, where the old one is gone. */
  replace(old: Pick<StoredMedia, 'pageUrl' | 'url'>, item: MediaItem): Promise<void>;
  count(): Promise<number>;
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
  readonly article: Pick<StoredArticle, 'id' | 'status' | 'cluster' | 'canonicalId' | 'relation' | 'revision'> | null;
}
