import type { PageStep } from '../page/page-step.ts';
import type { RenderMode } from './task.ts';

export type SourceKind = 'listing' | 'feed' | 'sitemap';

/** Hours of the week, in the time zone named, in which a source is polled. */
export interface ActiveWindow {
  /** IANA name, e.g. `Europe/London`. */
  readonly timeZone: string;
  /** 0 = Sunday … 6 = Saturday. */
  readonly days: readonly number[];
  /** First hour, 0 to 23, and the hour before which it ends, 1 to 24. */
  readonly fromHour: number;
  readonly toHour: number;
}

/** What a person writes down: a page, feed or sitemap that is polled for new links. */
export interface SourceSpec {
  readonly url: string;
  readonly kind: SourceKind;
  readonly weight: number;
  readonly baseIntervalMs: number;
  /** The interval stays within [base x minFactor, base x maxFactor]. */
  readonly minFactor: number;
  readonly maxFactor: number;
  readonly activeWindows: readonly ActiveWindow[];
  /** How many links away from the source a page may be. */
  readonly maxDepth: number;
  /** CSS selector of the regions whose links count; null: all content links. */
  readonly linkSelector: string | null;
  /** How it and the pages that it leads to are fetched; null: as its site says. */
  readonly render: RenderMode | null;
  /** Taken on its page; null: as its site says. */
  readonly steps: readonly PageStep[] | null;
}

/** A source with what polling has taught about it. */
export interface Source extends SourceSpec {
  /** Stable: made of the canonical URL. */
  readonly id: string;
  /** Host of the scraper it belongs to, or of its URL. */
  readonly site: string;
  readonly intervalMs: number;
  readonly lastPolledAt: Date | null;
  readonly nextPollAt: Date;
  /** When the next poll was planned; absent in sources stored before this was kept. */
  readonly plannedAt?: Date;
  /** Hash of the list's content at the last poll, to see that it changed. */
  readonly contentHash: string | null;
  readonly worker: string | null;
  readonly enabled: boolean;
  /** The page or robots.txt that names it, where no person and no scraper does; null or absent: they do. */
  readonly namedBy?: string | null;
}
