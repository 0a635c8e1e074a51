import { DatabaseSync } from 'node:sqlite';
import type { Fingerprint } from '../../src/model/draft.ts';
import { rankKeys } from '../../src/model/neighbour-keys.ts';

/** Rows that must not be there, by what is wrong with them. */
const defects = {
  'an article without its text': 'SELECT id FROM articles WHERE id NOT IN (SELECT id FROM article_texts)',
  'a text without its article': 'SELECT id FROM article_texts WHERE id NOT IN (SELECT id FROM articles)',
  'a mark of no article': 'SELECT id FROM article_marks WHERE id NOT IN (SELECT id FROM articles)',
  'a keyword of no article': 'SELECT id FROM article_keywords WHERE id NOT IN (SELECT id FROM articles)',
  'a score of no article': 'SELECT id FROM article_topics WHERE id NOT IN (SELECT id FROM articles)',
  'terms of no article': 'SELECT id FROM news WHERE id NOT IN (SELECT id FROM articles)',
  'an article twice': 'SELECT min(id) AS id FROM articles GROUP BY url HAVING count(*) > 1',
  'a revision too few or too many':
    'SELECT id FROM articles a WHERE revision <> 1 + (SELECT count(*) FROM revisions r WHERE r.id = a.id)',
  'a cluster whose canonical article is none of it':
    'SELECT id FROM articles a WHERE NOT EXISTS (SELECT 1 FROM articles c WHERE c.id = a.canonical_id AND c.cluster = a.cluster AND c.canonical_id = c.id)',
  'a cluster without the article that it is named after':
    'SELECT id FROM articles a WHERE NOT EXISTS (SELECT 1 FROM articles c WHERE c.id = a.cluster AND c.cluster = a.cluster)',
  'an address that names no article':
    'SELECT url AS id FROM frontier WHERE article IS NOT NULL AND article NOT IN (SELECT id FROM articles)',
  'an article under no address':
    'SELECT id FROM articles WHERE id NOT IN (SELECT article FROM frontier WHERE article IS NOT NULL)',
  'an address with another number of links than there are':
    'SELECT url AS id FROM frontier f WHERE in_links <> (SELECT count(*) FROM links l WHERE l.to_url = f.url)',
  'a link to an address that nobody knows':
    'SELECT to_url AS id FROM links WHERE to_url NOT IN (SELECT url FROM frontier)',
  'a link from no page': 'SELECT to_url AS id FROM links WHERE page NOT IN (SELECT id FROM link_pages)',
  'an article with other links than its addresses':
    'SELECT id FROM articles a WHERE in_links <> (SELECT coalesce(sum(f.in_links), 0) FROM frontier f WHERE f.article = a.id)',
};

/** Where the tables of a SQLite store don't agree with each other, a line each; read in one transaction, also after a kill -9. @param file `newshawk.db` */
export function storeDefects(file: string): { readonly articles: number; readonly found: readonly string[] } {
  using db = new DatabaseSync(file, { timeout: 5_000 });
  db.exec('BEGIN');
  const found = Object.entries(defects).flatMap(([what, sql]) =>
    db
      .prepare(sql)
      .all()
      .map(({ id }) => `${what}: ${id}`),
  );
  const texts = db.prepare('SELECT id, doc FROM article_texts').all() as { id: string; doc: string }[];
  const marks = db.prepare('SELECT mark AS key FROM article_marks WHERE id = ?');
  const keywords = db.prepare("SELECT place || ' ' || keyword AS key FROM article_keywords WHERE id = ?");
  for (const { id, doc } of texts) {
    const { fingerprint } = JSON.parse(doc) as { readonly fingerprint: Fingerprint };
    const ranks = rankKeys(fingerprint).map(({ place, keyword }) => `${place} ${keyword}`);
    const keysOf = (rows: ReturnType<typeof marks.all>) => rows.map(({ key }) => String(key)).sort();
    if (String(keysOf(marks.all(id))) !== String([...new Set(fingerprint.sketch)].sort()))
      found.push(`other marks: ${id}`);
    if (String(keysOf(keywords.all(id))) !== String([...new Set(ranks)].sort())) found.push(`other keywords: ${id}`);
  }
  db.exec('COMMIT');
  return { articles: texts.length, found };
}
