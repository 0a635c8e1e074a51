import { expect, it } from 'vitest';
import type { Source } from '../../../src/model/crawl/source.ts';
import type { Visit } from '../../../src/model/crawl/visit.ts';
import { canonicalUrl } from '../../../src/model/web/canonical-url.ts';
import { at, claimOf, ending, entry, source } from '../records.ts';
import type { UnderTest } from './contract.ts';

export function sourcesContract(current: () => UnderTest): void {
  /** Ends a poll of the source. */
  const endPoll = async (polled: Source): Promise<void> => {
    const { frontier } = current().store;
    await frontier.reopen([entry('http://a.example/s')], { revisit: false, now: at(0) });
    const [task] = await frontier.claim(claimOf({ limit: 1 }));
    if (!task) throw new Error('no task could be claimed');
    await current().store.commit(ending(task, { source: polled }));
  };
  const stored = async (...sources: readonly Source[]) => {
    for (const one of sources) await current().store.sources.define(one);
    return current().store.sources;
  };
  const idsOf = (sources: readonly { readonly id: string }[]) => sources.map(({ id }) => id);

  it('gives the sources that are due, most overdue first', async () => {
    const sources = await stored(
      source('later', { nextPollAt: at(2) }),
      source('b', { nextPollAt: at(1) }),
      source('a', { nextPollAt: at(1) }),
      source('first', { nextPollAt: at(0) }),
      source('off', { enabled: false }),
      source('paused', { pausedAt: at(0) }),
      source('other', { site: 'other.example', nextPollAt: at(1) }),
    );
    const request = { now: at(1), sites: null, limit: 9 };
    expect(idsOf(await sources.due(request))).toEqual(['first', 'a', 'b', 'other']);
    expect(idsOf(await sources.due({ ...request, limit: 2 }))).toEqual(['first', 'a']);
    expect(idsOf(await sources.due({ ...request, limit: 0 }))).toEqual([]);
    expect(idsOf(await sources.due({ ...request, sites: ['other.example'] }))).toEqual(['other']);
  });

  it('claims a due source once, until the claim ends or the poll does', async () => {
    const sources = await stored(source('s'), source('t'), source('later', { nextPollAt: at(5) }));
    const claim = { now: at(1), claimUntil: at(11), worker: 'w1' };
    expect(await sources.claim(['s', 't', 'later', 'none'], claim)).toEqual(new Set(['s', 't']));
    expect(await sources.claim(['s', 't'], { ...claim, worker: 'w2' })).toEqual(new Set());
    expect(await sources.claim([], claim)).toEqual(new Set());
    expect(await sources.claimed(at(2))).toBe(2);
    expect(idsOf(await sources.due({ now: at(2), sites: null, limit: 9 }))).toEqual([]);
    expect(await sources.get('s')).toMatchObject({ worker: 'w1', nextPollAt: at(0) });
    await endPoll(source('s', { lastPolledAt: at(2), nextPollAt: at(3) }));
    expect(await sources.claimed(at(2))).toBe(1);
    expect(idsOf(await sources.due({ now: at(3), sites: null, limit: 9 }))).toEqual(['s']);
    expect(idsOf(await sources.due({ now: at(11), sites: null, limit: 9 }))).toEqual(['s', 'later', 't']);
    expect(await sources.claimed(at(11))).toBe(0);
  });

  it('keeps a claim when the definition changes', async () => {
    const sources = await stored(source('s'));
    await sources.claim(['s'], { now: at(1), claimUntil: at(11), worker: 'w1' });
    await sources.define(source('s', { weight: 3 }));
    expect(await sources.get('s')).toMatchObject({ weight: 3, worker: 'w1' });
    expect(idsOf(await sources.due({ now: at(2), sites: null, limit: 9 }))).toEqual([]);
    await sources.define(source('s', { enabled: false }));
    expect(idsOf(await sources.due({ now: at(12), sites: null, limit: 9 }))).toEqual([]);
  });

  it('changes fields of a definition that are changed at the same time, and adds no source', async () => {
    const validators = { etag: '"v1"', lastModified: null, readAt: at(2) };
    const entries = ['0123456789 http://a.example/1'];
    const polled = source('s', { lastPolledAt: at(2), nextPollAt: at(3), plannedAt: at(2), validators, entries });
    const sources = await stored(source('s'));
    await endPoll(polled);
    await sources.claim(['s'], { now: at(3), claimUntil: at(11), worker: 'w1' });
    const fields = [{ weight: 3 }, { maxFactor: 4 }, { minFactor: 0.5 }, { baseIntervalMs: 60_000 }] as const;
    await Promise.all(fields.map((field) => sources.redefine('s', field)));
    const changed = { weight: 3, maxFactor: 4, minFactor: 0.5, baseIntervalMs: 60_000 };
    expect(await sources.get('s')).toMatchObject({ ...polled, ...changed, worker: 'w1' });
    expect(await sources.redefine('s', { linkSelector: 'main' })).toMatchObject({ ...changed, validators: null });
    await sources.claim(['s'], { now: at(12), claimUntil: at(21), worker: 'w2' });
    await sources.redefine('s', { weight: 5 });
    expect(idsOf(await sources.due({ now: at(13), sites: null, limit: 9 }))).toEqual([]);
    expect(await sources.redefine('none', { weight: 2 })).toBeNull();
    expect(idsOf(await sources.list())).toEqual(['s']);
  });

  it('plans a poll of a source, and of none that is paused or was removed', async () => {
    const sources = await stored(source('s', { weight: 7 }), source('p'));
    await sources.claim(['s'], { now: at(9), claimUntil: at(99), worker: 'w1' });
    await sources.pause('p', at(1));
    expect(await sources.pollAt('s', at(20))).toMatchObject({ weight: 7, nextPollAt: at(20), plannedAt: at(20) });
    expect(await sources.pollAt('p', at(20))).toMatchObject({ pausedAt: at(1), nextPollAt: at(20) });
    expect(idsOf(await sources.due({ now: at(20), sites: null, limit: 9 }))).toEqual(['s']);
    expect(await sources.pollAt('none', at(20))).toBeNull();
    expect(idsOf(await sources.list())).toEqual(['p', 's']);
  });

  it('keeps a pause through a new definition and through a poll that was on its way', async () => {
    const sources = await stored(source('s'));
    await sources.save(source('s', { pausedAt: at(1) }));
    await sources.define(source('s', { weight: 4 }));
    expect(await sources.get('s')).toEqual(source('s', { weight: 4, pausedAt: at(1) }));
    await endPoll(source('s', { lastPolledAt: at(2), nextPollAt: at(3) }));
    expect(await sources.get('s')).toEqual(
      source('s', { weight: 4, pausedAt: at(1), lastPolledAt: at(2), nextPollAt: at(3) }),
    );
    expect(idsOf(await sources.due({ now: at(9), sites: null, limit: 9 }))).toEqual([]);
    await sources.save(source('s', { pausedAt: null }));
    expect(idsOf(await sources.due({ now: at(9), sites: null, limit: 9 }))).toEqual(['s']);
  });

  it('keeps validators until a poll without any, or a definition by which the list is read in another way', async () => {
    const validators = { etag: 'W/"$v1"', lastModified: null, readAt: at(2) };
    const polled = source('s', { lastPolledAt: at(2), nextPollAt: at(3), plannedAt: at(2), validators });
    const sources = await stored(source('s'));
    await endPoll(polled);
    expect(await sources.get('s')).toEqual(polled);
    await sources.define(source('s', { weight: 2 }));
    expect(await sources.get('s')).toEqual({ ...polled, weight: 2 });
    await sources.define(source('s', { linkSelector: 'main' }));
    expect(await sources.get('s')).toEqual({ ...polled, linkSelector: 'main', validators: null });
    await endPoll({ ...polled, lastPolledAt: at(4) });
    await endPoll({ ...polled, lastPolledAt: at(5), validators: null });
    expect((await sources.get('s'))?.validators).toBeNull();
  });

  it('removes a source, and a poll that was on its way does not bring it back', async () => {
    const sources = await stored(source('s'));
    expect(await sources.remove('s')).toBe(true);
    expect(await sources.remove('s')).toBe(false);
    await endPoll(source('s', { lastPolledAt: at(2) }));
    expect(await sources.list()).toEqual([]);
  });

  it('counts active sources by site and worker', async () => {
    const sources = await stored(
      source('a', { worker: 'w1' }),
      source('b', { worker: 'w1' }),
      source('c'),
      source('d', { worker: 'w2', enabled: false }),
      source('e', { worker: 'w2', site: 'other.example' }),
    );
    expect(await sources.holdings()).toEqual([
      { site: 'gazette.example', worker: null, count: 1 },
      { site: 'gazette.example', worker: 'w1', count: 2 },
      { site: 'other.example', worker: 'w2', count: 1 },
    ]);
  });

  const tuning = { intervalMs: 90_000, hours: [0, 7, 167], day: '2026-11-20' };

  it('keeps a tuning through a poll that was on its way, a pause and a claim through a tuning', async () => {
    const before = source('s');
    const sources = await stored(before);
    await sources.claim(['s'], { now: at(1), claimUntil: at(11), worker: 'w1' });
    expect(await sources.tune(before, tuning)).toBe(true);
    expect(await sources.get('s')).toEqual({ ...before, worker: 'w1', tuning });
    expect(idsOf(await sources.due({ now: at(2), sites: null, limit: 9 }))).toEqual([]);
    await endPoll({ ...before, lastPolledAt: at(2), nextPollAt: at(3) });
    expect(await sources.get('s')).toEqual({ ...before, lastPolledAt: at(2), nextPollAt: at(3), tuning });
    await sources.save({ ...before, tuning, pausedAt: at(4) });
    expect(await sources.tune(before, { ...tuning, hours: null })).toBe(true);
    expect(await sources.get('s')).toEqual({ ...before, pausedAt: at(4), tuning: { ...tuning, hours: null } });
  });

  it('pauses a source and ends the pause, and keeps what polls and tuning taught since it was read', async () => {
    const before = source('s', { enabled: false });
    const sources = await stored(before);
    await endPoll({ ...before, lastPolledAt: at(2), nextPollAt: at(3) });
    const taught = { ...before, lastPolledAt: at(2), nextPollAt: at(3), tuning };
    await sources.tune(before, tuning);
    const paused = { ...taught, pausedAt: at(4) };
    expect(await sources.pause('s', at(4))).toEqual(paused);
    expect(await sources.get('s')).toEqual(paused);
    expect(await sources.pause('s', null)).toEqual({ ...taught, pausedAt: null, enabled: true });
    const due = await sources.due({ now: at(3), sites: null, limit: 9 });
    expect(due).toEqual([{ ...taught, pausedAt: null, enabled: true }]);
    await sources.pause('s', at(4));
    expect(await sources.due({ now: at(9), sites: null, limit: 9 })).toEqual([]);
    expect(await sources.pause('none', at(4))).toBeNull();
  });

  it('forgets of a tuning what a new definition says otherwise', async () => {
    const before = source('s', { tuning });
    const sources = await stored(before);
    expect(await sources.get('s')).toEqual(before);
    await sources.define(source('s', { weight: 2 }));
    expect((await sources.get('s'))?.tuning).toEqual(tuning);
    await sources.define(source('s', { baseIntervalMs: 30_000 }));
    expect((await sources.get('s'))?.tuning).toEqual({ ...tuning, intervalMs: null });
    await sources.define(source('s', { activeWindows: [] }));
    expect((await sources.get('s'))?.tuning).toEqual({ ...tuning, intervalMs: null, hours: null });
  });

  it('does not tune a source that was removed or defined again meanwhile', async () => {
    const before = source('s');
    const sources = await stored(before);
    await sources.define(source('s', { baseIntervalMs: 30_000 }));
    expect(await sources.tune(before, tuning)).toBe(false);
    await sources.define(source('s', { activeWindows: [] }));
    expect(await sources.tune(before, tuning)).toBe(false);
    expect((await sources.get('s'))?.tuning ?? null).toBeNull();
    await sources.remove('s');
    expect(await sources.tune(before, tuning)).toBe(false);
    expect(await sources.list()).toEqual([]);
  });

  it('counts the polls of a source by the hour of the week', async () => {
    const { store } = current();
    const url = canonicalUrl('http://a.example/s');
    // from Saturday, 8:00:00.007 UTC
    const visits: readonly [minutes: number, visit: Partial<Visit>][] = [
      [-1, { changed: true }],
      [0, { changed: true }],
      [59, { changed: false }],
      [60, { changed: true }],
      [7 * 24 * 60, { changed: true }],
      [16 * 60, { changed: null }],
      [17 * 60, { outcome: 'failed', reason: 'unreachable' }],
      [17 * 60, { outcome: 'skipped', reason: 'paused' }],
      [18 * 60, { kind: 'page' }],
      [8 * 24 * 60, { changed: true }],
    ];
    for (const [index, [minutes, overrides]] of visits.entries()) {
      await store.frontier.reopen([entry(url, { kind: 'source' })], { revisit: false, now: at(0) });
      const [task] = await store.frontier.claim(claimOf({ limit: 1 }));
      if (!task) throw new Error('no task could be claimed');
      const visit = { id: `poll-${index}`, startedAt: at(minutes), outcome: 'listed' as const, ...overrides };
      await store.commit(ending(task, { visit: { ...ending(task).visit, ...visit } }));
    }
    expect(await store.visits.pollsByHour({ url, since: at(0), until: at(8 * 24 * 60) })).toEqual([
      { hour: 0, polls: 1, updates: 0 },
      { hour: 6 * 24 + 8, polls: 3, updates: 2 },
      { hour: 6 * 24 + 9, polls: 1, updates: 1 },
    ]);
    const other = canonicalUrl('http://a.example/other');
    expect(await store.visits.pollsByHour({ url: other, since: at(0), until: at(99) })).toEqual([]);
  });
}
