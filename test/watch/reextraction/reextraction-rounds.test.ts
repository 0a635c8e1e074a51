import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { siteFor } from '../../../src/config-files/load-scrapers.ts';
import type { Article } from '../../../src/model/article/article.ts';
import { articleId } from '../../../src/model/article/article-id.ts';
import type { Reextraction } from '../../../src/model/wrapper/reextraction.ts';
import type { Reader } from '../../../src/ports.ts';
import { openReader } from '../../../src/reader/reader.ts';
import { learnAndJudge } from '../../../src/stages/extract/learning/judge-wrapper.ts';
import { afterLearning, newLearning, resultOf, switchTo } from '../../../src/stages/site-learning/learning-state.ts';
import { freeze } from '../../../src/stages/snapshot/freeze.ts';
import { ReextractionRounds } from '../../../src/watch/reextraction/reextraction-rounds.ts';
import { commitArticles } from '../../storage/commit-articles.ts';
import { article, label } from '../../storage/records.ts';
import { type FakeCrawl, openCrawl } from '../../support/crawl-ports.ts';
import {
  articleProfile,
  articleSnapshot,
  articleUrl,
  correctionOf,
  followLine,
  type SiteLayout,
} from '../../support/sites/learned-site.ts';

const site = 'ward-record.example';
const minuteMs = 60_000;
const idOf = (number: number): string => articleId(articleUrl(number));
const range = (count: number, from = 0): number[] => Array.from({ length: count }, (_, n) => from + n);

