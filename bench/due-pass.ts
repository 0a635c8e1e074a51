// A pass over due pages in an embedded store of a million page states: 10,000 are claimed and queued. `npm run bench:due-pass -- [page states]`
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { revisitPlan } from '../src/crawl/plans.ts';
import { readConfig } from '../src/settings/config.ts';
import { pageAfterVisit, pages as pageCollection } from '../src/storage/collections/crawl/pages.ts';
import { tableIn } from '../src/storage/engine/sqlite.ts';
import { Database } from '../src/storage/sqlite/database.ts';
import { openSqlite } from '../src/storage/sqlite/open-sqlite.ts';
import { queueDuePages } from '../src/watch/due-pages.ts';
import { pageState } from '../test/storage/records.ts';

const count = Number(process.argv[2] ?? 1_000_000);
const limit = 10_000;
const hosts = 1_000;
const formats = ['/news/{slug}', '/{number}/{number}/{slug}.html', '/video/{number}', '/live/{slug}'];
const dayMs = 86_400_000;
const now = new Date('2026-06-01T12:00:00Z');

const folder = await mkdtemp(join(tmpdir(), 'newshawk-due-'));
try {
  await using store = await openSqlite(folder);
  const database = new Database(join(folder, 'newshawk.db'));
  const pages = tableIn(database, pageCollection);
  for (let begin = 0; begin < count; begin += limit)
    database.transaction(() => {
      for (let n = begin; n < Math.min(count, begin + limit); n += 1) pages.put(pageAfterVisit(stateOf(n)));
    });
  // a page with a state was visited: its task is done
  database.exec(
    `INSERT INTO frontier (url, kind, host, site, depth, max_depth, priority, rank, due_at, state, revisit)
     SELECT url, 'page', site, site, 1, 1, 0.5, 0, 0, 3, 0 FROM pages`,
  );
  database.close();
  console.log(`${count.toLocaleString('en')} page states of ${hosts} hosts`);
  const silent = () => {};
  const log = { debug: silent, info: silent, warn: silent, error: silent };
  const io = { store, log, clock: { now: () => now, monotonicMs: () => 0 } };
  for (let pass = 1; pass <= 5; pass += 1) {
    const [begun, before] = [performance.now(), process.cpuUsage()];
    const queued = await queueDuePages(io, null, limit);
    const { user, system } = process.cpuUsage(before);
    const cpu = ((user + system) / 1_000).toFixed(0);
    console.log(`due pass ${pass}: ${queued.toLocaleString('en')} pages in ${ms(begun)} ms, CPU ${cpu} ms`);
  }
  const begun = performance.now();
  await revisitPlan(store, readConfig({}).config);
  console.log(`plan of the re-visits, from the rates of all pages: ${ms(begun)} ms`);
} finally {
  await rm(folder, { recursive: true });
}

function stateOf(n: number) {
  const host = `site${n % hosts}.example`;
  const format = formats[n % formats.length] ?? '';
  // the 7,919 spreads due times and rates over the pages
  const spread = ((n * 7_919) % 100_003) / 100_003;
  return pageState(`http://${host}/news/story-${n}`, {
    site: host,
    visits: 9,
    changes: 4,
    rate: { shape: 3.5, exposureMs: 7 * dayMs },
    publishedAt: '2026-05-20',
    counted: { host, format, ageClass: n % 6, rateClass: Math.round(30 * spread) - 15 },
    lastVisitAt: new Date(now.getTime() - dayMs),
    nextVisitAt: new Date(now.getTime() + (spread - 0.25) * 10 * dayMs),
  });
}

function ms(begun: number): string {
  return (performance.now() - begun).toFixed(0);
}
