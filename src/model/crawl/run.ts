import type { CrawlScope } from './crawl-scope.ts';

/** One `crawl`, `watch` or `worker`. */
export interface Run {
  readonly id: string;
  readonly kind: 'crawl' | 'watch' | 'worker';
  readonly startedAt: Date;
  /** Null: it still runs, or its process died. */
  readonly finishedAt: Date | null;
  readonly owner: string;
  /** Hosts of the sites that it crawls; null: all sites, or an older version stored the run. */
  readonly sites: readonly string[] | null;
  /** What it takes of its sites; null: everything. */
  readonly scope: RunScope | null;
}

export interface RunScope extends CrawlScope {
  /** Links from an address that was named, at most; null: no limit but that of the sources. */
  readonly maxDepth: number | null;
}
