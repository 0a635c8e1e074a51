import type { CrawlScope } from '../../model/crawl/crawl-scope.ts';
import type { CrawlReport } from '../../run/report.ts';

/** What a client asks for: as the options of `newshawk crawl`. */
export interface CrawlRequest {
  readonly targets: readonly string[];
  readonly limit: number | null;
  readonly depth: number | null;
  /** As `CrawlScope`, in JSON: a time as ISO 8601. */
  readonly scope: Omit<CrawlScope, 'since'> & { readonly since: string | null };
  readonly timeLimitMs: number | null;
  readonly topic: string | null;
  readonly resume: boolean;
  /** Id of the run that is continued; null: the newest. */
  readonly run: string | null;
}

/** Numbers of a crawl. */
export interface CrawlCounts {
  /** Pages that ended. */
  readonly pages: number;
  readonly stored: number;
  readonly failed: number;
  /** Tasks that are queued or under way. */
  readonly left: number;
}

/** From the server to the process that crawls. */
export type CrawlOrder =
  | { readonly kind: 'begin'; readonly module: string; readonly options: object; readonly request: CrawlRequest }
  | { readonly kind: 'stop' };

/** From the process that crawls to the server. */
export type CrawlNews =
  | { readonly kind: 'run'; readonly id: string }
  | { readonly kind: 'progress'; readonly counts: CrawlCounts }
  | { readonly kind: 'ended'; readonly ended: CrawlReport['ended']; readonly counts: CrawlCounts }
  | { readonly kind: 'failed'; readonly isUsage: boolean; readonly message: string };
