import { expect, it } from 'vitest';
import { openReader } from '../../src/reader/reader.ts';
import { claimOf, ending, entry, failure, visit } from '../storage/records.ts';
import { checkedServer } from '../support/app/checked-server.ts';
import { openFakeApp } from '../support/app/fake-app.ts';
import { offlineReplay } from '../support/app/offline-replay.ts';
import { correctedSite, pageText, pageUrl, storePages } from '../support/learning/corrected-site.ts';

it("the API reads a failure's page again with today's rules, and stores nothing", async () => {
  await using reader = await openReader({ workers: 1, sites: { files: [] } });
  await using base = await openFakeApp({ empty: true });
  const store = base.storeOfTest;
  await storePages(store, [1]);
  const [stored] = await store.visits.find({ limit: 1 });
  const url = entry('http://quayside.example/failed').url;
  await store.frontier.put([entry(url)], new Date(0));
  const [task] = await store.frontier.claim(claimOf({ limit: 1 }));
  if (task === undefined || stored === undefined) throw new Error('there is no task');
  const failed = visit(task, { outcome: 'failed', reason: 'layout-changed' });
  const bundle = failure('f9', { url, site: correctedSite, reason: 'layout-changed', snapshot: stored.snapshot });
  await store.commit(ending(task, { visit: failed, failure: bundle, next: { kind: 'failed' } }));
  const server = checkedServer({ ...base, replay: offlineReplay(store, reader) });
  const answer = await server.inject({ method: 'POST', url: '/v1/failures/f9/replay' });
  expect(answer.statusCode).toBe(200);
  expect(answer.json()).toMatchObject({
    id: 'f9',
    pageType: 'article',
    reason: null,
    draft: { authors: ['Ada Quill'] },
  });
  for (const paragraph of pageText(1)) expect(answer.json().draft.body).toContain(paragraph);
  expect(answer.json().trace.length).toBeGreaterThan(0);
  expect((await store.failures.get('f9'))?.mended).toBeNull();
  expect(await store.articles.count({})).toBe(1);
  expect(pageUrl(1)).toBe(stored.url);
  const missing = await server.inject({ method: 'POST', url: '/v1/failures/none/replay' });
  expect({ statusCode: missing.statusCode, message: missing.json().error.message }).toEqual({
    statusCode: 404,
    message: expect.stringContaining('no failure none'),
  });
  await server.close();
});
