import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rankKeys, simhashBands } from '../../src/model/article/neighbour-keys.ts';
import type { Articles } from '../../src/storage/articles-port.ts';
import { SqliteArticles } from '../../src/storage/sqlite/articles/articles.ts';
import { Database } from '../../src/storage/sqlite/database.ts';
import { migrate } from '../../src/storage/sqlite/schema.ts';
import { generator } from './generated.ts';

export interface LookUps extends Measured {
  readonly count: number;
  readonly buildSeconds: number;
  readonly bytes: number;
  readonly rssBytes: number;
}

export interface Measured {
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly maxMs: number;
  /** CPU of this process in a look-up, user and system: what the load of the machine does not touch. */
  readonly cpuP50Ms: number;
  readonly cpuP99Ms: number;
  /** Of the edited copies, how many found the text that they are of. */
  readonly foundShare: number;
}

const lookUps = 2_000;
export const idOf = (n: number): string => n.toString(16).padStart(16, '0');

/** Fills a store in a file with made-up fingerprints (texts left short: only what a look-up reads counts), and looks for copies and strangers. */
export async function sqliteLookUps(count: number): Promise<LookUps> {
  const folder = mkdtempSync(join(tmpdir(), 'newshawk-bench-'));
  const file = join(folder, 'newshawk.db');
  const started = performance.now();
  const db = new Database(file);
  try {
    migrate(db);
    fill(db, count);
    const buildSeconds = (performance.now() - started) / 1_000;
    const measured = await measure(new SqliteArticles(db), count);
    return { count, buildSeconds, bytes: statSync(file).size, rssBytes: process.memoryUsage.rss(), ...measured };
  } finally {
    db.close();
    rmSync(folder, { recursive: true });
  }
}

/** Rows first go to tables without an order, then in order into theirs: in place, each would touch a different page. */
function fill(db: Database, count: number): void {
  db.exec(
    'PRAGMA synchronous = OFF; CREATE TEMP TABLE m (mark TEXT, id TEXT); CREATE TEMP TABLE k (place INTEGER, keyword TEXT, id TEXT);',
  );
  const { next } = generator(1);
  for (let from = 0; from < count; from += 50_000)
    db.transaction(() => {
      for (let n = from; n < Math.min(count, from + 50_000); n++) {
        const marks = next();
        const id = idOf(n);
        const [band0, band1, band2, band3] = simhashBands(marks.simhash);
        db.run(
          `INSERT INTO articles (id, cluster, canonical_id, status, revision, updated_at, site, url, body_length, on_topic, body_hash, simhash, band0, band1, band2, band3)
           VALUES (:id, :id, :id, 'published', 1, :n, 's.example', :id, 3000, 1, :hash, :simhash, :band0, :band1, :band2, :band3)`,
          { id, n, hash: marks.bodyHash, simhash: marks.simhash, band0, band1, band2, band3 },
        );
        const doc = JSON.stringify({
          title: 'A title',
          body: 'Some text.',
          fingerprint: marks,
          firstSeenAt: 0,
          fetchedAt: 0,
        });
        db.run("INSERT INTO article_texts (id, doc, folded) VALUES (:id, :doc, '')", { id, doc });
        for (const mark of marks.sketch) db.run('INSERT INTO m VALUES (:mark, :id)', { mark, id });
        for (const { place, keyword } of rankKeys(marks))
          db.run('INSERT INTO k VALUES (:place, :keyword, :id)', { place, keyword, id });
      }
    });
  db.exec('INSERT INTO article_marks SELECT mark, id FROM m ORDER BY mark, id; DROP TABLE m;');
  db.exec(
    'INSERT OR IGNORE INTO article_keywords SELECT place, keyword, id FROM k ORDER BY place, keyword, id; DROP TABLE k;',
  );
}

/** Half copies of stored texts, half strangers; the first hundred are not counted. */
export async function measure(articles: Articles, count: number): Promise<Measured> {
  const stored = generator(1);
  const wanted = Array.from({ length: Math.min(count, lookUps) }, () => stored.next()); // the first ones that were stored
  const { next, copyOf } = generator(2);
  const [times, cpu]: [number[], number[]] = [[], []];
  let [found, copies] = [0, 0];
  for (let n = 0; n < lookUps + 100; n++) {
    const of = n % 2 === 0 ? wanted[n % wanted.length] : undefined;
    const marks = of === undefined ? next() : copyOf(of);
    const [started, before] = [performance.now(), process.cpuUsage()];
    const neighbours = await articles.neighbours(marks, '', 32);
    if (n < 100) continue;
    times.push(performance.now() - started);
    const { user, system } = process.cpuUsage(before);
    cpu.push((user + system) / 1_000);
    if (of === undefined) continue;
    copies++;
    if (neighbours.some(({ id }) => id === idOf(n % wanted.length))) found++;
  }
  for (const some of [times, cpu]) some.sort((a, b) => a - b);
  const at = (sorted: readonly number[], share: number) => sorted[Math.floor(sorted.length * share)] ?? Number.NaN;
  return {
    p50Ms: at(times, 0.5),
    p99Ms: at(times, 0.99),
    maxMs: times.at(-1) ?? Number.NaN,
    cpuP50Ms: at(cpu, 0.5),
    cpuP99Ms: at(cpu, 0.99),
    foundShare: found / copies,
  };
}
