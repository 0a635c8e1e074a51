import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { openRedisQueue } from '../../../src/queue/redis-queue.ts';
import { databaseFile } from '../../../src/storage/sqlite/blobs.ts';
import { Database } from '../../../src/storage/sqlite/database.ts';
import { openSqlite } from '../../../src/storage/sqlite/open-sqlite.ts';
import { openRedis } from '../../../test/support/redis-server.ts';
import { hostNamed } from '../made-entries.ts';
import { endings, fill } from '../operations.ts';

/** Bytes by subject of the records. Each table counts with its indexes. */
export type Bytes = Readonly<Record<Subject, number>>;

const tablesOf = {
  entries: ['frontier', 'queues', 'tallies'],
  texts: ['articles', 'article_texts', 'article_briefs', 'article_topics', 'article_tallies', 'news', 'revisions'],
  copyKeys: ['article_marks', 'article_keywords'],
  visits: ['visits', 'visit_tallies'],
  links: ['links', 'link_pages'],
} as const;
type Subject = keyof typeof tablesOf;
const subjects = Object.keys(tablesOf) as readonly Subject[];

export interface UnitBytes {
  /** A frontier entry, with its indexes. */
  readonly entry: number;
  /** Of these: indexes of the frontier. */
  readonly entryIndex: number;
  /** An article, without its text and the keys of the look-up of copies. */
  readonly article: number;
  /** For each letter of an article: body, HTML, Markdown and search text. */
  readonly articleLetter: number;
  /** Keys of the look-up of copies, per article: marks, keyword ranks; simhash bands and body hash are in `article`. */
  readonly copyKeys: number;
  readonly visit: number;
  /** A link of the link graph, anchor text included. */
  readonly link: number;
}

const linksAPage = 100;

/** Measures the file of an embedded store: entries after a fill, the rest after endings with short and with long articles. */
export async function unitBytes(entries: number, pages: number): Promise<UnitBytes> {
  const short = await filledBytes(entries, pages, 2_000);
  const long = await filledBytes(entries, pages, 20_000);
  const articleLetter = (long.after.texts - short.after.texts) / pages / (20_000 - 2_000);
  const per = (subject: Subject, count: number) => (long.after[subject] - long.before[subject]) / count;
  return {
    entry: long.before.entries / entries,
    entryIndex: long.indexBytes / entries,
    article: per('texts', pages) - 20_000 * articleLetter,
    articleLetter,
    copyKeys: per('copyKeys', pages),
    visit: per('visits', pages),
    link: per('links', pages * linksAPage),
  };
}

async function filledBytes(entries: number, pages: number, letters: number) {
  const folder = await mkdtemp(join(tmpdir(), 'newshawk-bytes-'));
  try {
    await using store = await openSqlite(folder);
    const { filled } = await fill(store, entries, Math.max(100, entries / 100));
    const { bytes: before, indexBytes } = bytesOf(folder);
    await endings(filled, pages, letters);
    return { before, after: bytesOf(folder).bytes, indexBytes };
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Of a store that others may have open. */
function bytesOf(folder: string): { readonly bytes: Bytes; readonly indexBytes: number } {
  const db = new Database(databaseFile(folder));
  try {
    const rows = db.all<{ tbl: string; type: string; bytes: number }>(
      'SELECT m.tbl_name AS tbl, m.type AS type, sum(s.pgsize) AS bytes FROM dbstat s JOIN sqlite_schema m ON m.name = s.name GROUP BY m.name',
    );
    const sumOf = (tables: readonly string[], type?: string) =>
      rows
        .filter((row) => tables.includes(row.tbl) && (type === undefined || row.type === type))
        .reduce((sum, row) => sum + row.bytes, 0);
    const bytes = Object.fromEntries(subjects.map((subject) => [subject, sumOf(tablesOf[subject])])) as Bytes;
    return { bytes, indexBytes: sumOf(['frontier'], 'index') };
  } finally {
    db.close();
  }
}

const clock = { now: () => new Date(), monotonicMs: () => performance.now() };

/** Redis memory of a host that is given to a worker, bytes; text: why it was not measured. */
export async function redisBytesAHost(hosts: number): Promise<number | string> {
  const opened = await openRedis();
  if (typeof opened === 'string') return opened;
  await using server = opened;
  const redis = new Redis(server.url);
  const used = async () => Number(/used_memory:(\d+)/.exec(await redis.info('memory'))?.[1]);
  const silent = { info: () => {}, warn: () => {} };
  await using queue = await openRedisQueue({ address: server.url, clock, log: silent });
  const before = await used();
  const given = Array.from({ length: hosts }, (_, host) => ({ host: hostNamed(host), worker: `worker-${host % 10}` }));
  for (let from = 0; from < hosts; from += 500) await queue.give(given.slice(from, from + 500));
  const bytes = ((await used()) - before) / hosts;
  redis.disconnect();
  return bytes;
}
