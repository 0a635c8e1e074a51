import type { DateValue, Reading } from '../../model/article/draft.ts';
import type { ExtractedPage } from '../crawl.ts';
import type { ReadVisit } from './page-visit.ts';

type ScopedVisit = Pick<ReadVisit, 'run' | 'site'>;

/** Why the run, or its site's scraper, does not store what the page gives; null: it does, or the page gives nothing. */
export function refusalByScope(
  { run: { scope }, site }: ScopedVisit,
  { draft, pageType }: Pick<Reading, 'draft' | 'pageType'>,
): string | null {
  if (draft === null) return null;
  const isOnlyArticles = scope.articlesOnly || site.articlesOnly;
  if (isOnlyArticles && pageType !== 'article')
    return `page type: ${pageType}; ${scope.articlesOnly ? '--articles-only' : "the scraper's articlesOnly"} stores only articles`;
  const { since } = scope;
  if (since !== null && draft.publishedAt !== null && endOf(draft.publishedAt) < since.getTime())
    return `published before ${dayOrTime(since)} (--since)`;
  return null;
}

/** The page without what the scope refuses: its links and records stay. */
export const withoutDraft = ({ snapshot, reading, ...page }: ExtractedPage, why: string): ExtractedPage => ({
  ...page,
  snapshot: { ...snapshot, media: [] },
  reading: { ...reading, draft: null, detail: why },
});

const dayMs = 24 * 3_600_000;

/** The last moment that a date may mean, ms. */
const endOf = ({ value, precision }: DateValue): number => Date.parse(value) + (precision === 'day' ? dayMs - 1 : 0);

/** `2026-01-01`, or with its time where it is not midnight. */
const dayOrTime = (at: Date): string => at.toISOString().replace(/T00:00:00\.000Z$|(?<=:\d\d)\.\d+(?=Z$)/, '');
