import { afterAll, beforeAll, expect, it } from 'vitest';
import { at, claimOf, ending, entry, failure, mediaItem, source, visit } from '../storage/records.ts';
import { checkedServer } from '../support/app/checked-server.ts';
import { type FakeApp, openFakeApp } from '../support/app/fake-app.ts';

let app: FakeApp;
let server: ReturnType<typeof checkedServer>;
beforeAll(async () => {
  app = await openFakeApp({ empty: true });
  server = checkedServer(app);
  // two of each minute: the time alone does not tell them apart
  for (let n = 0; n < 7; n += 1) await visitPage(`p${n}`, Math.floor(n / 2));
});
afterAll(async () => {
  await server.close();
  await app[Symbol.asyncDispose]();
});

/** A page with a failure, a record and two media, and a source. */
async function visitPage(name: string, minute: number): Promise<void> {
  const { storeOfTest: store } = app;
  const page = `http://gazette.example/${name}`;
  await store.frontier.put([entry(page)], at(0));
  const [task] = await store.frontier.claim(claimOf({ limit: 1 }));
  if (task === undefined) throw new Error(`${name} could not be claimed`);
  await store.commit(
    ending(task, {
      visit: visit(task, { id: `v-${name}`, startedAt: at(minute) }),
      failure: failure(`f-${name}`, { url: task.url, at: at(minute) }),
      media: ['a', 'b'].map((film) => mediaItem(`http://cdn.example/${film}-${name}.mp4`)),
      records: {
        site: 'gazette.example',
        page: task.url,
        at: at(minute),
        records: [{ kind: 'event', key: name, values: { n: minute } }],
        complete: ['event'],
      },
    }),
  );
  await store.sources.define(source(`source-${name}`, { url: task.url }));
}

interface Page {
  readonly next: string | null;
  readonly items: readonly { readonly id: string; readonly url: string }[];
}

async function read(url: string): Promise<Page & { readonly link: string | undefined }> {
  const { statusCode, headers, ...answer } = await server.inject(url);
  expect(statusCode).toBe(200);
  const [, link] = /^<(.+)>; rel="next"$/.exec(String(headers.link ?? '')) ?? [];
  return { ...(answer.json() as Page), link };
}

const named = ({ items }: Page): string[] => items.map(({ id, url }) => `${id} ${url}`);

it.each([
  '/v1/failures?state=all',
  '/v1/media?site=gazette.example',
  '/v1/records?kind=event',
  '/v1/sources?site=gazette.example',
])('%s continues at its position, whatever is stored between two pages', async (path) => {
  const whole = named(await read(path));
  expect(whole.length).toBeGreaterThanOrEqual(7);
  for (const limit of [1, 2, 3, 7]) {
    const seen: string[] = [];
    for (let url: string | undefined = `${path}&limit=${limit}`; url !== undefined; ) {
      const page: Awaited<ReturnType<typeof read>> = await read(url);
      seen.push(...named(page));
      expect(page.link === undefined).toBe(page.next === null);
      url = page.link;
    }
    expect(seen).toEqual(whole);
  }
  const first = await read(`${path}&limit=3`);
  // before all others also where the order is that of ids
  await visitPage(`${path.includes('sources') ? 'a' : 'b'}-${path.slice(4, 9)}`, 50);
  const second = await read(first.link ?? '');
  expect(named(second)).toEqual(whole.slice(3, 6));
});

it('a list refuses an offset next to a cursor', async () => {
  const { next } = await read('/v1/records?limit=1');
  expect((await server.inject(`/v1/records?cursor=${next}&offset=1`)).statusCode).toBe(400);
});
