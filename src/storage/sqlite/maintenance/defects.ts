import { join } from 'node:path';
import type { Fingerprint } from '../../../model/article/draft.ts';
import { rankKeys, simhashBands } from '../../../model/article/neighbour-keys.ts';
import { revisionsForgotten } from '../../collections/counters.ts';
import { wrongRecords } from '../../collections/walk.ts';
import { tableRecords } from '../../engine/sqlite-records.ts';
import type { StoreDefect } from '../../maintenance-port.ts';
import { checkedPart, defects, isDamage, longestLeaseMs } from '../../records/defects.ts';
import { blobsName } from '../../store-folder-port.ts';
import { blobFile, blobSize, databaseFile, FileBlobs, timeOf } from '../blobs.ts';
import { type Bindings, Database } from '../database.ts';
import { articleTallySql, visitTallySql } from '../schema/tally-tables.ts';
import { state } from '../schema.ts';

/** SQL: whether old revisions were removed: those that stay have no gap then. */
const mayLackRevisions = `EXISTS (SELECT 1 FROM counters WHERE name = '${revisionsForgotten}' AND value = 1)`;

/** SQL: articles whose cluster has no founder, or a canonical article outside. */
const canonicalOutside =
  'SELECT id, cluster FROM articles a WHERE NOT EXISTS (SELECT 1 FROM articles c WHERE c.id = a.canonical_id AND c.cluster = a.cluster AND c.canonical_id = c.id)';
const withoutFounder =
  'SELECT id, cluster FROM articles a WHERE NOT EXISTS (SELECT 1 FROM articles c WHERE c.id = a.cluster AND c.cluster = a.cluster)';
export const brokenClusters = `SELECT DISTINCT cluster FROM (${canonicalOutside} UNION ALL ${withoutFounder})`;

/** SQL: a lease that no claim ends, or that lasts longer than any may (`NEWSHAWK_LEASE_MS`). */
export const stuckLease = `state = ${state.leased} AND (owner IS NULL OR lease IS NULL OR lease_until IS NULL OR lease_until - set_at > ${longestLeaseMs})`;

/** SELECTs of what is wrong in the index of the search, by defect. An article that waits to be indexed is no defect. */
export const wrongSearch = {
  'an article that no search finds':
    'SELECT id FROM articles WHERE id NOT IN (SELECT id FROM search_docs) AND id NOT IN (SELECT id FROM search_pending)',
  'an entry of the search without its article': 'SELECT id FROM search_docs WHERE id NOT IN (SELECT id FROM articles)',
  'an entry of the search without its words':
    'SELECT id FROM search_docs WHERE doc NOT IN (SELECT id FROM article_search_docsize)',
  'words of the search without their entry':
    'SELECT id FROM article_search_docsize WHERE id NOT IN (SELECT doc FROM search_docs)',
} as const;

/** SELECTs of rows that must not exist, by defect. */
const wrongRows: Readonly<Record<string, string>> = {
  'an article without its text': 'SELECT id FROM articles WHERE id NOT IN (SELECT id FROM article_texts)',
  'an article without its brief': 'SELECT id FROM articles WHERE id NOT IN (SELECT id FROM article_briefs)',
  'a text without its article': 'SELECT id FROM article_texts WHERE id NOT IN (SELECT id FROM articles)',
  'a mark without its article': 'SELECT id FROM article_marks WHERE id NOT IN (SELECT id FROM articles)',
  'a keyword without its article': 'SELECT id FROM article_keywords WHERE id NOT IN (SELECT id FROM articles)',
  'a score without its article': 'SELECT id FROM article_topics WHERE id NOT IN (SELECT id FROM articles)',
  'a score whose status or time differs from its article':
    'SELECT id FROM article_topics t JOIN articles a USING (id) WHERE (t.status, t.updated_at) IS NOT (a.status, a.updated_at)',
  'terms without their article': 'SELECT id FROM news WHERE id NOT IN (SELECT id FROM articles)',
  [defects.sameAddress]: 'SELECT min(id) AS id FROM articles GROUP BY url HAVING count(*) > 1',
  [defects.wrongRevision]: `SELECT id FROM (SELECT a.id, a.revision, count(r.revision) AS n, min(r.revision) AS first, max(r.revision) AS last
       FROM articles a LEFT JOIN revisions r ON r.article_id = a.id GROUP BY a.id)
     WHERE revision <> 1 + n AND (NOT ${mayLackRevisions} OR (n > 0 AND (last <> revision - 1 OR n <> revision - first)))`,
  [defects.revisionWithoutArticle]:
    'SELECT DISTINCT article_id AS id FROM revisions WHERE article_id NOT IN (SELECT id FROM articles)',
  [defects.mediumWithoutArticle]:
    "SELECT page_url || ' ' || url AS id FROM media WHERE article_id IS NOT NULL AND article_id NOT IN (SELECT id FROM articles)",
  [defects.canonicalOutside]: canonicalOutside,
  [defects.clusterWithoutFounder]: withoutFounder,
  [defects.addressWithoutArticle]:
    'SELECT url AS id FROM frontier WHERE article IS NOT NULL AND article NOT IN (SELECT id FROM articles)',
  [defects.articleWithoutAddress]:
    'SELECT id FROM articles WHERE id NOT IN (SELECT article FROM frontier WHERE article IS NOT NULL)',
  [defects.wrongAddressLinks]:
    'SELECT url AS id FROM frontier f LEFT JOIN (SELECT to_url, count(*) AS n FROM links GROUP BY to_url) l ON l.to_url = f.url WHERE in_links <> coalesce(n, 0)',
  [defects.unknownTarget]: 'SELECT to_url AS id FROM links WHERE to_url NOT IN (SELECT url FROM frontier)',
  'a link without its page': 'SELECT to_url AS id FROM links WHERE page NOT IN (SELECT id FROM link_pages)',
  [defects.wrongArticleLinks]:
    'SELECT id FROM articles a WHERE in_links <> (SELECT coalesce(sum(f.in_links), 0) FROM frontier f WHERE f.article = a.id)',
  ...wrongSearch,
  'a ready task without a queue': `SELECT url AS id FROM frontier f WHERE state = ${state.ready} AND NOT EXISTS
      (SELECT 1 FROM queues q WHERE q.site = f.site AND q.host = f.host AND (q.rank, q.due_at, q.url) <= (f.rank, f.due_at, f.url))`,
  [defects.stuckLease]: `SELECT url AS id FROM frontier WHERE ${stuckLease}`,
  'a queue without its task': `SELECT host AS id FROM queues q WHERE NOT EXISTS
      (SELECT 1 FROM frontier f WHERE f.url = q.url AND f.state = ${state.ready} AND f.host = q.host AND f.site = q.site)`,
};