describe('the articles of a site whose wrapper went live', () => {
  let shared: Reader;
  let reader: Reader;
  let tests = 0;
  let crawl: FakeCrawl;
  let io: FakeCrawl['io'];
  beforeAll(async () => {
    shared = await openReader({ workers: 1, sites: { files: [] } });
  });
  afterAll(async () => shared[Symbol.asyncDispose]());
  beforeEach(async () => {
    crawl = await openCrawl();
    tests += 1;
    const prefix = `${tests}`; // threads keep wrappers by key: each test has its own
    const read: Reader['read'] = (snapshot, options) => {
      const learned = options?.learned;
      const own = learned == null ? null : { ...learned, key: `${prefix} ${learned.key}` };
      return shared.read(snapshot, { ...options, learned: own });
    };
    reader = { ...shared, read };
    io = { ...crawl.io, reader, siteOf: (host) => siteFor([], host) };
    return async () => crawl[Symbol.asyncDispose]();
  });

  /** Stores an article as a visit without wrapper reads it. */
  async function visit(number: number, { layout = 'old', ...given }: Partial<Article> & { layout?: SiteLayout } = {}) {
    crawl.clock.pass(minuteMs);
    const snapshot = { ...articleSnapshot(number, layout), takenAt: crawl.clock.now() };
    const { draft, fingerprint } = await reader.read(snapshot, { terms: [] });
    if (draft === null || fingerprint === null) throw new Error('the page is no article');
    const times = { firstSeenAt: snapshot.takenAt, fetchedAt: snapshot.takenAt };
    const hash = await io.store.blobs.put(await freeze(snapshot));
    const id = articleId(snapshot.finalUrl);
    await commitArticles(io.store, [article(id, { ...draft, ...times, fingerprint, snapshot: hash, id, ...given })]);
  }

  /** A wrapper learned from other pages of the site goes live. */
  async function goLive({ corrected = false } = {}) {
    crawl.clock.pass(minuteMs);
    const profiles = range(8, 200).map((number) => articleProfile(number, { isCorrected: corrected }));
    const judged = learnAndJudge(site, profiles, null);
    if (judged === null) throw new Error('nothing was learned');
    const now = crawl.clock.now();
    const before = (await io.store.wrappers.get(site)) ?? newLearning(site, now);
    await io.store.wrappers.saveContent(before.nextVersion, judged.wrapper);
    await io.store.wrappers.save(afterLearning(before, resultOf(judged), now));
    crawl.clock.pass(minuteMs);
  }

  const roundsOf = (ports = io, owner = 'one') => new ReextractionRounds(ports, { owner, sites: null, isOn: true });
  const finish = async (rounds = roundsOf()) => rounds.finish(new AbortController().signal);
  const bodyOf = async (number: number) => (await io.store.articles.get(idOf(number)))?.body ?? '';
  const progress = async (): Promise<Partial<Reextraction> | null> => io.store.wrappers.reextraction(site);

  it('are read again from their snapshots: a revision with its reason, and nothing is fetched', async () => {
    for (const number of range(6)) await visit(number);
    expect(await bodyOf(3)).toContain(followLine);
    await goLive();
    await finish();
    for (const number of range(6)) expect(await bodyOf(number)).not.toMatch(/Follow the Ward Record|Desk:/);
    const [revision, ...others] = await io.store.articles.revisions(idOf(3));
    expect({ reason: revision?.reason, body: revision?.body, others }).toEqual({
      reason: 're-extracted',
      body: expect.stringContaining(followLine),
      others: [],
    });
    expect(crawl.asked).toEqual([]);
    expect(await progress()).toMatchObject({
      version: 1,
      read: 6,
      changed: 6,
      skipped: {},
      finishedAt: crawl.clock.now(),
    });
    expect(crawl.logged).toContainEqual({
      level: 'info',
      event: 'wrapper.reextracted',
      fields: { site, version: 1, read: 6, changed: 6, skipped: 0, why: {} },
    });
    // once for each wrapper
    await finish();
    expect(await io.store.articles.revisions(idOf(3))).toHaveLength(1);
    // a second wrapper reads them again and finds nothing to change
    await goLive();
    await finish();
    expect(await progress()).toMatchObject({ version: 2, read: 6, changed: 0 });
  });

  it('are read again after a correction and after a person goes back', async () => {
    const bodies = () => Promise.all(range(3).map(bodyOf));
    for (const number of range(3)) await visit(number);
    await goLive();
    await finish();
    const learned = await bodies();
    await goLive({ corrected: true });
    await finish();
    // an editor counts the standfirst to the text
    const standfirsts = range(3).map((number) => correctionOf(number).body?.[0] ?? '');
    const holding = (texts: readonly string[]) =>
      texts.filter((text, at) => text.includes(standfirsts[at] ?? '')).length;
    const gained = holding(await bodies()) - holding(learned);
    expect(gained).toBeGreaterThan(0);
    expect(await progress()).toMatchObject({ version: 2, changed: gained });
    const learning = (await io.store.wrappers.get(site)) ?? expect.fail('it is learned');
    await io.store.wrappers.save(switchTo(learning, 1, crawl.clock.now()));
    await finish();
    expect(await progress()).toMatchObject({ version: 1, changed: gained });
    expect(await bodies()).toEqual(learned);
  });

  it('are read some per second while a run goes on, when its pages are settled', async () => {
    for (const number of range(10)) await visit(number);
    await goLive();
    const learning = await io.store.wrappers.get(site);
    const rounds = roundsOf();
    if (learning !== null) await io.store.wrappers.save(switchTo(learning, 1, crawl.clock.now()));
    await rounds.round();
    expect(await progress()).toBeNull();
    crawl.clock.pass(minuteMs);
    const steps: unknown[] = [];
    for (const _ of range(4)) {
      await rounds.round();
      steps.push((await progress())?.read);
    }
    expect(steps).toEqual([4, 8, 10, 10]);
  });

  it('are read by one process at a time, and only those of the sites of the run', async () => {
    for (const number of range(6)) await visit(number);
    await goLive();
    await roundsOf(io, 'one').round();
    await roundsOf(io, 'two').round();
    expect(await progress()).toMatchObject({ read: 4 });
    await new ReextractionRounds(io, { owner: 'one', sites: ['other.example'], isOn: true }).round();
    await new ReextractionRounds(io, { owner: 'one', sites: [site], isOn: false }).round();
    expect(await progress()).toMatchObject({ read: 4, finishedAt: null });
  });

  it('stay as they are where the new reading is not surely better, each with its reason', async () => {
    await visit(0);
    await visit(1, { layout: 'new' });
    await visit(2, { snapshot: await io.store.blobs.put(Buffer.from('damaged')) });
    await visit(3, { snapshot: 'a'.repeat(64) as Article['snapshot'] });
    await visit(4);
    await visit(5);
    await goLive();
    const corrected = (await io.store.articles.get(idOf(4))) ?? expect.fail('it is stored');
    await io.store.wrappers.saveCorrection({
      site,
      url: corrected.url,
      snapshot: corrected.snapshot,
      // a person wants the line
      correction: { title: null, body: corrected.body.split('\n\n'), authors: null, publishedAt: null },
      by: 'person',
      at: crawl.clock.now(),
    });
    const before = await Promise.all(range(6).map(bodyOf));
    const strict: typeof io = { ...io, siteOf: (host) => ({ ...io.siteOf(host), minConfidence: 1.01 }) };
    await roundsOf(strict).round();
    expect(await progress()).toMatchObject({ read: 0, changed: 0 });
    expect(await Promise.all(range(6).map(bodyOf))).toEqual(before);
    await io.store.leases.releaseOwners(['one'], crawl.clock.now());
    await io.store.wrappers.saveReextraction({ ...((await progress()) as Reextraction), after: null, skipped: {} });
    await finish();
    expect(await progress()).toMatchObject({
      read: 2,
      changed: 2,
      skipped: { 'other-layout': 1, unreadable: 1, 'no-snapshot': 1, 'worse-than-corrected': 1 },
    });
    expect(await Promise.all([1, 2, 3, 4].map(bodyOf))).toEqual(before.slice(1, 5));
    expect(await io.store.wrappers.correction(corrected.url)).not.toBeNull();
  });

  it('keep the date of their feed, their labels, weight and times', async () => {
    const publishedAt = { value: '2026-11-01T10:00:00+00:00', precision: 'second' } as const; // of a feed
    await visit(0, { weight: 3, publishedAt });
    const first = await io.store.articles.get(idOf(0));
    await io.store.labels.put([label(idOf(0), true)]);
    await goLive();
    // the page shows no date
    const guessed: Reader = {
      ...reader,
      read: async (snapshot, options) => {
        const reading = await reader.read(snapshot, options);
        return { ...reading, draft: reading.draft && { ...reading.draft, publishedAt: null } };
      },
    };
    await finish(roundsOf({ ...io, reader: guessed }));
    const after = await io.store.articles.get(idOf(0));
    expect(after).toMatchObject({ weight: 3, revision: 2, publishedAt });
    expect({ firstSeenAt: after?.firstSeenAt, fetchedAt: after?.fetchedAt }).toEqual({
      firstSeenAt: first?.firstSeenAt,
      fetchedAt: first?.fetchedAt,
    });
    expect(after?.updatedAt).toEqual(crawl.clock.now());
    expect(await io.store.labels.ofTopic('energy')).toHaveLength(1);
  });

  it('leaves an article alone that a visit stored while it was read', async () => {
    await visit(0);
    await goLive();
    const slow: Reader = {
      ...reader,
      read: async (snapshot, options) => {
        await visit(0, { body: 'The newest text of the page.' });
        return await reader.read(snapshot, options);
      },
    };
    await finish(roundsOf({ ...io, reader: slow }));
    expect(await bodyOf(0)).toBe('The newest text of the page.');
    expect(await progress()).toMatchObject({ changed: 0, skipped: { 'newer-visit': 1 } });
  });

  it('stop between two articles', async () => {
    for (const number of range(3)) await visit(number);
    await goLive();
    const stop = new AbortController();
    const stopping = (...asked: Parameters<Reader['read']>) => {
      stop.abort();
      return reader.read(...asked);
    };
    await roundsOf({ ...io, reader: { ...reader, read: stopping } }).finish(stop.signal);
    expect(await progress()).toMatchObject({ read: 1, finishedAt: null });
    await finish();
    expect(await progress()).toMatchObject({ read: 3, changed: 3 });
  });

  it('a run that is killed after any write goes on where it was, and the result is that of a calm run', async () => {
    const writes = ['reextract', 'endRecheck', 'saveReextraction'];
    const killedAfter = (count: number): typeof io => {
      let left = count;
      const guard = <T extends object>(part: T): T =>
        new Proxy(part, {
          get: (target, name) => {
            const value = Reflect.get(target, name);
            if (typeof value !== 'function') return value;
            return (...values: unknown[]) => {
              if (writes.includes(String(name))) {
                if (left === 0) return Promise.reject(new Error('killed'));
                left -= 1;
              }
              return value.apply(target, values);
            };
          },
        });
      const { store } = io;
      const parts = { articles: guard(store.articles), wrappers: guard(store.wrappers) };
      return {
        ...io,
        store: new Proxy(store, { get: (of, name) => Reflect.get({ ...parts }, name) ?? Reflect.get(of, name) }),
      };
    };
    for (const number of range(5)) await visit(number);
    await goLive();
    let kills = 0;
    for (let isKilled = true; isKilled; kills += Number(isKilled)) {
      isKilled = await finish(roundsOf(killedAfter(kills % 4), `worker ${kills}`)).then(
        () => false,
        () => true,
      );
      await io.store.leases.releaseOwners([`worker ${kills}`], crawl.clock.now());
      if (kills > 60) throw new Error('it makes no progress');
      if (isKilled) crawl.clock.pass(2 * minuteMs);
    }
    expect(kills).toBeGreaterThan(3);
    for (const number of range(5)) {
      expect(await bodyOf(number)).not.toContain(followLine);
      expect(await io.store.articles.revisions(idOf(number))).toHaveLength(1);
    }
    // an article whose count is lost was written: the cursor names what is left
    expect(await progress()).toMatchObject({ skipped: {}, finishedAt: expect.any(Date) });
  });
});
