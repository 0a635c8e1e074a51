import { existsSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Article } from '../../src/model/article/article.ts';
import { canonicalUrl } from '../../src/model/web/canonical-url.ts';
import { indexPending } from '../../src/storage/sqlite/articles/search-index.ts';
import { storeArticle } from '../../src/storage/sqlite/articles/store-article.ts';
import { Database } from '../../src/storage/sqlite/database.ts';
import { openSqlite } from '../../src/storage/sqlite/open-sqlite.ts';
import { migrate } from '../../src/storage/sqlite/schema.ts';
import { article, sha } from '../../test/storage/records.ts';

/** A small linear congruential generator (Numerical Recipes): the same store at each run. */
export function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

export const sites = Array.from({ length: 200 }, (_, n) => `paper${n}.example`);
export const topics = Array.from({ length: 12 }, (_, n) => `topic-${n}`);
export const categories = ['world', 'business', 'sport', 'science', 'culture', 'weather'];
export const articleId = (n: number): string => sha(`article ${n}`).slice(0, 16);

const words = Array.from(
  { length: 4_000 },
  (_, n) =>
    sha(`word ${n}`)
      .replace(/[^a-f]/g, '')
      .slice(0, 3 + (n % 8)) || 'of',
);
const minuteMs = 60_000;
const inOneTransaction = 500;

/** Articles as news sites have them: a body of 1 to 9 KB (half below 4), three forms of it, a tenth copies of others. */
function generated(n: number, random: () => number, newestMs: number): Article {
  const pick = <T>(some: readonly T[]): T => some[Math.floor(random() * some.length)] as T;
  const paragraphs = Array.from({ length: 5 + Math.floor(18 * random() ** 2) }, () =>
    Array.from({ length: 60 }, () => pick(words)).join(' '),
  );
  const site = pick(sites);
  const url = canonicalUrl(`http://${site}/2026/11/${n}-${pick(words)}-${pick(words)}.html`);
  const at = new Date(newestMs - n * minuteMs);
  const scores = topics.filter(() => random() < 0.3).map((topic) => ({ topic, score: random(), kept: random() < 0.5 }));
  const category = {
    label: pick(categories),
    probability: 0.8,
    by: 'model',
    model: 'bench',
    terms: [{ term: pick(words), share: 1 }],
  } as const;
  return article(articleId(n), {
    url,
    canonicalUrl: url,
    site,
    title: Array.from({ length: 9 }, () => pick(words)).join(' '),
    body: paragraphs.join('\n\n'),
    bodyHtml: paragraphs.map((text) => `<p>${text}</p>`).join(''),
    markdown: paragraphs.join('\n\n'),
    description: paragraphs[0]?.slice(0, 160) ?? null,
    fetchedAt: at,
    firstSeenAt: at,
    category,
    topics: scores.map((score) => ({
      ...score,
      terms: [
        { term: pick(words), share: 0.6 },
        { term: pick(words), share: 0.4 },
      ],
    })),
    onTopic: scores.some(({ kept }) => kept),
    joins: n > 10 && random() < 0.1 ? [articleId(n - 1 - Math.floor(random() * 10))] : [],
    fingerprint: {
      bodyHash: sha(`body ${n}`),
      simhash: sha(`simhash ${n}`).slice(0, 16),
      titleKeywords: [1, 2, 3, 4].map(() => pick(words)),
      bodyKeywords: [1, 2, 3, 4].map(() => pick(words)),
      sketch: Array.from({ length: 8 }, (_, mark) => sha(`mark ${n} ${mark}`).slice(0, 12)),
    },
  });
}

/** A SQLite store with `count` articles; an existing one is used again. */
export async function fillStore(folder: string, count: number): Promise<void> {
  const done = join(folder, `filled-${count}`);
  if (existsSync(done)) return;
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await (await openSqlite(folder))[Symbol.asyncDispose]();
  const db = new Database(join(folder, 'newshawk.db'));
  migrate(db);
  db.exec('PRAGMA synchronous = OFF');
  const random = numbers(5);
  const newestMs = Date.UTC(2026, 10, 21);
  for (let from = 0; from < count; from += inOneTransaction) {
    db.transaction(() => {
      for (let n = from; n < Math.min(count, from + inOneTransaction); n += 1)
        storeArticle(db, generated(n, random, newestMs));
    });
    if (from % 10_000 === 0) console.error(`  ${from} of ${count} articles written`);
  }
  // as crawls leave it: they make what they write found within seconds
  for (let found = 0; indexPending(db, inOneTransaction) > 0; found += inOneTransaction)
    if (found % 10_000 === 0) console.error(`  ${found} of ${count} articles found by searches`);
  db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  db.close();
  await mkdir(done);
}
