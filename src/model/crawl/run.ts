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
}
