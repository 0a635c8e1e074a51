import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openApp } from '../../../src/main.ts';
import type { Visit } from '../../../src/model/crawl/visit.ts';
import type { BrowsersDefinition } from '../../../src/settings/definitions/browsers-definition.ts';
import { type LocalSite, openLocalSite } from '../../stages/fetch/local-site.ts';
import { openProxyZoo, type ProxyZoo } from '../../support/proxies/proxy-zoo.ts';

let folder: string;
let zoo: ProxyZoo;
let lists: LocalSite;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'newshawk-listed-'));
  zoo = await openProxyZoo(() => {});
  lists = await openLocalSite({ '/all.txt': Object.values(zoo.urls).join('\n') });
});
afterAll(async () => {
  await lists[Symbol.asyncDispose]();
  await zoo[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

/** @param name of the configuration: a module is loaded once only */
async function openWith(name: string, browsers: BrowsersDefinition) {
  await writeFile(join(folder, `${name}.config.ts`), `export default ${JSON.stringify(browsers)};\n`);
  const env = {
    ...process.env,
    NEWSHAWK_BROWSERS: `${name}.config.ts`,
    NEWSHAWK_RENDER: 'static',
    NEWSHAWK_HOST_GAP_MS: '0',
    NEWSHAWK_MIN_CONFIDENCE: '0',
    NEWSHAWK_ALLOW_NETWORKS: '127.0.0.0/8,paper.example',
    NEWSHAWK_ALLOW_PORTS: '1-65535',
    NEWSHAWK_CONNECT_TO: zoo.connectTo.join(','),
  };
  const app = await openApp({ env, cwd: folder, logLevel: 'silent', logJson: false, logStream: new PassThrough() });
  const visit = async (path: string, isOver = async () => false): Promise<readonly Visit[]> => {
    const stop = new AbortController();
    const { runId } = await app.crawl({
      targets: [new URL(path, zoo.pages[0]).href],
      limit: null,
      depth: 0,
      concurrency: 2,
      timeLimitMs: null,
      failureLimit: null,
      topic: null,
      resume: false,
      signal: stop.signal,
      onProgress: () => void isOver().then((over) => over && stop.abort()),
    });
    return (await app.store()).visits.find({ run: runId, limit: 100 });
  };
  return { app, visit, [Symbol.asyncDispose]: () => app[Symbol.asyncDispose]() };
}

it('a run uses the good proxies of a list and nothing else; without one its pages wait', async () => {
  {
    await using direct = await openWith('direct', {});
    expect(await direct.visit('/story')).toMatchObject([{ outcome: 'stored', proxy: null }]);
  }
  await using listed = await openWith('listed', {
    proxyLists: { urls: [`${lists.origin}/all.txt`], pages: 1, triesPerPage: 4, maxLatencyMs: 60_000 },
  });
  const { app } = listed;
  expect(await app.collectProxies()).toMatchObject({ added: 10 });
  // over plain http nothing shows the one that breaks TLS, and nobody here is slow
  const { good, faults } = await app.checkListedProxies(new AbortController().signal);
  expect({ good, faults }).toEqual({
    good: 5,
    faults: { 'refuses-us': 1, dead: 1, 'rewrites-pages': 2, unreliable: 1 },
  });

  zoo.peers.length = 0;
  const names: readonly string[] = ['good', 'socks5', 'credentialed', 'slow', 'mitm'];
  const places = Object.entries(zoo.urls)
    .filter(([name]) => names.includes(name))
    .map(([, url]) => new URL(url).host);
  const [visited] = await listed.visit('/second');
  expect(visited?.status).toBe(200);
  expect(places).toContain(new URL(visited?.proxy ?? 'none:').host);
  expect(new Set(zoo.peers)).toEqual(new Set(['127.0.0.77']));

  const explained = await app.explain(visited?.url ?? '', 1);
  expect(explained?.ways.map(({ isListed, weight }) => [isListed, weight])).toEqual(Array(5).fill([true, 0.5]));

  const store = await app.store();
  await store.proxies.remove((await store.proxies.list()).map(({ id }) => id));
  zoo.peers.length = 0;
  const waiting = await listed.visit('/third', async () => (await store.frontier.waitingFor('proxy', null)) > 0);
  expect(waiting.at(-1)).toMatchObject({ outcome: 'deferred', reason: 'no-proxy', identity: null });
  expect(await store.frontier.waitingFor('proxy', null)).toBe(1);
  expect(zoo.peers).toEqual([]);
});
