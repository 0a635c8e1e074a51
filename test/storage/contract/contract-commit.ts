import { expect, it } from 'vitest';
import { maxTextLength } from '../../../src/model/article/long-text.ts';
import { maxEndingBytes } from '../../../src/storage/records/ending-size.ts';
import { openStore } from '../open-store.ts';
import { article, at, claimOf, ending, entry, failure, mediaItem, pageState, source, visit } from '../records.ts';
import type { UnderTest } from './contract.ts';

export function commitContract(current: () => UnderTest): void {
  const claimOne = async (url: string) => {
    const { store } = current();
    await store.frontier.reopen([entry(url)], { revisit: false, now: at(0) });
    const [task] = await store.frontier.claim(claimOf({ limit: 1 }));
    if (!task) throw new Error('no task could be claimed');
    return task;
  };

  it('writes a whole visit result, which is there after a reopening', async () => {
    const { store, address } = current();
    const task = await claimOne('http://gazette.example/a1');
    const stored = article('a1');
    const links = [
      entry('http://gazette.example/a1'),
      entry('http://gazette.example/x'),
      entry('http://gazette.example/y'),
    ];
    const whole = {
      article: stored,
      links,
      visit: visit(task, { id: 'v1' }),
      failure: failure('f1'),
      pageState: pageState(task.url),
      source: source('s1'),
      media: [mediaItem('http://cdn.example/1')],
    };
    await store.sources.define(whole.source);
    expect(await store.commit(ending(task, whole))).toEqual({
      accepted: true,
      newLinks: 2,
      recheck: null,
      article: { id: 'a1', status: 'published', cluster: 'a1', canonicalId: 'a1', relation: null, revision: 1 },
    });
    await using again = await openStore(address);
    const { joins: _joins, comparedUpTo: _comparedUpTo, ...kept } = stored;
    expect(await again.articles.get('a1')).toEqual({
      ...kept,
      status: 'published',
      cluster: 'a1',
      canonicalId: 'a1',
      relation: null,
      revision: 1,
      inLinks: 0,
      updatedAt: at(2),
    });
    expect(await again.visits.find({ limit: 9 })).toEqual([whole.visit]);
    expect(await again.failures.get('f1')).toEqual(whole.failure);
    expect(await again.pages.get(task.url)).toEqual(whole.pageState);
    expect(await again.sources.get('s1')).toEqual(whole.source);
    expect(await again.media.find({ limit: 9 })).toMatchObject([{ articleId: 'a1', pageUrl: task.url }]);
    expect(await again.frontier.counts()).toEqual({ pending: 2, leased: 0, done: 1, failed: 0 });
  });

  it('refuses a visit result that is too large before anything is written, and takes the same without the excess', async () => {
    const { store } = current();
    const task = await claimOne('http://gazette.example/huge');
    const huge = article('huge', { body: 'x'.repeat(maxEndingBytes), bodyHtml: '', markdown: '' });
    const links = [entry('http://gazette.example/from-huge')];
    const refused = await store.commit(ending(task, { article: huge, links })).catch((error: unknown) => error);
    expect(refused).toMatchObject({ kind: 'too-large', message: expect.stringContaining('body: 14.0 MB') });
    expect(await store.articles.count({})).toBe(0);
    expect(await store.frontier.get(entry('http://gazette.example/from-huge').url)).toBeNull();
    const failed = visit(task, { outcome: 'failed', reason: 'too-large', articleId: null });
    expect(await store.commit(ending(task, { visit: failed, next: { kind: 'failed' } }))).toMatchObject({
      accepted: true,
    });
    expect(await store.frontier.counts()).toEqual({ pending: 0, leased: 0, done: 0, failed: 1 });
  });

  it('takes the largest text that an article may have', async () => {
    const { store } = current();
    const task = await claimOne('http://gazette.example/long');
    const body = '长'.repeat(maxTextLength);
    const long = article('long', { body, bodyHtml: `<p>${'长'.repeat(maxTextLength * 1.4)}</p>`, markdown: body });
    expect(await store.commit(ending(task, { article: long }))).toMatchObject({ accepted: true });
    expect((await store.articles.get('long'))?.body).toBe(body);
  });

  it('keeps unicode and a text of 1 MB to the letter', async () => {
    const { store } = current();
    const task = await claimOne('http://gazette.example/u');
    const title = '新华社 — “Ünïcödé” 👩‍👩‍👧 \u202e مرحبا \u0000 $set a.b';
    const body = `${title}\n\n${'长文 long text. '.repeat(70_000)}`;
    const written = article('u', { title, body, bodyHtml: '', markdown: '', lang: 'zh', tags: ['$a.b', ''] });
    await store.commit(ending(task, { article: written }));
    const stored = await store.articles.get('u');
    expect(stored?.title).toBe(title);
    expect(stored?.body === body).toBe(true);
    expect(stored?.tags).toEqual(['$a.b', '']);
  });

  it('counts as new only the links that the frontier did not know', async () => {
    const { store } = current();
    const task = await claimOne('http://gazette.example/list');
    const links = Array.from({ length: 120 }, (_, n) =>
      entry(`http://gazette.example/${n % 100}`, { priority: n / 200 }),
    );
    expect(await store.commit(ending(task, { links }))).toMatchObject({ newLinks: 100 });
    const [best] = await store.frontier.claim(claimOf({ limit: 1, now: at(3) }));
    expect(best).toMatchObject({ url: 'http://gazette.example/19', priority: 119 / 200 });
  });

  it('writes one visit where the same result comes twice', async () => {
    const { store } = current();
    const url = 'http://gazette.example/twice';
    const first = await claimOne(url);
    await store.commit(ending(first, { visit: visit(first, { id: 'same' }), failure: failure('same') }));
    const second = await claimOne(url);
    await store.commit(ending(second, { visit: visit(second, { id: 'same' }), failure: failure('same') }));
    expect(await store.visits.find({ limit: 9 })).toHaveLength(1);
    expect(await store.failures.find({ limit: 9 })).toHaveLength(1);
  });
}
