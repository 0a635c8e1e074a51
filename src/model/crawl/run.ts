/** One `crawl` or `watch`. */
export interface Run {
  readonly id: string;
  readonly kind: 'crawl' | 'watch';
  readonly startedAt: Date;
  /** Null: it runs, or it was cut off. */
  readonly finishedAt: Date | null;
  readonly owner: string;
  /** Hosts of the sites that it crawls; null: all, or it was stored before this was kept. */
  readonly sites: readonly string[] | null;
}
