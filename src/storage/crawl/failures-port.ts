import type { Failure, FailureMended } from '../../model/crawl/failure.ts';
import type { CanonicalUrl } from '../../model/web/canonical-url.ts';

export interface FailureFilter {
  readonly run?: string | undefined;
  readonly site?: string;
  readonly reason?: string;
  readonly url?: CanonicalUrl;
  /** Default: `open`. */
  readonly state?: 'open' | 'mended' | 'all';
  /** Only those that stand after this one in the list. */
  readonly after?: Pick<Failure, 'id' | 'at'>;
  readonly limit: number;
}

export interface FailureCount {
  readonly site: string;
  readonly reason: string;
  readonly count: number;
}

/** Written by `commit`: at most one per page and run, the newest. A later visit that shows that the page comes through (model/crawl/failure.ts) mends the open ones. */
export interface Failures {
  get(id: string): Promise<Failure | null>;
  /** Those whose id begins so, by id. @param prefix not empty */
  beginningWith(prefix: string, limit: number): Promise<Failure[]>;
  /** Newest first. */
  find(filter: FailureFilter): Promise<Failure[]>;
  /** Open failures, by site and reason. @param filter run: only failures of this run */
  counts(filter?: Pick<FailureFilter, 'run'>): Promise<FailureCount[]>;
  /** Marks the open failures of a page that happened until `mended.at`. @returns how many */
  mend(url: CanonicalUrl, mended: FailureMended): Promise<number>;
}
