import type { Failure, FailureMended } from '../model/crawl/failure.ts';
import type { CanonicalUrl } from '../model/web/canonical-url.ts';

export interface FailureFilter {
  readonly run?: string | undefined;
  readonly site?: string;
  readonly reason?: string;
  readonly url?: CanonicalUrl;
  /** Default: `open`. */
  readonly state?: 'open' | 'mended' | 'all';
  readonly limit: number;
}

export interface FailureCount {
  readonly site: string;
  readonly reason: string;
  readonly count: number;
}

/** Written by `commit`: one a page and run, of several the newest. A later visit by which the page comes through (model/crawl/failure.ts) mends those that are open. */
export interface Failures {
  get(id: string): Promise<Failure | null>;
  /** Newest first. */
  find(filter: FailureFilter): Promise<Failure[]>;
  /** Open ones, by site and reason. @param filter run: of this run only */
  counts(filter?: Pick<FailureFilter, 'run'>): Promise<FailureCount[]>;
  /** Marks the open failures of a page that happened until `mended.at`. @returns how many */
  mend(url: CanonicalUrl, mended: FailureMended): Promise<number>;
}
