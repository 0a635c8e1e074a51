import { describe, expect, it } from 'vitest';
import { type ListedProxy, proxyIdOf } from '../../../src/model/crawl/proxy.ts';
import { cli } from '../../support/app/cli.ts';
import { keptOpen, now, openFakeApp } from '../../support/app/fake-app.ts';

const proxy = (url: string, fault: 'slow' | null, ageMs = 0): ListedProxy => ({
  id: proxyIdOf(url),
  url,
  list: 'https://lists.example/all.txt',
  listedAt: now,
  check: {
    at: new Date(now.getTime() - ageMs),
    fault,
    tries: 6,
    successRate: 1,
    latencyMs: fault === null ? 310 : 9_400,
  },
});

describe('proxies collect', () => {
  it('says what each list gave, and what was refused', async () => {
    const lists = [
      { list: 'https://lists.example/all.txt', proxies: 120, unreadable: 3, refused: 2, error: null },
      { list: 'https://lists.example/gone', proxies: 0, unreadable: 0, refused: 0, error: 'it answers 404' },
    ];
    await using app = await openFakeApp({
      collectProxies: async () => ({ lists, added: 70, removed: 4, total: 130 }),
    });
    const { code, stdout } = await cli(['proxies', 'collect'], { app });
    expect(code).toBe(0);
    expect(stdout).toContain('all.txt: 120 proxies, 3 entries are no HTTP or SOCKS5 proxy, 2 refused');
    expect(stdout).toContain('gone: not read: it answers 404');
    expect(stdout).toContain('130 proxies: 70 new, 4 no longer listed and removed.');
  });
});

describe('proxies check', () => {
  it('counts the good ones and the faults; without a good one it ends with 21', async () => {
    const report = { pages: ['https://gazette.example/a'], good: 0, faults: { dead: 40, 'breaks-tls': 2 } };
    await using app = await openFakeApp({ checkListedProxies: async () => report });
    const { code, stdout } = await cli(['proxies', 'check'], { app });
    expect({ code, stdout }).toEqual({
      code: 21,
      stdout: 'Checked 42 proxies with https://gazette.example/a.\n0 are good, 40 dead, 2 breaks-tls.\n',
    });
  });
});

describe('proxies list', () => {
  it("shows the day's list first, and no credentials", async () => {
    await using app = await openFakeApp();
    const open = keptOpen(app);
    expect((await cli(['proxies', 'list'], { app: open })).stdout).toContain(
      '`newshawk proxies collect` fetches the lists',
    );
    const old = proxy('http://me:secret@old.example:81', null, 40 * 3_600_000);
    await app.storeOfTest.proxies.save([old, proxy('http://slow.example:81', 'slow')]);
    expect((await cli(['proxies', 'list', '--good'], { app: open })).stdout).toContain('None of 2 proxies is good');
    await app.storeOfTest.proxies.save([proxy('socks5://me:secret@good.example:1080', null)]);
    const { stdout } = await cli(['proxies', 'list'], { app: open, columns: 160 });
    expect(stdout).toMatch(/good\.example:1080-\w{8} +good +6 of 6 +310 ms/);
    expect(stdout.indexOf('good.example')).toBeLessThan(stdout.indexOf('slow.example'));
    const { stdout: json } = await cli(['proxies', 'list', '--good', '--json'], { app: open });
    expect(JSON.parse(json)).toMatchObject([{ scheme: 'socks5', check: { fault: null } }]);
    expect(stdout + json).not.toContain('secret');
  });
});
