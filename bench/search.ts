// The search of the embedded store: time of a search with the index of words, and by a look into all texts, as earlier versions did it; bytes and CPU of the index per article.
// Texts of 600 words on average, whose frequencies follow Zipf's law. `npm run bench:search -- [--articles 10000]`; 100,000 take about ten minutes.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { canonicalUrl } from '../src/model/web/canonical-url.ts';
import { storeArticle } from '../src/storage/sqlite/articles/store-article.ts';
import { Database } from '../src/storage/sqlite/database.ts';
import { openSqlite } from '../src/storage/sqlite/open-sqlite.ts';
import { migrate } from '../src/storage/sqlite/schema.ts';
import { article, sha } from '../test/storage/records.ts';
import { numbers } from './serve/fill-store.ts';

const { values } = parseArgs({ options: { articles: { type: 'string', default: '10000' } } });
const count = Number(values.articles);
const random = numbers(7);
/** The n-th most frequent word; its frequency falls as 1/n. */
const word = (n: number): string =>
  (n + 700).toString(26).replace(/\d/g, (digit) => 'qrstuvwxyz'.charAt(Number(digit)));
const text = (words: number): string =>
  Array.from({ length: words }, () => word(Math.floor(30_000 ** random()))).join(' ');
const percentile = (times: number[], share: number): string =>
  (times.sort((a, b) => a - b)[Math.floor(share * (times.length - 1))] ?? 0).toFixed(1);
const bytesOf = (db: Database): number =>
  db.get<{ n: number }>(
    'SELECT (page_count - freelist_count) * page_size AS n FROM pragma_page_count, pragma_freelist_count, pragma_page_size',
  )?.n ?? 0;

function fill(db: Database): number {
  let letters = 0;
  for (let from = 0; from < count; from += 500)
    db.transaction(() => {
      for (let n = from; n < Math.min(count, from + 500); n += 1) {
        const at = new Date(Date.UTC(2026, 10, 21) - n * 60_000);
        const body = text(200 + Math.floor(800 * random()));
        letters += body.length;
        const url = canonicalUrl(`http://paper${n % 50}.example/2026/${n}`);
        const hash = sha(`a ${n}`);
        const fingerprint = {
          ...{ bodyHash: hash, simhash: hash.slice(0, 16), titleKeywords: [], bodyKeywords: [] },
          sketch: [hash.slice(0, 12)],
        };
        const times = { fetchedAt: at, firstSeenAt: at };
        const site = `paper${n % 50}.example`;
        storeArticle(
          db,
          article(hash.slice(0, 16), { ...times, url, site, title: text(9), body, fingerprint, joins: [] }),
        );
      }
    });
  return letters;
}

const folder = await mkdtemp(join(tmpdir(), 'newshawk-search-'));
try {
  await (await openSqlite(folder))[Symbol.asyncDispose]();
  const db = new Database(join(folder, 'newshawk.db'));
  migrate(db);
  const letters = fill(db);
  const [before, cpu] = [bytesOf(db), process.cpuUsage()];
  {
    await using store = await openSqlite(folder);
    while ((await store.articles.indexMore(1_000)) > 0);
  }
  const used = process.cpuUsage(cpu);
  console.log(
    `${count} articles of ${Math.round(letters / count)} letters: the index has ${Math.round((bytesOf(db) - before) / count)} bytes and takes ${((used.user + used.system) / 1_000 / count).toFixed(2)} ms CPU an article`,
  );
  // as earlier versions stored it
  db.run("UPDATE article_texts SET folded = lower((doc ->> '$.title') || char(10) || (doc ->> '$.body'))", {});
  const first = db.get<{ body: string }>("SELECT doc ->> '$.body' AS body FROM article_texts LIMIT 1")?.body ?? '';
  const queries = {
    'the most frequent word': word(1),
    'a frequent word': word(30),
    'a rare word': word(20_000),
    'two words': `${word(20)} ${word(900)}`,
    'a phrase': `"${first.split(' ').slice(40, 43).join(' ')}"`,
    'a beginning': `${word(900).slice(0, 2)}*`,
    'without a word': `${word(300)} -${word(2)}`,
  };
  const rows: Record<string, Record<string, string | number>> = {};
  await using store = await openSqlite(folder);
  for (const [name, q] of Object.entries(queries)) {
    const timed = async (times: number, run: () => Promise<unknown> | unknown): Promise<string> => {
      const ms: number[] = [];
      for (let n = 0; n < times; n += 1) {
        const begun = performance.now();
        await run();
        ms.push(performance.now() - begun);
      }
      return `${percentile(ms, 0.5)} / ${percentile(ms, 0.99)}`;
    };
    const scanned = q.replace(/["*]| -.*/g, '').split(' ');
    const conditions = scanned.map((_, at) => `instr(t.folded, :w${at}) > 0`).join(' AND ');
    const sql = `FROM articles a CROSS JOIN article_texts t ON t.id = a.id WHERE ${conditions}`;
    const words = Object.fromEntries(scanned.map((one, at) => [`w${at}`, one]));
    rows[name] = {
      found: await store.articles.count({ q }),
      'relevance ms (p50 / p99)': await timed(30, () => store.articles.listJson({ q, byRelevance: true, limit: 50 })),
      newest: await timed(30, () => store.articles.listJson({ q, limit: 50 })),
      total: await timed(30, () => store.articles.count({ q })),
      'before: newest': await timed(5, () =>
        db.all(`SELECT a.id ${sql} ORDER BY a.updated_at DESC, a.id LIMIT 50`, words),
      ),
      'before: total': await timed(5, () => db.all(`SELECT count(*) ${sql}`, words)),
    };
  }
  console.table(rows);
  db.close();
} finally {
  await rm(folder, { recursive: true });
}
