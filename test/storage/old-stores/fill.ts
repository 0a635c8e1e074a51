import type { Task } from '../../../src/model/crawl/task.ts';
import type { ContentHash } from '../../../src/model/page/snapshot.ts';
import { canonicalUrl } from '../../../src/model/web/canonical-url.ts';
import type { Ending, Store } from '../../../src/storage/port.ts';
import {
  article,
  at,
  calibrationStep,
  claimOf,
  ending,
  entry,
  failure,
  label,
  mediaItem,
  pageState,
  seed,
  source,
  storedModel,
  subscription,
  visit,
} from '../records.ts';

/** The texts of all blobs in an old store. */
export const blobTexts = ['page 0', 'page 1', 'page 2', 'page 0 again', 'a picture', 'a model'] as const;

export const titleOf = (n: number): string => `Ä 中 🎈 title ${n}`;

/** What every old store holds, as far as its version knew it: an article with a revision and a copy, tasks in each state, a failure, and one record of each other kind. */
export async function fillOldStore(store: Store): Promise<void> {
  await store.runs.start({
    id: 'run-1',
    kind: 'crawl',
    startedAt: at(0),
    finishedAt: null,
    owner: 'gone 1',
    sites: ['gazette.example'],
    scope: null,
  });
  await store.runs.start({
    id: 'run-2',
    kind: 'watch',
    startedAt: at(1),
    finishedAt: null,
    owner: 'gone 2',
    sites: null,
    scope: null,
  });
  await store.runs.finish('run-2', at(2));
  for (const id of ['one', 'two']) await store.sources.define(source(id));
  for (const n of [0, 1, 2] as const) await crawlPage(store, n);
  await store.frontier.reopen([entry('http://gazette.example/p0')], { revisit: true, now: at(4) });
  const again = await blob(store, 'page 0 again');
  await end(store, 'p0', (task) => ({
    visit: visit(task, { startedAt: at(8) }),
    article: article('a0', {
      url: task.url,
      canonicalUrl: task.url,
      title: `${titleOf(0)} again`,
      snapshot: again,
      fetchedAt: at(9),
    }),
  }));
  await put(store, 'failed');
  const picture = await blob(store, 'a picture');
  await end(store, 'failed', (task) => ({
    visit: visit(task, { outcome: 'failed', reason: 'unreachable', startedAt: at(6) }),
    next: { kind: 'failed' },
    failure: failure('lost', { url: task.url, screenshot: picture, snapshot: null, detail: 'text' }),
  }));
  await put(store, 'later');
  await end(store, 'later', (task) => ({
    visit: visit(task, { outcome: 'deferred', startedAt: at(7) }),
    next: { kind: 'retry', at: at(500), costsAttempt: true, waitsFor: null },
  }));
  await store.frontier.put([entry('http://gazette.example/ready', { priority: 0.25 })]);
  await put(store, 'held');
  await store.frontier.claim(claimOf({ limit: 1, owner: 'gone 1', now: at(3) }));
  await fillOthers(store);
}

async function fillOthers(store: Store): Promise<void> {
  await store.labels.put([label('a0', true)]);
  await store.labels.addStep(calibrationStep(1));
  await store.models.put(storedModel('m1', { content: await blob(store, 'a model') }));
  await store.models.activate({ version: 'm1', at: at(1) });
  await store.topics.put({ topic: { name: 'energy', keywords: { grid: 2 } } as never, updatedAt: at(1) });
  await store.seeds.put([seed('a.example')]);
  await store.seeds.noteSearch('energy', at(4));
  await store.subscriptions.put(subscription('one'));
  await store.hostRests.save({ host: 'gazette.example', setAt: at(0), until: at(90) });
  const proxy = {
    id: 'p1',
    url: 'http://198.51.100.7:3128',
    list: 'https://lists.example/',
    listedAt: at(1),
    check: null,
  };
  await store.proxies.save([proxy]);
  const use = { day: '2026-11-23', proxy: 'p1', site: 'gazette.example', tries: 3, successes: 2, blocked: 1, bytes: 5 };
  await store.proxies.saveUses([use], 'gone 1');
  const rule = { field: 'byline', what: '.by', tried: 2, matched: 1, missesInARow: 1, lastMissedUrl: null };
  const times = { lastMatchedAt: at(1), lastMissedAt: at(2), reportedAt: null };
  await store.ownRules.save({ site: 'gazette.example', rules: [{ ...rule, ...times }], updatedAt: at(2) });
  const learning = {
    live: null,
    isPinned: false,
    versions: [],
    nextVersion: 2,
    pagesSince: 1,
    samples: [],
    learnAfter: 15,
  };
  await store.wrappers.save({
    site: 'gazette.example',
    ...learning,
    recent: {},
    drift: null,
    drifts: 0,
    updatedAt: at(6),
  });
  await store.wrappers.saveContent(1, {
    shape: 1,
    site: 'gazette.example',
    pages: 3,
    formats: {},
    names: ['.a.b'],
  } as never);
  const page = { url: entry('http://gazette.example/p1').url, site: 'gazette.example', at: at(1) };
  const snapshot = await blob(store, 'page 1');
  await store.wrappers.saveReextraction({
    site: 'gazette.example',
    version: 1,
    after: null,
    upToDate: 5,
    read: 1,
    changed: 0,
    skipped: {},
    startedAt: at(6),
    finishedAt: at(7),
  });
  await store.wrappers.saveCorrection({ ...page, snapshot, fields: { title: 'T' } } as never);
  const event = {
    id: 'e1',
    type: 'extraction.drift',
    at: at(1),
    data: { site: 's', version: 2, isPinned: false, detail: '' },
  };
  await store.deliveries.add([
    { id: 'd1', receiver: 'r', event: event as never, state: 'waiting', attempts: 0, nextAt: at(1), detail: null },
  ]);
}

const blob = (store: Store, text: (typeof blobTexts)[number]): Promise<ContentHash> =>
  store.blobs.put(Buffer.from(text));
const put = (store: Store, path: string): Promise<number> =>
  store.frontier.put([entry(`http://gazette.example/${path}`)]);

async function crawlPage(store: Store, n: 0 | 1 | 2): Promise<void> {
  await put(store, `p${n}`);
  const snapshot = await blob(store, `page ${n}`);
  const media = [mediaItem(`http://cdn.example/${n}.m3u8`)];
  await end(store, `p${n}`, (task) => ({
    article: article(`a${n}`, {
      url: task.url,
      canonicalUrl: task.url,
      title: titleOf(n),
      snapshot,
      media,
      joins: n === 1 ? ['a0'] : [],
    }),
    media,
    visit: visit(task, { snapshot, articleId: `a${n}`, mediaItems: 1, startedAt: at(2 + n) }),
    links: [entry(`http://gazette.example/p${n}/next`, { dueAt: at(500) })],
    pageState: pageState(task.url),
    pointsTo: [{ from: task.url, to: entry('http://gazette.example/p0').url, anchorText: 'A link', relevance: 0.5 }],
  }));
}

async function end(store: Store, path: string, overrides: (task: Task) => Partial<Ending>): Promise<void> {
  const task = await store.frontier.take(canonicalUrl(`http://gazette.example/${path}`), claimOf());
  if (task === null) throw new Error(`no task for ${path}`);
  await store.commit(ending(task, overrides(task)));
}
