import { revisionOf } from '../../records/articles.ts';
import { failureOf } from '../../records/crawl/failures.ts';
import { pageStateOf } from '../../records/crawl/pages.ts';
import { openAtOf, sourceOf } from '../../records/crawl/sources.ts';
import { visitOf } from '../../records/crawl/visits.ts';
import { dataRecordOf } from '../../records/data-records.ts';
import { storedMediaOf } from '../../records/media.ts';
import { dateOrNull } from '../../records/stored.ts';
import type { TransferKind } from '../../transfer-port.ts';
import { readArticle, selectArticles } from '../articles/article-rows.ts';
import { writeStoredArticle } from '../articles/store-article.ts';
import { PageDues } from '../crawl/page-dues.ts';
import { columnTable, dateOf, docTable, insertRow, msOf, type Table } from './table.ts';

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

const dataRecords: Table<'records'> = {
  ...docTable<'records'>('records', ['id'], dataRecordOf, () => ({})),
  write(db, records) {
    for (const record of records) {
      const { id, site, kind, key, changedAt, goneAt, listedOn } = record;
      // the row that it replaces takes its list of pages with it
      insertRow(db, 'records', {
        id,
        site,
        kind,
        key,
        changed_at: changedAt.getTime(),
        gone_at: msOf(goneAt),
        doc: JSON.stringify(record),
      });
      for (const { url } of listedOn) insertRow(db, 'record_pages', { page: url, id });
    }
  },
};

/** Kinds of which the tables keep more than a row each, or many columns. */
export const pageTables = {
  articles,
  pages,
  records: dataRecords,
  failures: docTable<'failures'>('failures', ['id'], failureOf, ({ id, run, url, site, reason, at, mended }) => ({
    id,
    run,
    url,
    site,
    reason,
    at: at.getTime(),
    mended_at: msOf(mended?.at ?? null),
  })),
  media: columnTable<'media'>('media', ['page_url', 'url'], {
    columns: 'id, page_url AS pageUrl, site, article_id AS articleId, found_at AS foundAt, doc',
    read: ({ doc, ...row }) => storedMediaOf({ ...JSON.parse(String(doc)), ...row }),
    row: ({ id, pageUrl, site, articleId, foundAt, host, fingerprint, ...item }) => ({
      id,
      site,
      host,
      fingerprint,
      page_url: pageUrl,
      url: item.url,
      article_id: articleId,
      found_at: foundAt.getTime(),
      doc: JSON.stringify(item),
    }),
  }),
  revisions: columnTable<'revisions'>('revisions', ['id', 'revision'], {
    columns: 'id, revision, doc',
    read: ({ id, revision, doc }) =>
      revisionOf({ ...JSON.parse(String(doc)), articleId: String(id), revision: Number(revision) }),
    row: ({ articleId, revision, ...text }) => ({ id: articleId, revision, doc: JSON.stringify(text) }),
  }),
  sources: columnTable<'sources'>('sources', ['id'], {
    columns: 'id, doc, worker, open_at AS openAt, is_claimed AS isClaimed',
    read: ({ id, doc, worker, openAt, isClaimed }) => ({
      id: String(id),
      source: sourceOf({ ...JSON.parse(String(doc)), worker }),
      openAt: dateOrNull(openAt as number | null),
      isClaimed: isClaimed === 1 && openAt !== null,
    }),
    row: ({ id, source, openAt, isClaimed }) => ({
      id,
      doc: JSON.stringify(source),
      site: source.site,
      worker: source.worker,
      open_at: msOf(isClaimed ? openAt : openAtOf(source)),
      is_claimed: Number(isClaimed),
    }),
  }),
  visits: {
    ...docTable<'visits'>('visits', ['id'], visitOf, () => ({})),
    write(db, records) {
      for (const visit of records) {
        const { id, run, url, kind, outcome, reason, via, bytes } = visit;
        // its tallies count each visit once: a row that is there is the same one
        db.run(
          `INSERT OR IGNORE INTO visits (id, run, url, source_id, kind, started_at, outcome, reason, via, bytes, media_items, links_left, doc)
           VALUES (:id, :run, :url, :sourceId, :kind, :startedAt, :outcome, :reason, :via, :bytes, :mediaItems, :linksLeft, :doc)`,
          {
            id,
            run,
            url,
            kind,
            outcome,
            reason,
            via,
            bytes,
            sourceId: visit.sourceId,
            startedAt: visit.startedAt.getTime(),
            mediaItems: visit.mediaItems,
            linksLeft: visit.linksLeft ?? 0,
            doc: JSON.stringify(visit),
          },
        );
      }
    },
  } as Table<'visits'>,
} satisfies { readonly [Kind in TransferKind]?: Table<Kind> };
