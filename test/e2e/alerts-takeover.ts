import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openSqlite } from '../../src/storage/sqlite/open-sqlite.ts';
import { startCrawl } from '../support/app/demo-crawl.ts';
import { openWebSubHub } from '../support/feeds/websub-hub.ts';
import { openWireSite, wireArticle } from '../support/sites/wire-site.ts';
import { eventually } from '../support/waiting.ts';
import { openWebhookReceiver, webhookSecret } from '../support/webhook-receiver.ts';

const host = 'ledger.example';
const titles = ['The harbour has a new ferry', 'A quarry above the valley closes', 'The museum buys a painted map'];

/** Two watches on one store. */
export function alertsTakeover(): void {
  it('after a kill -9 of the watch that looks for alerts, another one notifies hubs and receivers of the rest, each article once', async () => {
    await using hub = await openWebSubHub(async () => ({ body: '', type: 'text/plain' }));
    await using receiver = await openWebhookReceiver();
    const listed = { count: 1 };
    await using site = await openWireSite((path) => {
      if (path !== '/') return wireArticle(titles[Number(path.at(-1))] ?? '', `Number ${path.at(-1)} of the day.`);
      const links = titles.slice(0, listed.count).map((title, at) => `<li><a href="/story/${at}">${title}</a></li>`);
      return `<!doctype html><title>News</title><main><ul class="news">${links.join('')}</ul></main>`;
    });
    const folder = await mkdtemp(join(tmpdir(), 'newshawk-takeover-'));
    await mkdir(join(folder, host));
    await writeFile(
      join(folder, host, 'scraper.ts'),
      `import { defineScraper } from 'newshawk';
export default defineScraper({ host: '${host}', origin: 'http://${host}', render: 'static', sources: [{ kind: 'listing', url: '/', links: '.news', maxDepth: 1, every: '10s' }] });
`,
    );
    const start = (...args: string[]) =>
      startCrawl({
        demo: { port: site.port, connectTo: [`${host}:80=127.0.0.1:${site.port}`] },
        store: `file:${folder}/store`,
        args,
        env: {
          NEWSHAWK_SCRAPERS: folder,
          NEWSHAWK_WEBSUB_HUBS: hub.url,
          NEWSHAWK_PUBLIC_URL: 'https://news.example',
          NEWSHAWK_WEBHOOKS: `${receiver.url} article.created`,
          NEWSHAWK_WEBHOOK_SECRET: webhookSecret,
          NEWSHAWK_WORKERS: '1',
          // a busy machine is late: an article that is given up is missing for good
          NEWSHAWK_STATIC_TIMEOUT_MS: '60000',
        },
      });
    const store = await openSqlite(join(folder, 'store'));
    const leader = async () => {
      const [lease] = (await store.leases.list('role')).filter(({ name }) => name === 'alerts');
      return watches.find(({ child }) => lease?.owner.includes(String(child.pid)));
    };
    const watches = [start('watch'), start('watch')];
    try {
      await eventually(async () => expect(await leader()).toBeDefined());
      await eventually(async () => expect(await store.articles.count({})).toBe(1));
      const killed = await leader();
      // what is noted now is told by the other one, if the killed one did not tell it
      killed?.child.kill('SIGKILL');
      await killed?.ended;
      await eventually(async () => expect(await leader()).toSatisfy((watch) => watch !== killed && watch));
      await hub.until(() => hub.pings.includes(`https://news.example/v1/feeds/${host}.atom`));
      listed.count = 3;
      await eventually(async () => expect(await store.articles.count({})).toBe(3));
    } finally {
      for (const { child } of watches) child.kill('SIGTERM');
    }
    const codes = await Promise.all(watches.map(async ({ ended }) => (await ended).code));
    expect(codes.toSorted()).toEqual([0, null]);
    // the last look of the one that ended in order
    expect(await store.articleChanges.oldest(9)).toEqual([]);
    const told = new Set(receiver.received.map(({ id }) => id));
    expect(told.size).toBe(3);
    const deliveries = await store.deliveries.list({ limit: 50 });
    expect(deliveries.filter(({ event }) => event.type === 'article.created')).toHaveLength(3);
    await store[Symbol.asyncDispose]();
    await rm(folder, { recursive: true });
  }, 600_000);
}
