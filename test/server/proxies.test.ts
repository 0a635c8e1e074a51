import { expect, it } from 'vitest';
import { type ListedProxy, proxyIdOf } from '../../src/model/crawl/proxy.ts';
import { listProxies } from '../../src/server/api/proxies.ts';
import { claimOf, ending, entry } from '../storage/records.ts';
import { cli } from '../support/app/cli.ts';
import { keptOpen, now, openFakeApp } from '../support/app/fake-app.ts';

const proxy = (url: string, fault: 'dead' | null): ListedProxy => ({
  id: proxyIdOf(url),
  url,
  list: 'https://lists.example/all.txt',
  listedAt: now,
  check: { at: now, fault, tries: 6, successRate: fault === null ? 1 : 0, latencyMs: fault === null ? 310 : null },
});

it('newshawk shows how proxies stand, over the API and in status, without credentials', async () => {
  await using app = await openFakeApp();
  const { proxies } = app.storeOfTest;
  const good = proxy('http://me:secret@gate.example:81', null);
  await proxies.save([good, proxy('socks5://93.184.216.7:1080', 'dead')]);
  const use = { proxy: good.id, site: 'gazette.example', tries: 9, successes: 8, blocked: 1, bytes: 2_500_000 };
  const uses = [
    { ...use, day: '2000-01-01' },
    { ...use, day: now.toISOString().slice(0, 10) },
  ];
  await proxies.saveUses(uses, 'owner-1');
  const answer = await listProxies.handle(app)({} as never);
  expect(answer).toMatchObject({ total: 2, good: 1, waiting: 0, uses: uses.slice(1) });
  const open = keptOpen(app);
  const { stdout } = await cli(['status'], { app: open, columns: 160 });
  expect(stdout).toMatch(/proxies +1 of 2 from lists are good today \(`newshawk proxies list`\); 2\.5 MB/);
  expect(JSON.stringify(answer) + stdout).not.toContain('secret');
});

it('newshawk says in status which pages wait for a proxy', async () => {
  await using app = await openFakeApp();
  const { storeOfTest: store } = app;
  await store.frontier.put([entry('http://gazette.example/waiting')], new Date(0));
  const tasks = await store.frontier.claim(claimOf({ now }));
  const next = { kind: 'retry', at: new Date(now.getTime() + 60_000), costsAttempt: false, waitsFor: 'proxy' } as const;
  for (const task of tasks) await store.commit(ending(task, { next }));
  const { stdout } = await cli(['status'], { app });
  expect(stdout).toContain(`${tasks.length} pages wait for a proxy: none is good`);
});