/** SQL: the rows that only one of both SELECTs has. */
const differing = (stored: string, recounted: string, name: string) =>
  `SELECT DISTINCT ${name} AS id FROM (
     SELECT * FROM (SELECT * FROM ${stored} EXCEPT SELECT * FROM (${recounted}))
     UNION ALL SELECT * FROM (SELECT * FROM (${recounted}) EXCEPT SELECT * FROM ${stored}))`;

/** SELECTs of counts that differ from a recount, by defect. */
const wrongCounts: Readonly<Record<string, string>> = {
  'a wrong tally of articles': differing(
    '(SELECT topic, site, status, category, n FROM article_tallies WHERE n <> 0)',
    articleTallySql,
    "topic || ' ' || site || ' ' || status || ' ' || category",
  ),
  'a wrong tally of visits': differing('visit_tallies', visitTallySql, "hour || ' ' || kind || ' ' || outcome"),
  'a wrong tally of the frontier':
    'SELECT state AS id FROM tallies WHERE n <> (SELECT count(*) FROM frontier f WHERE f.state = tallies.state)',
  'a wrong total': `SELECT name AS id FROM totals WHERE n <> CASE name WHEN 'media' THEN (SELECT count(*) FROM media)
      WHEN 'blobs' THEN (SELECT count(*) FROM blobs) ELSE (SELECT coalesce(sum(bytes), 0) FROM blobs) END`,
};

/** What `repair` mends of `wrongRows`: it follows from other records. */
const repaired: ReadonlySet<string> = new Set([
  'an article without its brief',
  defects.canonicalOutside,
  defects.clusterWithoutFounder,
  defects.addressWithoutArticle,
  defects.articleWithoutAddress,
  defects.mediumWithoutArticle,
  defects.stuckLease,
  defects.wrongAddressLinks,
  defects.wrongArticleLinks,
  ...Object.keys(wrongSearch),
  'a ready task without a queue',
  'a queue without its task',
]);

interface Row {
  readonly id: string;
}

/** Reads in one transaction of a separate connection: all records as they are at one moment, also while others write. @param folder of the store */
export async function* sqliteDefects(folder: string): AsyncIterable<StoreDefect> {
  const db = new Database(databaseFile(folder));
  try {
    db.exec('BEGIN');
    yield* checkedPart('the database file', () => damagedFile(db));
    for (const [what, sql] of Object.entries(wrongRows))
      yield* checkedPart(what, () => rowsOf(db, sql, { what, canRepair: repaired.has(what) }));
    for (const [what, sql] of Object.entries(wrongCounts))
      yield* checkedPart(what, () => rowsOf(db, sql, { what, canRepair: true }));
    yield* checkedPart('the records', () => wrongRecords((one) => tableRecords(db, one)));
    yield* checkedPart('keys of the look-up of copies', () => wrongKeys(db));
    yield* checkedPart('files of blobs', () => wrongFiles(folder, db));
    yield* checkedPart('files without a record', () => unrecordedFiles(folder, db));
  } finally {
    db.close();
  }
}

