import type { Reading } from '../model/article/draft.ts';
import type { Failure } from '../model/crawl/failure.ts';
import type { OwnRuleFinding } from '../model/crawl/own-rule.ts';
import type { MediaTrace, NoMediaReason, Page } from '../model/page/page.ts';
import type { StoredSnapshot } from '../model/page/snapshot.ts';
import type { Discovered } from './links/autodiscovery.ts';
import { nothingDiscovered } from './links/autodiscovery.ts';
/** What a page's visit found of its site's rules, while the page was open. */
export interface OwnRuleCheck {
  readonly findings: readonly OwnRuleFinding[];
  /** The bundle for rules that are about to drift; null: none is. It counts only if they still are right before the commit (`withRuleTallies`). */
  readonly driftFailure: Failure | null;
}

/** Nothing was found of them. */
export const noRuleCheck: OwnRuleCheck = { findings: [], driftFailure: null };

/** How media were looked for, without the media. */
export interface MediaSearch {
  readonly noMedia: NoMediaReason | null;
  readonly playLinks: readonly string[];
  readonly trace: MediaTrace | null;
}

/** Reasons for which a page fails that should give an article. */
export type ReadingFailure = 'layout-changed' | 'low-confidence' | 'too-short';

/** A page that was fetched and read. The steps after the reading add to it what they find. */
export interface VisitedPage {
  /** Its bytes include those of the article's further pages. */
  readonly page: Page;
  readonly snapshot: StoredSnapshot;
  readonly reading: Reading;
  readonly mediaSearch: MediaSearch;
  /** Of a page that should give an article and does not; of a video page without media, or records without a required field: then the rest is stored, and a person should look. */
  readonly bundle: Failure | null;
  /** Why the page failed; null: it did not. Its links are followed anyway: they do not depend on its text. */
  readonly failedAs: ReadingFailure | null;
  readonly ownRules: OwnRuleCheck;
  /** The lists that the page names. */
  readonly lists: Discovered;
}

/** A page as it was read, before anything else is known of it. */
export const newlyRead = (
  page: Page,
  snapshot: StoredSnapshot,
  reading: Reading,
  mediaSearch: MediaSearch,
): VisitedPage => ({
  page,
  snapshot,
  reading,
  mediaSearch,
  bundle: null,
  failedAs: null,
  ownRules: noRuleCheck,
  lists: nothingDiscovered,
});
