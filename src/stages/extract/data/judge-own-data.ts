import type { NoDraftReason, PageType } from '../../../model/article/draft.ts';
import type { OwnRuleFinding } from '../../../model/crawl/own-rule.ts';
import type { Site } from '../../../model/crawl/site.ts';
import { dataFieldName, recordFieldName } from '../../../model/data/data-field.ts';
import { isMissing } from './read-fields.ts';
import type { OwnDataReading } from './read-own-data.ts';

/** What a page is by the generic rules. */
export interface JudgedPage {
  /** Null: it gives an article. */
  readonly reason: NoDraftReason | null;
  readonly detail: string;
  readonly pageType: PageType;
  /** The address is one of the site's sources. */
  readonly isSource: boolean;
  readonly url: string;
}

export interface OwnDataVerdict {
  readonly reason: JudgedPage['reason'];
  readonly detail: JudgedPage['detail'];
  /** Whether the page, though it is no article, has data that are stored. */
  readonly isDataPage: boolean;
  /** Results of the scraper's rules for data and records that count. */
  readonly ownRules: readonly OwnRuleFinding[];
}

/**
 * Whether the declared data change what a page is. On an article all required fields must be there. A page that is no article has data if it must have them (a product, a thread, an
 * address of `links.article`), or if all required ones are there; a page of `pages` must list its records.
 */
export function judgeOwnData(site: Site, reading: OwnDataReading, page: JudgedPage): OwnDataVerdict {
  const missing = missingFields(site, reading);
  const isArticle = page.reason === null || page.reason === 'layout-changed' || page.reason === 'too-short';
  const isDataPage =
    (page.reason === 'not-an-article' || page.reason === 'list') &&
    site.data.fields.length > 0 &&
    !page.isSource &&
    hasPageData(site, reading, page, missing);
  const lists = missingRecords(site, reading, page.url);
  const lacks = [...(isArticle || isDataPage ? missing : []), ...lists];
  const ownRules = [
    ...(isArticle || isDataPage ? reading.tried.data : reading.tried.data.filter(({ hasMatch }) => hasMatch)),
    ...reading.tried.records,
  ];
  if (lacks.length === 0 || page.reason === 'blocked')
    return { reason: page.reason, detail: page.detail, isDataPage, ownRules };
  const detail = `required, but not found: ${lacks.join(', ')}`;
  const before = page.reason === 'layout-changed' || page.reason === 'too-short' ? `${page.detail}; ` : '';
  return { reason: 'layout-changed', detail: `${before}${detail}`, isDataPage: false, ownRules };
}

function hasPageData(
  site: Site,
  { fields, unplaced }: OwnDataReading,
  page: JudgedPage,
  missing: readonly string[],
): boolean {
  const isExpected =
    page.pageType === 'product' ||
    page.pageType === 'forum' ||
    site.articleUrls.some((pattern) => page.url.search(pattern) !== -1);
  if (isExpected) return missing.length > 0 || fields.some(({ value }) => value !== false && !isMissing(value));
  return (
    missing.length === 0 &&
    site.data.fields.some(({ name, required }) => required && !unplaced.has(dataFieldName(name)))
  );
}

/** Required fields without a value, each with what the page has in its place. */
const missingFields = (site: Site, { fields, unplaced }: OwnDataReading): string[] =>
  site.data.fields
    .filter(({ name, required }) => required && !unplaced.has(dataFieldName(name)))
    .flatMap(({ name }) => {
      const finding = fields.find(({ field }) => field === name);
      if (finding === undefined || !isMissing(finding.value)) return [];
      const { problem, raw } = finding;
      return [problem === null ? dataFieldName(name) : `${dataFieldName(name)} (${problem}: ${JSON.stringify(raw)})`];
    });

/** Kinds of records that this page must list, and does not. */
const missingRecords = (site: Site, { records, unplaced }: OwnDataReading, url: string): string[] =>
  site.records
    .filter(({ kind }) => !unplaced.has(recordFieldName(kind)))
    .filter(({ required, pages }) => required && pages.some((pattern) => url.search(pattern) !== -1))
    .filter(({ kind }) => (records.find((finding) => finding.kind === kind)?.records.length ?? 0) === 0)
    .map(({ kind, region }) => (region === null ? recordFieldName(kind) : `${recordFieldName(kind)} "${region}"`));
