import type { FastifyInstance } from 'fastify';
import type { Reader } from '../../../src/ports.ts';
import { checkedServer } from '../../support/app/checked-server.ts';
import { type FakeApp, openFakeApp } from '../../support/app/fake-app.ts';
import { offlineReplay } from '../../support/app/offline-replay.ts';
import { correctedSite, pageText, pageUrl, storePages } from '../../support/learning/corrected-site.ts';
import { silentSource, storeSystemRecords } from './system-records.ts';

export interface WholeApp extends AsyncDisposable {
  readonly app: FakeApp;
  readonly server: FastifyInstance;
  readonly address: string;
}

/** A server over a store that has something for every page of the dashboard. Its replays are real. */
export async function openWholeApp(reader: Reader): Promise<WholeApp> {
  const base = await openFakeApp({ reader: async () => reader });
  const store = base.storeOfTest;
  const app: FakeApp = { ...base, replay: offlineReplay(store, reader) };
  await storePages(store, [1, 2, 3, 4, 5, 6]);
  await storeSystemRecords(store);
  const server = checkedServer(app);
  for (const number of [1, 2])
    await server.inject({
      method: 'PUT',
      url: '/v1/corrections',
      payload: { url: pageUrl(number), body: pageText(number), authors: number === 2 ? ['Ada Quill'] : null },
    });
  const address = await server.listen({ host: '127.0.0.1', port: 0 });
  return {
    app,
    server,
    address,
    [Symbol.asyncDispose]: async () => {
      await server.close();
      await base[Symbol.asyncDispose]();
    },
  };
}

/** Each page of the dashboard, and each of its dialogs: name and address. */
export const allPages: readonly (readonly [name: string, path: string])[] = [
  ['overview', 'overview'],
  ['overview of 30 days', 'overview?range=30d'],
  ['articles', 'articles'],
  ['no article', 'articles?q=nothing-has-this-word'],
  ['article', 'articles?id=a2'],
  ['media', 'media'],
  ['records', 'records'],
  ['label', 'label'],
  ['sources', 'sources'],
  ['source', 'sources?id=feed-1'],
  ['wrappers', 'wrappers'],
  ['wrapper', `wrappers?site=${correctedSite}`],
  ['failures', 'failures'],
  ['failure', 'failures?id=f1'],
  ['visits', 'visits'],
  ['workers', 'workers'],
  ['worker', 'workers?id=vm-1:7:100:abc'],
  ['log', 'log'],
  ['no line', 'log?level=error&q=nothing-has-this-word'],
  ['crawls', 'crawls'],
  ['crawl', 'crawls?id=run-1'],
  ['read', 'read'],
  ['alerts', 'alerts'],
  ['alert', `alerts?id=${silentSource.id}`],
  ['proxies', 'proxies'],
  ['correct', `correct?url=${encodeURIComponent(pageUrl(1))}`],
  ['nothing to correct', 'correct'],
];
