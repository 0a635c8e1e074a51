import type { Draft, NoDraftReason, PageType, Region, TraceLine } from '../../../model/article/draft.ts';

/** What today's rules read from the stored page of a failure. */
export interface ReplayAnswer {
  /** Id of the failure. */
  readonly id: string;
  readonly pageType: PageType;
  /** Null: it still gives no article. */
  readonly draft: Pick<
    Draft,
    'title' | 'body' | 'authors' | 'publishedAt' | 'lang' | 'description' | 'data' | 'extractor'
  > | null;
  readonly reason: NoDraftReason | null;
  readonly detail: string;
  readonly trace: readonly TraceLine[];
  readonly regions: readonly Region[];
  /** Time of the reading, ms. */
  readonly elapsedMs: number;
}
