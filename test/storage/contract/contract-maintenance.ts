import { expect, it } from 'vitest';
import { checkStore } from '../../../src/commands/store/check-store.ts';
import type { Task } from '../../../src/model/crawl/task.ts';
import type { ContentHash } from '../../../src/model/page/snapshot.ts';
import { putLongTexts, wholeArticle } from '../../../src/storage/long-texts.ts';
import type { VisitResult } from '../../../src/storage/port.ts';
import { collectGarbage, type Retention } from '../../../src/watch/maintenance/collect-garbage.ts';
import { keepAll } from '../../support/store/keep-all.ts';
import { article, at, claimOf, ending, entry, failure, storedModel, visit } from '../records.ts';
import type { UnderTest } from './contract.ts';

export function maintenanceContract(current: () => UnderTest): void {
  const put = (text: string) => current().store.blobs.put(Buffer.from(text));
  const commit = async (name: string, overrides: (task: Task) => Partial<VisitResult>) => {
    const { store } = current();
    await store.frontier.put([entry(`http://gazette.example/${name}`)], at(0));
    const [task] = await store.frontier.claim(claimOf({ limit: 1 }));
    if (!task) throw new Error('no task could be claimed');
    await store.commit(ending(task, overrides(task)));
  };
  const now = at(60);
  const collect = (kept: Partial<Retention> = {}, isDry = false) => {
    return collectGarbage(
      { store: current().store, clock: { now: () => now, monotonicMs: () => 0 }, retention: { ...keepAll, ...kept } },
      { isDry },
    );
  };
  const remaining = async (hashes: Readonly<Record<string, ContentHash>>) => {
    const names: string[] = [];
    for (const [name, hash] of Object.entries(hashes))
      if ((await current().store.blobs.get(hash)) !== null) names.push(name);
    return names.sort();
  };

  /** A blob of each kind, and two that nothing names. */
  async function fill() {
    const names = [
      'article',
      'failure',
      'picture',
      'small',
      'requests',
      'lines',
      'step',
      'model',
      'visit',
      'late-visit',
      'lost',
      'lost-too',
    ];
    const hashes: Record<string, ContentHash> = {};
    for (const name of names) hashes[name] = await put(`the blob of the ${name}`);
    const of = (name: string) => hashes[name] as ContentHash;
    await commit('a', (task) => ({ article: article('a', { url: task.url, snapshot: of('article') }) }));
    const step = { atMs: 1, what: 'clicked', screenshot: of('step') };
    await commit('f', () => ({
      failure: failure('f', {
        snapshot: of('failure'),
        screenshot: of('picture'),
        thumbnail: of('small'),
        har: of('requests'),
        console: of('lines'),
        at: at(3),
        media: { noMedia: 'no-media', endedBy: 'time', steps: [step, { ...step, screenshot: null }], candidates: [] },
      }),
      next: { kind: 'failed' },
    }));
    await current().store.models.put({ ...storedModel('m'), content: of('model') });
    await commit('v', (task) => ({ visit: visit(task, { snapshot: of('visit'), startedAt: at(5) }) }));
    await commit('w', (task) => ({ visit: visit(task, { snapshot: of('late-visit'), startedAt: at(59) }) }));
    return hashes;
  }
  const kept = ['article', 'failure', 'late-visit', 'lines', 'model', 'picture', 'requests', 'small', 'step', 'visit'];

  it('removes blobs that no record names, and nothing else', async () => {
    const hashes = await fill();
    const seen = await collect({}, true);
    expect({ unnamedCount: seen.unnamed.count, excessCount: seen.excess.count, leftCount: seen.left.count }).toEqual({
      unnamedCount: 2,
      excessCount: 0,
      leftCount: 12,
    });
    expect(await remaining(hashes)).toHaveLength(12);
    const { unnamed, left: after } = await collect();
    expect({ unnamed, count: after.count }).toEqual({ unnamed: seen.unnamed, count: 10 });
    expect(await remaining(hashes)).toEqual(kept);
    expect((await collect()).unnamed.count).toBe(0);
  });

  it('keeps the whole text of an article whose record has a part of it, until the article has a short one', async () => {
    const { store } = current();
    const texts = { body: 'The whole text. '.repeat(9), bodyHtml: '<p>whole</p>', markdown: '**whole**' };
    const longTexts = await putLongTexts(store.blobs, texts);
    const snapshot = await put('the page');
    const url = entry('http://gazette.example/long').url;
    await commit('long', () => ({ article: article('long', { url, snapshot, longTexts, body: 'The whole' }) }));
    expect((await collect()).unnamed.count).toBe(0);
    const stored = await store.articles.get('long');
    if (stored === null) throw new Error('the article was stored');
    expect(stored.body).toBe('The whole');
    const whole = await wholeArticle(store.blobs, stored);
    expect(whole).toMatchObject(texts);
    expect(whole).not.toHaveProperty('longTexts');
    expect((await checkStore(store)).defects).toEqual([]);
    await store.frontier.reopen([entry(url)], { revisit: true, now: at(4) });
    await commit('long', () => ({ article: article('long', { url, snapshot, body: 'Short now', fetchedAt: at(9) }) }));
    expect(await store.articles.get('long')).not.toHaveProperty('longTexts');
    expect((await collect()).unnamed.count).toBe(1);
    expect(await wholeArticle(store.blobs, stored)).toEqual(stored); // its blob is gone: as the record is
  });

  it('leaves alone what was put a moment ago: a commit under way may name it', async () => {
    const hashes = await fill();
    expect((await collect({ graceMs: 3_600_000 })).unnamed.count).toBe(0);
    expect(await remaining(hashes)).toHaveLength(12);
  });

  it('leaves alone what is put between the look and the removal', async () => {
    const { store } = current();
    const hash = await put('found to be named by nobody');
    const blobs = new Proxy(store.blobs, {
      get: (target, name) => {
        if (name === 'remove')
          return async (hashes: readonly ContentHash[]) => {
            await put('found to be named by nobody');
            return await target.remove(hashes, 60_000);
          };
        const member: unknown = Reflect.get(target, name, target);
        return typeof member === 'function' ? member.bind(target) : member;
      },
    });
    const raced = { maintenance: store.maintenance, failures: store.failures, blobs } as unknown as typeof store;
    await collectGarbage(
      { store: raced, clock: { now: () => now, monotonicMs: () => 0 }, retention: keepAll },
      { isDry: false },
    );
    expect(await store.blobs.get(hash)).not.toBeNull();
  });

  it('keeps snapshots that only visits name up to the configured age and bytes; the oldest are removed first', async () => {
    const hashes = await fill();
    expect((await collect({ snapshotsMs: 30 * 60_000 }, true)).unnamed.count).toBe(3);
    const { bytes } = await current().store.blobs.size();
    const unnamed = 'the blob of the lostthe blob of the lost-too'.length;
    const report = await collect({ blobBytes: bytes - unnamed - 1 });
    expect({ unnamedCount: report.unnamed.count, excessCount: report.excess.count }).toEqual({
      unnamedCount: 2,
      excessCount: 1,
    });
    expect(await remaining(hashes)).toEqual(kept.filter((name) => name !== 'visit'));
    await collect({ blobBytes: 1 });
    expect(await remaining(hashes)).toEqual(kept.filter((name) => !name.includes('visit')));
    await collect({ snapshotsMs: 1 });
    expect(await remaining(hashes)).toEqual(kept.filter((name) => !name.includes('visit')));
  });

  it('keeps failures up to the configured age and number, with their pictures', async () => {
    const hashes = await fill();
    for (const n of [1, 2])
      await commit(`g${n}`, () => ({ failure: failure(`g${n}`, { at: at(40 + n) }), next: { kind: 'failed' } }));
    const ids = async () => (await current().store.failures.find({ limit: 9 })).map(({ id }) => id);
    expect((await collect({ failuresMs: 30 * 60_000 }, true)).failures).toBe(1);
    expect((await collect({ failures: 3 })).failures).toBe(0);
    expect(await ids()).toEqual(['g2', 'g1', 'f']);
    expect((await collect({ failuresMs: 30 * 60_000 })).failures).toBe(1);
    expect(await ids()).toEqual(['g2', 'g1']);
    expect((await collect({ failures: 1 })).failures).toBe(1);
    expect(await ids()).toEqual(['g2']);
    await collect();
    expect(await remaining(hashes)).toEqual(['article', 'late-visit', 'model', 'visit']);
  });

  it('agrees with itself, and names what is lost', async () => {
    const { store } = current();
    const hashes = await fill();
    await commit('x', (task) => ({
      article: article('x', { url: task.url, snapshot: hashes.article as ContentHash, joins: ['a'] }),
      pointsTo: [{ from: task.url, to: entry('http://gazette.example/a').url, anchorText: 'A', relevance: null }],
    }));
    expect((await checkStore(store)).defects).toEqual([]);
    await store.blobs.remove([hashes.article as ContentHash, hashes.step as ContentHash], 0);
    const { defects, articles } = await checkStore(store);
    expect(articles).toBe(2);
    expect(defects.map(({ what, count, ids }) => [what, count, ids])).toEqual([
      ['a blob that an article names and that is not there', 2, ['a', 'x']],
      ['a blob that a failure names and that is not there', 1, ['f']],
    ]);
    await store.maintenance.repair();
    expect((await checkStore(store)).defects).toHaveLength(2);
    expect(await store.maintenance.sweep(0, { isDry: false })).toBe(0);
  });
}
