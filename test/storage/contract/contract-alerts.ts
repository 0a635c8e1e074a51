import { expect, it } from 'vitest';
import type { Alert } from '../../../src/model/publish/alert.ts';
import { alertId } from '../../../src/model/publish/alert-id.ts';
import { commitArticles } from '../commit-articles.ts';
import { article, at, claimOf, ending, entry } from '../records.ts';
import type { UnderTest } from './contract.ts';

const alertOf = (subject: string, changes: Partial<Alert> = {}): Alert => {
  const named = { kind: 'source-silent', rule: 'source-silent', subject } as const;
  return {
    ...named,
    id: alertId(named),
    site: 'gazette.example',
    title: `${subject} is silent`,
    evidence: { quietHours: 12.5, reason: null, isRare: true },
    state: 'open',
    times: 1,
    openedAt: at(1),
    lastSeenAt: at(2),
    resolvedAt: null,
    resolution: null,
    mutedAt: null,
    telling: { what: 'opened', to: null, batch: null },
    toldTo: [],
    toldAt: null,
    version: 1,
    ...changes,
  };
};
const subjects = (alerts: readonly Alert[]) => alerts.map(({ subject }) => subject);

export function alertContract(current: () => UnderTest): void {
  it('writes an alert once per version, whoever comes first', async () => {
    const { alerts } = current().store;
    const opened = alertOf('a');
    const writes = await Promise.all([1, 2, 3].map(() => alerts.save(opened)));
    expect(writes.filter(Boolean)).toEqual([true]);
    expect(await alerts.get([opened.id, 'missing'])).toEqual([opened]);
    const told = { ...opened, telling: null, toldTo: ['hooks.example#1'], toldAt: at(3), version: 2 };
    const other = { ...opened, state: 'resolved', resolvedAt: at(4), resolution: 'gone', version: 2 } as const;
    expect({ saveTold: await alerts.save(told), saveOther: await alerts.save(other) }).toEqual({
      saveTold: true,
      saveOther: false,
    });
    expect(await alerts.get([opened.id])).toEqual([told]);
    expect(await alerts.save({ ...opened, version: 5 })).toBe(false);
    expect(await alerts.save(alertOf('never', { version: 2 }))).toBe(false);
    expect(await alerts.list({ limit: 10 })).toEqual([told]);
  });

  it('lists by state and kind, the newest opening first, and counts', async () => {
    const { alerts } = current().store;
    await alerts.save(alertOf('old', { openedAt: at(1), state: 'resolved', resolvedAt: at(2), telling: null }));
    await alerts.save(alertOf('new', { openedAt: at(9) }));
    await alerts.save(alertOf('found', { openedAt: at(5), kind: 'story', state: 'found' }));
    expect(subjects(await alerts.list({ limit: 10 }))).toEqual(['new', 'found', 'old']);
    expect(subjects(await alerts.list({ limit: 1 }))).toEqual(['new']);
    expect(await alerts.list({ limit: 0 })).toEqual([]);
    expect(subjects(await alerts.list({ state: 'resolved', limit: 10 }))).toEqual(['old']);
    expect(subjects(await alerts.list({ kind: 'story', limit: 10 }))).toEqual(['found']);
    expect(subjects(await alerts.list({ kind: 'story', state: 'open', limit: 10 }))).toEqual([]);
    expect(await alerts.counts()).toEqual([
      { state: 'found', kind: 'story', count: 1 },
      { state: 'open', kind: 'source-silent', count: 1 },
      { state: 'resolved', kind: 'source-silent', count: 1 },
    ]);
    expect(subjects(await alerts.untold(10))).toEqual(['found', 'new']);
    expect(subjects(await alerts.untold(1))).toEqual(['found']);
    expect(await alerts.untold(0)).toEqual([]);
  });

  it('forgets what is past, and nothing that is open or muted', async () => {
    const { alerts } = current().store;
    const past = { state: 'resolved', resolvedAt: at(2), telling: null } as const;
    await alerts.save(alertOf('past', past));
    await alerts.save(alertOf('found', { state: 'found', telling: null }));
    await alerts.save(alertOf('later', { ...past, lastSeenAt: at(9) }));
    await alerts.save(alertOf('muted', { ...past, mutedAt: at(2) }));
    await alerts.save(alertOf('open'));
    expect(await alerts.deletePast(at(5))).toBe(2);
    expect(subjects(await alerts.list({ limit: 10 })).sort()).toEqual(['later', 'muted', 'open']);
  });

  it('counts the visits of a time by site and result', async () => {
    const { store } = current();
    const failed = { outcome: 'failed', reason: 'unreachable' } as const;
    const visits = [
      ['http://a.example/1', { startedAt: at(1) }],
      ['http://a.example/2', { startedAt: at(2) }],
      ['http://a.example/3', { startedAt: at(3), ...failed }],
      ['http://b.example/1', { startedAt: at(4), ...failed }],
      ['http://b.example/2', { startedAt: at(5), ...failed }],
      ['http://b.example/3', { startedAt: at(6) }],
    ] as const;
    for (const [url, changes] of visits) {
      await store.frontier.put([entry(url, { site: new URL(url).host })], at(0));
      const [task] = await store.frontier.claim(claimOf({ limit: 1 }));
      if (task === undefined) throw new Error('the task was not claimed');
      await store.commit(ending(task, { visit: { ...ending(task).visit, ...changes } }));
    }
    const counts = await store.visits.endingsBySite(at(2), at(6));
    expect(counts.toSorted((a, b) => `${a.site} ${a.outcome}`.localeCompare(`${b.site} ${b.outcome}`))).toEqual([
      { site: 'a.example', outcome: 'failed', reason: 'unreachable', count: 1 },
      { site: 'a.example', outcome: 'stored', reason: null, count: 1 },
      { site: 'b.example', outcome: 'failed', reason: 'unreachable', count: 2 },
    ]);
    expect(await store.visits.endingsBySite(at(7), at(8))).toEqual([]);
  });

  it('notes each new revision of an article until it is forgotten, and no refresh', async () => {
    const { store } = current();
    const url = 'http://gazette.example/a';
    const visited = async (n: number, body: string) => {
      await store.frontier.reopen([entry(url)], { revisit: false, now: at(n) });
      const [task] = await store.frontier.claim(claimOf({ limit: 1, now: at(n) }));
      if (task === undefined) throw new Error('the task was not claimed');
      const story = article('a', { body, firstSeenAt: at(n), fetchedAt: at(n) });
      const { accepted } = await store.commit(ending(task, { article: story }));
      expect(accepted).toBe(true);
    };
    await visited(1, 'first text');
    await visited(2, 'first text');
    const [created] = await store.articleChanges.oldest(10);
    expect(created).toEqual({ articleId: 'a', revision: 1, at: at(1) });
    await visited(3, 'second text');
    await visited(4, 'third text');
    expect((await store.articleChanges.oldest(10)).map(({ revision }) => revision)).toEqual([1, 2, 3]);
    expect((await store.articleChanges.oldest(2)).map(({ revision }) => revision)).toEqual([1, 2]);
    expect(await store.articleChanges.oldest(0)).toEqual([]);
    if (created !== undefined) await store.articleChanges.forget([created, created]);
    expect((await store.articleChanges.oldest(10)).map(({ revision }) => revision)).toEqual([2, 3]);
    expect(await store.articleChanges.forgetAll()).toBe(2);
    expect(await store.articleChanges.oldest(10)).toEqual([]);
  });

  it('notes articles that a later judgement brings into feeds, once, and none that leaves them', async () => {
    const { store } = current();
    const { articles, articleChanges } = store;
    const noted = async () => {
      const changes = await articleChanges.oldest(10);
      await articleChanges.forget(changes);
      return changes.map(({ articleId, revision }) => `${articleId}/${revision}`).toSorted();
    };
    const judge = async (id: string, topic: string, kept: boolean) => {
      const read = await articles.get(id);
      if (read === null) throw new Error(`${id} is missing`);
      const topics = [{ topic, score: 0.5, kept, terms: [] }];
      await articles.judgeAgain(read, { topics, onTopic: kept, judgedBy: `${topic} ${kept}` });
    };
    await commitArticles(store, [article('m'), article('n')]);
    expect(await noted()).toEqual(['m/1', 'n/1']);
    await judge('m', 'energy', false);
    expect(await noted()).toEqual([]);
    await judge('m', 'sport', true);
    await judge('m', 'energy', false);
    await judge('m', 'energy', true);
    expect(await noted()).toEqual(['m/0']);
    await judge('m', 'sport', true); // another topic of an article that stays published
    expect(await noted()).toEqual(['m/0']);
    const day = (value: string) => ({ publishedAt: { value, precision: 'day' } }) as const;
    await commitArticles(store, [
      article('x', day('2026-11-18')),
      article('y', { ...day('2026-11-19'), joins: ['x'], site: 'other.example' }),
    ]);
    expect(await noted()).toEqual(['x/1', 'y/1']);
    // the first one turns out to be younger: its copy is the story now
    const later = { ...day('2026-11-20'), body: 'Another text.', fetchedAt: at(9), joins: ['y'] };
    await commitArticles(store, [article('x', later)]);
    expect((await articles.list({ status: 'published', site: 'other.example' })).map(({ id }) => id)).toContain('y');
    expect(await noted()).toEqual(['x/2', 'y/0']);
  });
}