/** SQLite lists errors, and fails at those that stop it: what it has listed before counts. */
function* damagedFile(db: Database): Iterable<StoreDefect> {
  const errors: string[] = [];
  let failure: unknown = null;
  try {
    db.each<{ readonly quick_check: string }>('PRAGMA quick_check(20)', {}, ({ quick_check: error }) => {
      if (error !== 'ok') errors.push(error);
      return true;
    });
  } catch (error) {
    failure = error;
  }
  for (const id of errors) yield { what: defects.damagedDatabase, id, canRepair: false };
  // a page of the search's index: the check of that index ends all of it
  if (errors.length === 0 && isDamage(failure))
    yield { what: defects.damagedDatabase, id: failure.message, canRepair: false };
  if (failure !== null) throw failure;
}

const rowsOf = (db: Database, sql: string, defect: Omit<StoreDefect, 'id'>): StoreDefect[] =>
  db.all<Row>(sql).map(({ id }) => ({ ...defect, id: String(id) }));

/** The columns of an article that copies are looked up by: body_hash, simhash, band0 to band3. */
export const keyColumns = ({ bodyHash, simhash }: Pick<Fingerprint, 'bodyHash' | 'simhash'>) => [
  bodyHash,
  simhash,
  ...simhashBands(simhash),
];

const presentKeys = {
  marks: `SELECT count(*) AS n FROM (SELECT DISTINCT value FROM json_each(:keys)) k JOIN article_marks m ON m.mark = k.value AND m.id = :id`,
  keywords: `SELECT count(*) AS n FROM (SELECT DISTINCT value ->> 'place' AS place, value ->> 'keyword' AS keyword FROM json_each(:keys)) k
    JOIN article_keywords a ON a.place = k.place AND a.keyword = k.keyword AND a.id = :id`,
} as const;

/** Compares the keys of the look-up of copies with the fingerprints: missing ones and superfluous ones. */
function* wrongKeys(db: Database): Iterable<StoreDefect> {
  const total = { marks: 0, keywords: 0 };
  const count = (sql: string, parameters: Bindings = {}) => db.get<{ n: number }>(sql, parameters)?.n ?? 0;
  let after = '';
  for (;;) {
    const texts = db.all<Row & { readonly fingerprint: string; readonly keys: string | null }>(
      `SELECT t.id, t.doc -> '$.fingerprint' AS fingerprint, a.body_hash || ' ' || a.simhash || ' ' || a.band0 || ' ' || a.band1 || ' ' || a.band2 || ' ' || a.band3 AS keys
       FROM article_texts t LEFT JOIN articles a ON a.id = t.id WHERE t.id > :after ORDER BY t.id LIMIT 500`,
      { after },
    );
    for (const { id, fingerprint, keys: columns } of texts) {
      const { sketch, titleKeywords, bodyKeywords, ...hashes } = JSON.parse(fingerprint) as Fingerprint;
      if (columns !== null && columns !== keyColumns(hashes).join(' '))
        yield { what: defects.wrongKeys, id, canRepair: true };
      const ranks = rankKeys({ titleKeywords, bodyKeywords });
      const expected = { marks: new Set(sketch).size, keywords: ranks.length };
      for (const [kind, keys] of [['marks', sketch] as const, ['keywords', ranks] as const]) {
        total[kind] += expected[kind];
        if (count(presentKeys[kind], { id, keys: JSON.stringify(keys) }) !== expected[kind])
          yield { what: `missing ${kind}`, id, canRepair: true };
      }
    }
    if (texts.length === 0) break;
    after = texts.at(-1)?.id ?? '';
  }
  for (const kind of ['marks', 'keywords'] as const)
    if (count(`SELECT count(*) AS n FROM article_${kind}`) > total[kind])
      yield { what: `superfluous ${kind}`, id: `article_${kind}`, canRepair: true };
}

/** A blob that was removed since the records were read is no defect: its record is gone too. */
async function* wrongFiles(folder: string, db: Database): AsyncIterable<StoreDefect> {
  let blobs: readonly (Row & { readonly bytes: number })[];
  try {
    blobs = db.all('SELECT hash AS id, bytes FROM blobs ORDER BY hash');
  } finally {
    db.exec('COMMIT'); // what follows reads records as they are then
  }
  for (const { id, bytes } of blobs) {
    const size = await blobSize(blobFile(join(folder, blobsName), id));
    if (size === bytes || db.get('SELECT 1 FROM blobs WHERE hash = :id', { id }) === undefined) continue;
    if (size === 'unreadable') yield { what: defects.unreadableBlob, id, canRepair: false, isUnreadable: true };
    else yield { what: size === null ? 'a blob without its file' : 'a blob file of a wrong size', id, canRepair: true };
  }
}

/** A younger file may be written by another process at this moment, ms: its record comes in the same transaction. */
const unrecordedForMs = 60_000;

async function* unrecordedFiles(folder: string, db: Database): AsyncIterable<StoreDefect> {
  const before = timeOf(db) - unrecordedForMs;
  for await (const files of new FileBlobs(join(folder, blobsName), db).unrecordedFiles())
    for (const { hash: id, putAt } of files)
      if (putAt < before) yield { what: 'a blob file without its record', id, canRepair: true };
}
