import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { siteFor } from '../../src/config-files/load-scrapers.ts';
import type { PageToProfile, SiteToLearn } from '../../src/ports.ts';
import { SiteLearner } from '../../src/site/site-learner.ts';
import { rollBack } from '../../src/site/switch-version.ts';
import { learnAndJudge } from '../../src/stages/extract/learning/judge-wrapper.ts';
import { profilePage } from '../../src/stages/extract/learning/profile-page.ts';
import { freeze } from '../../src/stages/snapshot/freeze.ts';
import type { Store } from '../../src/storage/port.ts';
import { openSqlite } from '../../src/storage/sqlite/open-sqlite.ts';
import { articleSnapshot, articleUrl, type SiteLayout } from '../support/sites/learned-site.ts';

const site = 'ward-record.example';
const format = '/*/*/{slug}.html';

let folder: string;
let store: Store;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'newshawk-learner-'));
  store = await openSqlite(join(folder, 'store'));
});
afterEach(async () => {
  await store[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

/** The real stages, without threads. */
const reader = {
  profile: async ({ id, snapshot, correction }: PageToProfile) =>
    profilePage({ id, snapshot, site: siteFor([], snapshot.site), format, correction }),
  learn: async ({ site: name, profiles, live }: SiteToLearn) =>
    learnAndJudge(name, profiles, live === null ? null : JSON.parse(live.json)),
};

const events: string[] = [];
const note = (event: string): void => void events.push(event);
let nowMs = 0;
const clock = { now: () => new Date(Date.UTC(2026, 10, 22) + nowMs), monotonicMs: () => nowMs };

function open(given: Partial<typeof reader> = {}, isOn = true): SiteLearner {
  events.length = 0;
  const log = { debug: note, info: note, warn: note, error: note };
  return new SiteLearner({ store, clock, log, reader: { ...reader, ...given } } as never, isOn);
}

async function read(
  learner: SiteLearner,
  numbers: readonly number[],
  layout: SiteLayout = 'old',
  known: number | null = null,
) {
  for (const number of numbers) {
    nowMs += 1_000;
    const snapshot = { ...articleSnapshot(number, layout), takenAt: clock.now() };
    const hash = await store.blobs.put(await freeze(snapshot));
    const sample = { url: articleUrl(number), snapshot: hash, at: clock.now() };
    const evidence = known === null ? null : { known, changed: 0 };
    await learner.note({ site, sample, isArticle: true, format, evidence });
  }
}

describe('the learner of a crawl', () => {
  it('learns a site from five of its articles, and another process goes on with it', async () => {
    {
      await using learner = open();
      await read(learner, [0, 1, 2, 3]);
      expect(await learner.wrapperFor(site)).toBeNull();
      await read(learner, [4]);
    }
    expect(events).toEqual(['wrapper.live']);
    await using next = open();
    expect(await next.wrapperFor(site)).toMatchObject({ key: `${site} 1` });
    expect(await next.wrapperFor('other.example')).toBeNull();
  });

  it('learns the new layout after a drift', async () => {
    {
      await using learner = open();
      await read(learner, [0, 1, 2, 3, 4, 5]);
    }
    await using learner = open();
    await read(learner, [100, 101, 102, 103], 'new', 0);
    expect(events).toEqual(['wrapper.drift']);
    expect(await learner.wrapperFor(site)).toBeNull();
    expect(learner.drifts).toMatchObject([{ site, version: 1, url: articleUrl(103) }]);
    await read(learner, [104], 'new');
    await learner[Symbol.asyncDispose]();
    expect(events).toEqual(['wrapper.drift', 'wrapper.live']);
    expect(await store.wrappers.get(site)).toMatchObject({ live: 2, drift: { healedAt: expect.any(Date) } });
  });

  it('follows a person who goes back to a version, within ten seconds', async () => {
    await using learner = open();
    await read(learner, [0, 1, 2, 3, 4]);
    await learner[Symbol.asyncDispose]();
    await read(
      learner,
      Array.from({ length: 15 }, (_, at) => 10 + at),
      'old',
      1,
    );
    await learner[Symbol.asyncDispose]();
    expect((await learner.wrapperFor(site))?.key).toBe(`${site} 2`);
    await rollBack({ store, clock }, site, null);
    // what the crawl writes meanwhile leaves the person's choice alone
    await read(learner, [40, 41, 42, 43, 44], 'old', 1);
    expect(await store.wrappers.get(site)).toMatchObject({ live: 1, isPinned: true });
    nowMs += 10_000;
    expect((await learner.wrapperFor(site))?.key).toBe(`${site} 1`);
  });

  it('goes on without a wrapper where learning fails, and says so', async () => {
    await using learner = open({ learn: () => Promise.reject(new Error('too slow')) });
    await read(learner, [0, 1, 2, 3, 4]);
    await learner[Symbol.asyncDispose]();
    expect(events).toEqual(['wrapper.failed']);
    expect(await learner.wrapperFor(site)).toBeNull();
    expect(await store.wrappers.get(site)).toMatchObject({ live: null, versions: [] });
  });

  it('leaves out a page whose snapshot is gone or damaged', async () => {
    await using learner = open();
    const hash = await store.blobs.put(Buffer.from('no snapshot'));
    const sample = { url: articleUrl(50), snapshot: hash, at: clock.now() };
    await learner.note({ site, sample, isArticle: true, format, evidence: null });
    await read(learner, [0, 1, 2, 3]);
    await learner[Symbol.asyncDispose]();
    expect(events).toEqual(['wrapper.page-left-out', 'wrapper.live']);
    expect((await store.wrappers.get(site))?.versions[0]?.pages).toBe(4);
  });

  it('does nothing where it is turned off', async () => {
    await using learner = open({}, false);
    await read(learner, [0, 1, 2, 3, 4, 5]);
    expect(events).toEqual([]);
    expect(await learner.wrapperFor(site)).toBeNull();
    expect(await store.wrappers.list()).toEqual([]);
  });
});
