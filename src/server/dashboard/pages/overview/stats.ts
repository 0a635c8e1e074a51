import type { HotStory, HotTerm } from '../../../../model/article/news.ts';
import type { SilentRule } from '../../../../model/crawl/own-rule.ts';
import type { ProxyUse } from '../../../../model/crawl/proxy.ts';
import type { Run } from '../../../../model/crawl/run.ts';
import type { FailureCount } from '../../../../storage/collections/crawl/failures.ts';
import type { VisitSummary } from '../../../../storage/collections/crawl/visits.ts';
import type { Json } from '../../data/json.ts';

/** GET /v1/stats */
export interface Stats {
  readonly at: string;
  readonly store: { readonly kind: string; readonly location: string };
  readonly articles: { readonly published: number; readonly duplicate: number; readonly offTopic: number };
  readonly media: number;
  readonly frontier: { readonly pending: number; readonly leased: number };
  readonly sources: { readonly total: number; readonly enabled: number; readonly due: number };
  readonly blobs: { readonly count: number; readonly bytes: number };
  readonly silentRules: readonly Json<SilentRule>[];
  readonly failures: readonly FailureCount[];
  readonly lastDay: VisitSummary;
  readonly allTime: VisitSummary;
  readonly savedLastDay: { readonly pages: number; readonly bytes: number | null };
  readonly runs: readonly Json<Run>[];
}

export interface TopicCount {
  readonly name: string;
  readonly articles: number;
}

export interface CategoryCount {
  readonly label: string;
  readonly articles: number;
}

/** GET /v1/hot */
export interface Hot {
  readonly to: string;
  readonly terms: readonly HotTerm[];
  readonly stories: readonly (Json<HotStory> & { readonly title: string })[];
}

/** GET /v1/proxies */
export interface ProxyReport {
  readonly total: number;
  readonly good: number;
  readonly waiting: number;
  readonly uses: readonly ProxyUse[];
}
