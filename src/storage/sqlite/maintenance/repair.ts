import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Fingerprint } from '../../../model/article/draft.ts';
import { rankKeys } from '../../../model/article/neighbour-keys.ts';
import { judgeRest } from '../articles/remove-articles.ts';
import { emptyIndex, indexedAtOnce, indexPending } from '../articles/search-index.ts';
import { changeKeys } from '../articles/store-article.ts';
import type { Bindings, Database } from '../database.ts';
import { restoreBriefs } from '../schema/article-tables.ts';
import { recount } from '../schema/tally-tables.ts';
import { state } from '../schema.ts';
import { brokenClusters, keyColumns, stuckLease, wrongSearch } from './defects.ts';

/** Articles per transaction. */
const batchSize = 100;

/** SQL: what follows from the links, and names of records that are gone. */
const links = `
UPDATE frontier SET article = NULL WHERE article IS NOT NULL AND article NOT IN (SELECT id FROM articles);
UPDATE frontier SET article = a.id FROM articles a WHERE frontier.url = a.url AND frontier.article IS NULL;
UPDATE frontier SET in_links = counted.n FROM
  (SELECT f.url, coalesce(l.n, 0) AS n FROM frontier f LEFT JOIN (SELECT to_url, count(*) AS n FROM links GROUP BY to_url) l ON l.to_url = f.url
   WHERE f.in_links <> coalesce(l.n, 0)) AS counted WHERE counted.url = frontier.url;
UPDATE articles SET in_links = counted.n FROM
  (SELECT a.id, (SELECT coalesce(sum(f.in_links), 0) FROM frontier f WHERE f.article = a.id) AS n FROM articles a) AS counted
  WHERE counted.id = articles.id AND articles.in_links <> counted.n;
UPDATE media SET article_id = NULL WHERE article_id IS NOT NULL AND article_id NOT IN (SELECT id FROM articles);
`;

/** SQL: the best ready task of each host and site. */
const queues = `
DELETE FROM queues;
INSERT INTO queues (site, host, rank, due_at, url) SELECT site, host, rank, due_at, url FROM
  (SELECT site, host, rank, due_at, url, row_number() OVER (PARTITION BY site, host ORDER BY rank, due_at, url) AS place FROM frontier
   WHERE state = ${state.ready}) WHERE place = 1;
`;

/** SQL: such a lease ends, so that the next claim takes the task. */
const leases = `UPDATE frontier SET lease = coalesce(lease, ''), owner = coalesce(owner, ''), lease_until = set_at WHERE ${stuckLease};`;

/** Rebuilds what follows from other records: counts, clusters, queues, look-up keys, briefs. Texts, visits and what people wrote stay as they are. */
export async function repairRecords(db: Database): Promise<void> {
  db.transaction(() => {
    for (const sql of [restoreBriefs, links, queues, leases]) db.exec(sql);
    for (const { cluster } of db.all<{ cluster: string }>(brokenClusters)) judgeRest(db, cluster);
    db.exec(recount);
  });
  await repairKeys(db);
  await repairSearch(db);
}

/** Where the index of the search is wrong, it is made anew. Articles that wait for it are added in any case. */
async function repairSearch(db: Database): Promise<void> {
  const isWrong = Object.values(wrongSearch).some((sql) => db.get(`${sql} LIMIT 1`) !== undefined);
  if (isWrong) db.transaction(() => emptyIndex(db));
  while (indexPending(db, indexedAtOnce) > 0) await nextTurn();
}

const keySql = `UPDATE articles SET body_hash = :bodyHash, simhash = :simhash, band0 = :band0, band1 = :band1, band2 = :band2, band3 = :band3
  WHERE id = :id AND (body_hash, simhash, band0, band1, band2, band3) IS NOT (:bodyHash, :simhash, :band0, :band1, :band2, :band3)`;

interface KeyRow {
  readonly id: string;
  readonly fingerprint: string;
}

/** The keys of the look-up of copies: missing ones are added. Only where there are superfluous ones too, all keys are read. */
async function repairKeys(db: Database): Promise<void> {
  const expected = { marks: 0, keywords: 0 };
  for (let after = ''; ; ) {
    const rows = db.all<KeyRow>(
      `SELECT id, doc -> '$.fingerprint' AS fingerprint FROM article_texts WHERE id > :after ORDER BY id LIMIT ${batchSize}`,
      { after },
    );
    db.transaction(() => {
      for (const row of rows) {
        const fingerprint = readFingerprint(row.fingerprint);
        changeKeys(db, 'add', { id: row.id, fingerprint });
        const [bodyHash, simhash, band0, band1, band2, band3] = keyColumns(fingerprint);
        db.run(keySql, { id: row.id, bodyHash, simhash, band0, band1, band2, band3 } as Bindings);
        for (const table of keyTables) expected[table.name] += new Set(table.keysOf(fingerprint)).size;
      }
    });
    const last = rows.at(-1);
    if (last === undefined) break;
    after = last.id;
    await nextTurn();
  }
  for (const table of keyTables) {
    const stored = db.get<{ n: number }>(`SELECT count(*) AS n FROM article_${table.name}`)?.n ?? 0;
    if (stored > expected[table.name]) await removeSuperfluous(db, table);
  }
}

const readFingerprint = (json: string): Fingerprint => JSON.parse(json) as Fingerprint;

interface KeyTable {
  readonly name: 'marks' | 'keywords';
  /** SQL: a key as a text. */
  readonly key: string;
  readonly keysOf: (fingerprint: Fingerprint) => readonly string[];
}

const keyTables: readonly KeyTable[] = [
  { name: 'marks', key: 'mark', keysOf: ({ sketch }) => sketch },
  {
    name: 'keywords',
    key: "place || ':' || keyword",
    keysOf: (fingerprint) => rankKeys(fingerprint).map(({ place, keyword }) => `${place}:${keyword}`),
  },
];

async function removeSuperfluous(db: Database, { name, key, keysOf }: KeyTable): Promise<void> {
  const ids = db.all<{ id: string }>(`SELECT DISTINCT id FROM article_${name}`);
  for (const { id } of ids) {
    const text = db.get<KeyRow>("SELECT doc -> '$.fingerprint' AS fingerprint FROM article_texts WHERE id = :id", {
      id,
    });
    const keys = JSON.stringify(text === undefined ? [] : keysOf(readFingerprint(text.fingerprint)));
    db.run(`DELETE FROM article_${name} WHERE id = :id AND ${key} NOT IN (SELECT value FROM json_each(:keys))`, {
      id,
      keys,
    });
    await nextTurn();
  }
}
