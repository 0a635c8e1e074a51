import { readSearch, type SearchPhrase, type SearchQuery } from '../../../text/search-query.ts';
import { indexedText } from '../../../text/search-terms.ts';
import type { Database } from '../database.ts';

interface SearchedText {
  readonly id: string;
  readonly title: string;
  readonly body: string;
}

const docOf = (db: Database, id: string): number | null =>
  db.get<{ doc: number }>('SELECT doc FROM search_docs WHERE id = :id', { id })?.doc ?? null;

/** Inside the transaction that writes the article: the next batch puts its words into the index, in place of its earlier ones. */
export const awaitIndex = (db: Database, id: string): void => {
  db.run('INSERT OR IGNORE INTO search_pending (id) VALUES (:id)', { id });
};

function indexWords(db: Database, { id, title, body }: SearchedText): void {
  const known = docOf(db, id);
  if (known !== null) db.run('DELETE FROM article_search WHERE rowid = :doc', { doc: known });
  else db.run('INSERT INTO search_docs (id) VALUES (:id)', { id });
  db.run('INSERT INTO article_search (rowid, title, body) VALUES (:doc, :title, :body)', {
    doc: known ?? docOf(db, id),
    title: indexedText(title),
    body: indexedText(body),
  });
}

/** Inside the transaction that removes the article. */
export function removeWords(db: Database, id: string): void {
  db.run('DELETE FROM search_pending WHERE id = :id', { id });
  const doc = docOf(db, id);
  if (doc === null) return;
  db.run('DELETE FROM article_search WHERE rowid = :doc', { doc });
  db.run('DELETE FROM search_docs WHERE doc = :doc', { doc });
}

export const notIndexed = (db: Database): number =>
  db.get<{ n: number }>('SELECT count(*) AS n FROM search_pending')?.n ?? 0;

/** Articles of one transaction: endings of other processes wait for it, about 20 ms. */
export const indexedAtOnce = 25;

/** Adds articles that wait to the index, in one transaction, the last written first. @returns how many; 0: none waits */
export function indexPending(db: Database, limit: number): number {
  if (db.get('SELECT 1 FROM search_pending LIMIT 1') === undefined) return 0; // takes no lock
  return db.transaction(() => {
    const rows = db.all<{ id: string; title: string | null; body: string | null }>(
      `SELECT p.id, t.doc ->> '$.title' AS title, t.doc ->> '$.body' AS body
       FROM search_pending p LEFT JOIN article_texts t ON t.id = p.id ORDER BY p.n DESC LIMIT :limit`,
      { limit },
    );
    for (const { id, title, body } of rows) {
      if (body !== null) indexWords(db, { id, title: title ?? '', body });
      db.run('DELETE FROM search_pending WHERE id = :id', { id });
    }
    return rows.length;
  });
}

/** Most waiting articles that a search adds to the index before it reads it: what a crawl has written since the last maintenance, about 100 ms. */
const addedBySearch = 100;

/** A search finds what was just written, unless very much was. */
export function indexBeforeSearch(db: Database): void {
  for (let added = 0; added < addedBySearch; added += indexedAtOnce)
    if (indexPending(db, indexedAtOnce) < indexedAtOnce) return;
}

/** Inside a transaction: empties the index; `indexPending` fills it again. */
export function emptyIndex(db: Database): void {
  db.exec(`INSERT INTO article_search (article_search) VALUES ('delete-all');
    DELETE FROM search_docs;
    INSERT OR IGNORE INTO search_pending (id) SELECT id FROM articles ORDER BY updated_at;`);
}

/** SQL: the ids `d.id` of articles, where `article_search MATCH :match`. SQLite never reorders a CROSS JOIN: the index comes first. */
export const matchedDocs = 'article_search s CROSS JOIN search_docs d ON d.doc = s.rowid';

/** SQL: a number, the lower the better (Okapi BM25). A word of the title counts four times. */
export const rankOfMatch = 'bm25(article_search, 4.0, 1.0)';

/** A query of FTS5; null: nothing matchedDocs. Units have letters, marks and digits only, so none of its operators. */
export function matchOf(q: string): string | null {
  const read = readSearch(q);
  return 'problem' in read ? null : ftsQuery(read.query);
}

function ftsQuery({ all, none }: SearchQuery): string {
  const needed = all.map(ftsPhrase).join(' AND ');
  return none.length === 0 ? needed : `(${needed}) NOT (${none.map(ftsPhrase).join(' OR ')})`;
}

const ftsPhrase = ({ units, isPrefix }: SearchPhrase): string => `"${units.join(' ')}"${isPrefix ? ' *' : ''}`;
