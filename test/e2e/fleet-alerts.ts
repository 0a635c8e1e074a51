import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { sourceId } from '../../src/crawl/links/targets.ts';
import { canonicalUrl } from '../../src/model/web/canonical-url.ts';
import { openSqlite } from '../../src/storage/sqlite/open-sqlite.ts';
import { source } from '../storage/records.ts';
import { startCrawl } from '../support/app/demo-crawl.ts';
import { openRedis } from '../support/redis-server.ts';
import { openWireSite, wireArticle } from '../support/sites/wire-site.ts';
import { openWebhookReceiver, webhookSecret } from '../support/webhook-receiver.ts';

const hour = 3_600_000;
/** Before any clock of a machine that runs this. */
const longAgo = new Date('2025-01-01T08:00:00Z');
const hosts = ['quiet.example', 'broken.example', 'gazette.example', 'courier.example'];
const scoop = 'The harbour of Norwick opens its second quay to ships';

/** What each site has; two of them have the same story. */
const listsOf: Record<string, string[]> = {
  'quiet.example': [],
  'broken.example': Array.from({ length: 8 }, (_, at) => `/broken/${at}`),
  'gazette.example': ['/scoop'],
  'courier.example': ['/scoop'],
};

const alertsFile = `import { defineAlerts } from 'newshawk';
export default defineAlerts({
  sourceSilent: { minHours: 0 },
  siteFailing: { minVisits: 5 },
  stories: [{ name: 'harbour on two sites', topic: 'harbour', minSites: 2 }],
  searches: [{ name: 'norwick', words: 'norwick quay' }],
  digestMinutes: 0,
});
`;

async function openSites(folder: string) {
  const site = await openWireSite((path, { headers }) => {
    const host = headers.host ?? '';
    if (path.startsWith('/broken')) return { status: 500, body: 'broken' };
    if (path !== '/') return wireArticle(path === '/scoop' ? scoop : `Something else of ${host} and its garden`);
    const links = (listsOf[host] ?? []).map(
      (to) => `<li><a href="${to}">What ${host} reports today in full, at ${to}</a></li>`,
    );
    return `<!doctype html><title>News</title><main><ul class="news">${links.join('')}</ul></main>`;
  });
  for (const host of hosts) {
    await mkdir(join(folder, host), { recursive: true });
    await writeFile(
      join(folder, host, 'scraper.ts'),
      `import { defineScraper } from 'newshawk';
export default defineScraper({
  host: '${host}', origin: 'http://${host}', render: 'static', politeness: { gapMs: 50 },
  sources: [{ kind: 'listing', url: '/', links: '.news', maxDepth: 1, every: '10s' }],
});
`,
    );
  }
  await writeFile(join(folder, 'alerts.config.ts'), alertsFile);
  return site;
}

const redis = await openRedis();

/** One watch with workers. */
export function fleetAlerts(): void {
  if (typeof redis === 'string') {
    it(`is tested with a real Redis (${redis})`, ({ skip }) => skip(redis));
    return;
  }
  it('watch notifies once of a silent source, a failing site, a saved search and a story that workers saw, also after a kill -9', async () => {
    await using server = redis;
    await using receiver = await openWebhookReceiver();
    const folder = await mkdtemp(join(tmpdir(), 'newshawk-fleet-'));
    await using site = await openSites(join(folder, 'scrapers'));
    const store = await openSqlite(join(folder, 'store'));
    const url = canonicalUrl('http://quiet.example/');
    const quietId = sourceId(url);
    // a source of long ago: one more poll without a new link, and it is silent for longer than it ever was
    const silence = { quietMs: 2 * hour - 1, longestMs: hour, gaps: 40, newAt: longAgo };
    await store.sources.define(source(quietId, { url, site: 'quiet.example', silence, lastPolledAt: longAgo }));
    const start = (...args: string[]) =>
      startCrawl({
        demo: { port: site.port, connectTo: hosts.map((host) => `${host}:80=127.0.0.1:${site.port}`) },
        store: `file:${join(folder, 'store')}`,
        args,
        env: {
          NEWSHAWK_SCRAPERS: join(folder, 'scrapers'),
          NEWSHAWK_ALERTS: join(folder, 'scrapers', 'alerts.config.ts'),
          NEWSHAWK_QUEUE: `${server.url}/0?prefix=fleet`,
          NEWSHAWK_WORKERS: '1',
          NEWSHAWK_WEBHOOKS: `${receiver.url} alert.* article.created`,
          NEWSHAWK_WEBHOOK_SECRET: webhookSecret,
        },
      });
    const workers = [start('worker'), start('worker')];
    const killed = start('watch');
    const told = (type: string) =>
      [...new Map(receiver.received.map((message) => [message.id, message])).values()]
        .filter((message) => message.type === type)
        .flatMap(({ data }) => data.alerts as { readonly rule: string; readonly subject: string }[])
        .map(({ rule, subject }) => `${rule} ${subject}`)
        .toSorted();
    const opened = ['site-failing broken.example', `source-silent ${quietId}`];
    let next: ReturnType<typeof start> | null = null;
    try {
      await receiver.until(() => told('alert.opened').length > 0);
      killed.child.kill('SIGKILL');
      await killed.ended;
      next = start('watch');
      await receiver.until(() => told('alert.opened').length >= opened.length);
      expect(told('alert.opened')).toEqual(opened);
      await receiver.until(() => told('alert.found').length >= 2);
      listsOf['quiet.example'] = ['/at-last'];
      await receiver.until(() => told('alert.resolved').length > 0);
      expect(told('alert.resolved')).toEqual([`source-silent ${quietId}`]);
    } finally {
      for (const { child } of [...workers, ...(next === null ? [] : [next])]) child.kill('SIGTERM');
    }
    const ends = await Promise.all([...workers, ...(next === null ? [] : [next])].map(({ ended }) => ended));
    expect(ends.map(({ code }) => code)).toEqual([0, 0, 0]);
    expect(told('alert.opened')).toEqual(opened);
    expect(told('alert.found').map((find) => find.replace(/ \S+$/, ''))).toEqual(['harbour on two sites', 'norwick']);
    // what was told is what workers visited: the watches visited nothing
    const runs = new Set((await store.visits.find({ limit: 1_000 })).map(({ run }) => run));
    const kinds = (await store.runs.list(20)).filter(({ id }) => runs.has(id)).map(({ kind }) => kind);
    expect(new Set(kinds)).toEqual(new Set(['worker']));
    const deliveries = await store.deliveries.list({ limit: 100 });
    expect(deliveries.filter(({ event }) => event.type === 'article.created')).toHaveLength(3);
    await store[Symbol.asyncDispose]();
    await rm(folder, { recursive: true });
  }, 900_000);
}
