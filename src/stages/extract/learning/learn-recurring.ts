import type { RecurringLine } from '../../../model/wrapper/learned-wrapper.ts';
import { placedCode } from '../wrapper/line-code.ts';
import type { StyledPage } from './learn-styles.ts';

/** Pages with a line, at least: one of two pages may quote the other. Where there are enough pages, a third one: the page that is read may be among them. */
const minPagesOf = (pages: number): number => (pages >= 6 ? 3 : 2);
/** Lines that are kept, at most: the most frequent. */
const maxLines = 500;
/** Characters of a line that people see. */
const shownLength = 120;

/**
 * The pattern library: lines that recur under the same style of two levels. The same text elsewhere says nothing: an article's lead is a teaser on other pages.
 * Lines that a corrected page has in its article are left out, and so are those that the generic extractor leaves out on all pages.
 */
export function learnRecurring(pages: readonly StyledPage[]): RecurringLine[] {
  const minPages = minPagesOf(pages.length);
  const lines = new Map<string, { path: string; text: string; pages: number; isText: boolean; isArticle: boolean }>();
  for (const { page, paths } of pages) {
    const seen = new Set<string>();
    for (const [at, { code, line, score, isArticle }] of page.blocks.entries()) {
      const path = paths[at]?.two ?? '';
      const placed = placedCode(code, path);
      const entry = lines.get(placed) ?? {
        path,
        text: line.slice(0, shownLength),
        pages: 0,
        isText: false,
        isArticle: false,
      };
      lines.set(placed, entry);
      entry.isText ||= score >= 0.5;
      entry.isArticle ||= isArticle === true;
      if (!seen.has(placed)) entry.pages += 1;
      seen.add(placed);
    }
  }
  return [...lines]
    .flatMap(([code, { path, text, pages: count, isText, isArticle }]) =>
      count >= minPages && isText && !isArticle ? [{ path, code, text, pages: count }] : [],
    )
    .sort((a, b) => b.pages - a.pages || (a.code < b.code ? -1 : 1))
    .slice(0, maxLines);
}
