import { expect, it } from 'vitest';
import type { ContentHash } from '../../../src/model/page/snapshot.ts';
import { canonicalUrl } from '../../../src/model/web/canonical-url.ts';
import type { LearnedWrapper } from '../../../src/model/wrapper/learned-wrapper.ts';
import type { Reextraction } from '../../../src/model/wrapper/reextraction.ts';
import type { SiteLearning, StoredCorrection } from '../../../src/model/wrapper/site-learning.ts';
import type { Teaching } from '../../../src/model/wrapper/teaching.ts';
import { at } from '../records.ts';
import type { UnderTest } from './contract.ts';

const scores = { corrected: 0.99, agreement: 1, completeness: 1, length: 1, boilerplate: 0.01 };
const url = canonicalUrl('https://a.example/2026/one.html');

/** Names of styles and formats hold dots, dollars and letters of any language. */
const learning = (site: string): SiteLearning => ({
  site,
  live: 2,
  isPinned: true,
  versions: [
    {
      version: 2,
      learnedAt: at(1),
      pages: 12,
      correctedPages: 1,
      verdict: { isAccepted: true, reason: 'no objection', judgedPages: 12, scores, generic: scores, live: null },
      validFrom: at(2),
      validUntil: null,
    },
  ],
  nextVersion: 3,
  samples: [{ url, snapshot: 'abc' as ContentHash, at: at(3), isStrange: false }],
  pagesSince: 4,
  learnAfter: 15,
  recent: { '/*/{slug}.html': [true, false], $where: [], '*': [false] },
  drift: { at: at(4), since: at(3), url, version: 1, detail: '港口', healedAt: at(5) },
  drifts: 1,
  updatedAt: at(6),
});

const teaching: Teaching = {
  layout: 'l1',
  calls: 2,
  pages: 1,
  day: '2026-11-21',
  callsToday: 2,
  tokensToday: 900,
  allCalls: 7,
  dropped: 3,
  failures: { 'timed-out': 1 },
  lastFailure: { at: '2026-11-21T07:00:00.000Z', failure: 'timed-out', detail: 'no answer' },
  notBefore: null,
};

const wrapper = (site: string, pages: number): LearnedWrapper => ({
  shape: 1,
  site,
  pages,
  correctedPages: 0,
  formats: { '/*/{slug}.html': pages },
  names: ['.a.b', '#c$'],
  styles: [
    { detail: 'two', path: 'p<div.a', removed: false, score: 0.9, pages, corrected: null, words: 40, variety: 1 },
  ],
  recurring: [],
  expressions: [],
  fields: {},
});

const correction = (page: string, minute: number, site = 'a.example'): StoredCorrection => ({
  site,
  url: canonicalUrl(page),
  snapshot: 'def' as ContentHash,
  correction: { title: 'T', body: ['一', 'two'], authors: null, publishedAt: '2026-11-21' },
  by: 'person',
  at: at(minute),
});

export function wrapperContract(current: () => UnderTest): void {
  it('keeps what is learned of each site, and replaces it', async () => {
    const { store } = current();
    expect(await store.wrappers.get('a.example')).toBeNull();
    await store.wrappers.save(learning('b.example'));
    await store.wrappers.save(learning('a.example'));
    await store.wrappers.save({ ...learning('a.example'), live: null, drift: null });
    expect(await store.wrappers.get('a.example')).toEqual({ ...learning('a.example'), live: null, drift: null });
    expect((await store.wrappers.list()).map(({ site }) => site)).toEqual(['a.example', 'b.example']);
  });

  it('gives each site in brief, without pages and versions', async () => {
    const { store } = current();
    const briefOf = ({ versions, samples, recent, ...brief }: SiteLearning) => brief;
    expect(await store.wrappers.briefs()).toEqual([]);
    const [a, b] = [{ ...learning('a.example'), teaching }, learning('b.example')];
    for (const one of [b, learning('a.example'), a]) await store.wrappers.save(one);
    expect(await store.wrappers.briefs()).toEqual([briefOf(a), briefOf(b)]);
    const healing = { ...a, drift: null, live: null, drifts: 2, updatedAt: at(9) };
    await store.wrappers.save(healing);
    expect(await store.wrappers.briefs()).toEqual([briefOf(healing), briefOf(b)]);
  });

  it('keeps the contents of versions, and deletes old ones', async () => {
    const { store } = current();
    for (const version of [1, 2, 3]) await store.wrappers.saveContent(version, wrapper('a.example', version));
    await store.wrappers.saveContent(1, wrapper('b.example', 7));
    await store.wrappers.saveContent(2, wrapper('a.example', 9));
    expect(await store.wrappers.content('a.example', 2)).toEqual(wrapper('a.example', 9));
    expect(await store.wrappers.deleteContents('a.example', 3)).toBe(2);
    expect(await store.wrappers.content('a.example', 2)).toBeNull();
    expect(await store.wrappers.content('a.example', 3)).toEqual(wrapper('a.example', 3));
    expect(await store.wrappers.content('b.example', 1)).toEqual(wrapper('b.example', 7));
  });

  it('keeps one correction a page, with its snapshot', async () => {
    const { store } = current();
    const [first, second] = [correction('https://a.example/1', 2), correction('https://a.example/2', 1)];
    for (const one of [first, second, correction('https://b.example/', 3, 'b.example')])
      await store.wrappers.saveCorrection(one);
    expect(await store.wrappers.corrections('a.example')).toEqual([second, first]);
    const changed = { ...first, by: 'teacher' as const, at: at(9) };
    await store.wrappers.saveCorrection(changed);
    expect(await store.wrappers.correction(first.url)).toEqual(changed);
    const named: string[] = [];
    for await (const { by, hash } of store.maintenance.references(null)) if (by === 'correction') named.push(hash);
    expect(named).toEqual(['def', 'def', 'def']);
    expect(await store.wrappers.deleteCorrection(first.url)).toBe(true);
    expect(await store.wrappers.deleteCorrection(first.url)).toBe(false);
    expect(await store.wrappers.correction(first.url)).toBeNull();
  });

  it('keeps how far the articles of a site are read again', async () => {
    const { wrappers } = current().store;
    expect({
      reextraction: await wrappers.reextraction('a.example'),
      reextractions: await wrappers.reextractions(),
    }).toEqual({ reextraction: null, reextractions: [] });
    const begun: Reextraction = {
      site: 'b.example',
      version: 2,
      after: { id: 'a0', updatedAt: at(3) },
      upToDate: 5,
      read: 3,
      changed: 1,
      skipped: { 'no-snapshot': 2 },
      startedAt: at(2),
      finishedAt: null,
    };
    const done: Reextraction = { ...begun, site: 'a.example', after: null, finishedAt: at(9) };
    for (const one of [begun, done, { ...begun, read: 4 }]) await wrappers.saveReextraction(one);
    expect(await wrappers.reextractions()).toEqual([done, { ...begun, read: 4 }]);
    expect(await wrappers.reextraction('a.example')).toEqual(done);
  });
}
