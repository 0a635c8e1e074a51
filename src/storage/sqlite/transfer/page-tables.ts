import { pageStateOf } from '../../records/crawl/pages.ts';
import type { TransferKind } from '../../transfer-port.ts';
import { readArticle, selectArticles } from '../articles/article-rows.ts';
import { writeStoredArticle } from '../articles/store-article.ts';
import { PageDues } from '../crawl/page-dues.ts';
import { dateOf, insertRow, type Table } from './table.ts';

/** SQL: while a page is claimed, its next visit is the claim's end. */
const claimOr = (claimed: string, planned: string) =>
  `coalesce((SELECT ${claimed} FROM page_claims c WHERE c.url = pages.url), ${planned})`;

const pages: Table<'pages'> = {
  from: 'pages',
  keys: ['url'],
  columns: `url, doc, ${claimOr('until', 'next_visit_at')} AS nextVisitAt, ${claimOr('claimed_at', 'planned_at')} AS plannedAt`,
  read: ({ url, doc, nextVisitAt, plannedAt }) => ({
    url: String(url),
    page: pageStateOf({ ...JSON.parse(String(doc)), nextVisitAt: Number(nextVisitAt) }),
    plannedAt: dateOf(plannedAt),
  }),
  write(db, records) {
    const dues = new PageDues(db);
    for (const { page, plannedAt } of records) {
      const { nextVisitAt, evidence: _, ...rest } = page;
      const { url, site } = rest;
      const next = nextVisitAt.getTime();
      dues.plan({ url, site, nextVisitAt: next });
      const { host = null, format = null, ageClass = null, rateClass = null } = rest.counted ?? {};
      insertRow(db, 'pages', {
        url,
        site,
        host,
        format,
        next_visit_at: next,
        planned_at: plannedAt.getTime(),
        age_class: ageClass,
        rate_class: rateClass,
        doc: JSON.stringify(rest),
      });
    }
  },
};

const articles: Table<'articles'> = {
  from: `(${selectArticles})`,
  keys: ['id'],
  columns: '*',
  read: (row) => readArticle(row as unknown as Parameters<typeof readArticle>[0]),
  write(db, records) {
    for (const article of records) writeStoredArticle(db, article);
  },
};

/** Kinds of which the tables keep more than a row each. */
export const pageTables = {
  articles,
  pages,
} satisfies { readonly [Kind in TransferKind]?: Table<Kind> };
