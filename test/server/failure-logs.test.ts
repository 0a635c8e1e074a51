import { expect, it } from 'vitest';
import { packJson } from '../../src/stages/snapshot/packed-json.ts';
import { claimOf, ending, entry, failure } from '../storage/records.ts';
import { checkedServer } from '../support/app/checked-server.ts';
import { openFakeApp } from '../support/app/fake-app.ts';

it("the API gives a failure's requests and console as files, and says where there are none", async () => {
  await using app = await openFakeApp();
  const { storeOfTest: store } = app;
  const archive = { log: { version: '1.2', creator: { name: 'newshawk', version: '1' }, entries: [] } };
  const lines = ['error: 港口 is not defined', '<script>alert(1)</script>'];
  const [har, console] = [await store.blobs.put(await packJson(archive)), await store.blobs.put(await packJson(lines))];
  const url = 'http://gazette.example/logged';
  await store.frontier.put([entry(url)], new Date(0));
  const task = await store.frontier.take(entry(url).url, claimOf());
  if (task === null) throw new Error('the task was not taken');
  const logged = failure('f-logged', { har, console });
  await store.commit(ending(task, { failure: logged, next: { kind: 'failed' } }));

  const server = checkedServer(app);
  const get = async (path: string) => await server.inject({ url: `/v1/failures/${path}` });
  const answers = [await get('f-logged/har'), await get('f-logged/console')];
  expect(answers.map((answer) => [answer.statusCode, answer.json()])).toEqual([
    [200, archive],
    [200, lines],
  ]);
  expect(answers.map(({ headers }) => headers['content-disposition'])).toEqual([
    'attachment; filename="f-logged.har"',
    'attachment; filename="f-logged-console.json"',
  ]);
  for (const { headers } of answers) {
    expect(headers['content-type']).toBe('application/json; charset=utf-8');
    expect(headers['x-content-type-options']).toBe('nosniff');
  }
  const missing = [await get('f1/har'), await get('f1/console'), await get('f-none/har')];
  expect(missing.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404]);
  expect(missing[0]?.body).toContain('This failure has none');
  await server.close();
});
