/** A source that is silent for longer than it ever was. */
export interface SilenceRule {
  /** Silent for this many times its longest silence. */
  readonly factor: number;
  /** Nothing is said of a source with fewer times between new links. */
  readonly minGaps: number;
  /** No shorter silence counts, hours. */
  readonly minHours: number;
}

/** A source whose polls fail. */
export interface SourceFailingRule {
  /** Polls in a row. */
  readonly polls: number;
  readonly minMinutes: number;
}

/** A site of whose visits too many fail. */
export interface SiteFailingRule {
  /** It opens from this share of failures. */
  readonly share: number;
  /** It is resolved below this share. */
  readonly resolvedBelow: number;
  /** Fewer visits in the window say nothing. */
  readonly minVisits: number;
  readonly windowMinutes: number;
}

/** A changed layout: of a learned wrapper without a new one for it, or of a scraper whose selectors match no longer. */
export interface DriftRule {
  /** A layout that is learned within this time is no alert. */
  readonly afterHours: number;
  /** Share of a scraper's selectors that no longer match, from which its layout has changed. Two at least: one may be a field that the site dropped. */
  readonly selectorShare: number;
}

/** Proxies of lists that run out, or pages that wait for a proxy. */
export interface ProxiesRule {
  readonly below: number;
  readonly belowShare: number;
  /** Pages that wait for a proxy of any kind. */
  readonly waitingPages: number;
}

/** Most sites are unreachable at the same time: the fault is on our side. While it is open, no site and no source gets its own alert for failures. */
export interface OutageRule {
  /** Share of the sites whose last polls failed, or whose visits of the last five minutes did. */
  readonly share: number;
  readonly minSites: number;
}

/** A story of a topic. */
export interface StoryRule {
  readonly name: string;
  readonly topic: string;
  readonly minScore: number;
  /** Number of sites that have the story. */
  readonly minSites: number;
}

/** A saved search: articles that match all of it. */
export interface SearchRule {
  readonly name: string;
  /** As a search has them (text/search-query.ts). */
  readonly words: string | null;
  readonly site: string | null;
  readonly topic: string | null;
  /** Label of the category. */
  readonly category: string | null;
}

/** What a person wants to know (docs/alerts.md). Null: the rule is off. */
export interface AlertRules {
  readonly sourceSilent: SilenceRule | null;
  readonly sourceFailing: SourceFailingRule | null;
  readonly siteFailing: SiteFailingRule | null;
  readonly drift: DriftRule | null;
  readonly proxies: ProxiesRule | null;
  readonly outage: OutageRule | null;
  readonly stories: readonly StoryRule[];
  readonly searches: readonly SearchRule[];
  /** After a message, what follows is collected for this time. */
  readonly digestMinutes: number;
  /** Resolved alerts and finds are kept for this time. */
  readonly keepDays: number;
}
