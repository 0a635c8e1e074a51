import { wholeSite } from '../../../src/model/crawl/crawl-scope.ts';
import type { Task } from '../../../src/model/crawl/task.ts';
import type { ContentHash } from '../../../src/model/page/snapshot.ts';
import { canonicalUrl } from '../../../src/model/web/canonical-url.ts';
import { emptyCorrection } from '../../../src/model/wrapper/correction.ts';
import type { LearnedWrapper } from '../../../src/model/wrapper/learned-wrapper.ts';
import type { Store, VisitResult } from '../../../src/storage/port.ts';
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
} from '../../storage/records.ts';
import { topic } from '../topics.ts';

const wrapper = (site: string): LearnedWrapper =>
  ({
    shape: 1,
    site,
    pages: 3,
    formats: { '/*/{slug}.html': 3, $x: 1 },
    names: ['.a.b', '#c$'],
  }) as unknown as LearnedWrapper;

/** Puts records of every kind into a store, by its port alone. @param text any text: it stands in values, never in names */
export async function fillStore(store: Store, text = 'Ä 中 🎈', pages = 4): Promise<void> {
  await fillSettings(store, text);
  await fillLearned(store, text);
  for (let n = 0; n < pages; n += 1) await crawlPage(store, text, n);
  // a task in each state
  await store.frontier.put(
    [
      entry('http://gazette.example/ready', { priority: 0.25, places: ['a>b', 'c'], linkTitle: text }),
      entry('http://other.example/waiting', { dueAt: at(900), asWritten: 'http://other.example/waiting?' }),
      entry('http://gazette.example/failed'),
      entry('http://gazette.example/retried'),
      entry('http://gazette.example/held'),
    ],
    at(0),
  );
  const logs = {
    har: await store.blobs.put(Buffer.from(`requests ${text}`)),
    console: await store.blobs.put(Buffer.from(`console ${text}`)),
  };
  await end(store, 'failed', () => ({ next: { kind: 'failed' }, failure: failure('lost', { detail: text, ...logs }) }));
  const later = { kind: 'retry', at: at(500), costsAttempt: true, waitsFor: 'browser' } as const;
  await end(store, 'retried', () => ({ next: later }));
  await store.frontier.take(canonicalUrl('http://gazette.example/held'), claimOf({ now: at(3), owner: 'gone' }));
  await store.pages.claimDue({ now: at(61), limit: 1, claimUntil: at(70), sites: null });
}

async function fillSettings(store: Store, text: string): Promise<void> {
  await store.runs.start({
    id: 'run-1',
    kind: 'crawl',
    startedAt: at(0),
    finishedAt: null,
    owner: 'gone',
    sites: ['b', 'a'],
    scope: { ...wholeSite, under: ['/sport/'], since: at(-9), maxDepth: 2 },
  });
  await store.runs.start({
    id: 'run-2',
    kind: 'watch',
    startedAt: at(1),
    finishedAt: at(2),
    owner: 'gone',
    sites: null,
    scope: null,
  });
  for (const id of ['one', 'two', 'three']) await store.sources.define(source(id));
  await store.sources.claim(['two'], { now: at(1), claimUntil: at(30), worker: 'gone' });
  await store.sources.pause('three', at(2));
  const examples = [{ url: null, title: text, text, fetchedAt: null }];
  await store.topics.put({ topic: topic('energy', { 'a.b $c': 2 }, { examples }), updatedAt: at(1) });
  await store.topics.putExample({ url: 'http://gazette.example/example', title: text, text, fetchedAt: null });
  await store.labels.put([label('a0', true), label('a0', false, { topic: 'sport' })]);
  await store.labels.addStep(calibrationStep(1));
  await store.labels.addStep(calibrationStep(2));
  await store.models.put(storedModel('m1', { content: await store.blobs.put(Buffer.from(`model ${text}`)) }));
  await store.models.activate({ version: 'm1', at: at(1) });
  await store.models.activate({ version: null, at: at(2) });
  const proxy = {
    id: 'p1',
    url: 'http://198.51.100.7:3128',
    list: 'https://lists.example/',
    listedAt: at(1),
    check: null,
  };
  await store.proxies.save([proxy]);
  const use = {
    day: '2026-11-23',
    proxy: 'p1',
    site: 'gazette.example',
    tries: 3,
    successes: 2,
    blocked: 1,
    bytes: 5e9,
  };
  await store.proxies.saveUses([use], 'host 1 two');
  await store.hostRests.save({ host: 'gazette.example', setAt: at(0), until: at(90) });
  await store.seeds.put([seed('a.example', { title: text }), seed('b.example')]);
  await store.seeds.noteSearch('energy', at(4));
  await store.subscriptions.put(subscription('one', { detail: text }));
  const event = {
    id: 'e1',
    type: 'extraction.drift',
    at: at(1),
    data: { site: 's', version: 2, isPinned: false, detail: text },
  };
  await store.alerts.save({
    ...{
      id: 'a1',
      kind: 'site-failing',
      rule: 'site-failing',
      subject: 'gazette.example',
      site: 'gazette.example',
      title: text,
    },
    ...{
      evidence: { share: 0.5, why: text, none: null },
      state: 'resolved',
      times: 2,
      openedAt: at(1),
      lastSeenAt: at(2),
    },
    ...{
      resolvedAt: at(3),
      resolution: text,
      mutedAt: at(4),
      telling: { what: 'resolved', to: ['r'], batch: 'b1' },
      toldTo: ['r'],
    },
    ...{ toldAt: at(2), version: 1 },
  });
  await store.deliveries.add([
    { id: 'd1', receiver: 'r', event: event as never, state: 'waiting', attempts: 0, nextAt: at(1), detail: null },
  ]);
}

async function fillLearned(store: Store, text: string): Promise<void> {
  const rule = { field: 'byline', what: text, tried: 2, matched: 1, missesInARow: 1, lastMissedUrl: null };
  const times = { lastMatchedAt: at(1), lastMissedAt: at(2), reportedAt: null };
  await store.ownRules.save({ site: 'gazette.example', rules: [{ ...rule, ...times }], updatedAt: at(2) });
  await store.wrappers.save({
    ...{ site: 'gazette.example', live: null, isPinned: false, versions: [], nextVersion: 2, pagesSince: 1 },
    samples: [
      { url: canonicalUrl('http://gazette.example/s'), snapshot: 'abc' as ContentHash, at: at(3), isStrange: false },
    ],
    ...{ learnAfter: 15, recent: { '/*.html': [true] }, drift: null, drifts: 0, updatedAt: at(6) },
  });
  await store.wrappers.saveContent(1, wrapper('gazette.example'));
  await store.wrappers.saveReextraction({
    site: 'gazette.example',
    version: 2,
    after: { id: 'a0', updatedAt: at(3) },
    upToDate: 5,
    read: 3,
    changed: 1,
    skipped: { 'no-snapshot': 2 },
    startedAt: at(2),
    finishedAt: null,
  });
  await store.wrappers.saveCorrection({
    ...{ url: canonicalUrl('http://gazette.example/s'), site: 'gazette.example', at: at(1) },
    snapshot: await store.blobs.put(Buffer.from(`page ${text}`)),
    correction: { ...emptyCorrection, title: text },
    by: 'person',
  });
}

/** A page with article, media, links, format, records and a blob; every page shows the same story as the one before it, with another text. */
async function crawlPage(store: Store, text: string, n: number): Promise<void> {
  const url = canonicalUrl(`http://gazette.example/p${n}`);
  await store.frontier.put([entry(url)], at(0));
  const snapshot = await store.blobs.put(Buffer.from(`snapshot ${n} ${text}`));
  const place = { host: 'gazette.example', format: '/p{n}', ageClass: 1 };
  const link = (to: string) => ({
    from: url,
    to: canonicalUrl(to),
    anchorText: text,
    relevance: n % 2 === 0 ? 0.1 * n : null,
  });
  await end(store, `p${n}`, (task) => ({
    article: article(`a${n}`, {
      url,
      canonicalUrl: url,
      snapshot,
      title: text,
      joins: n % 2 === 1 ? [`a${n - 1}`] : [],
      comparedUpTo: n === 0 ? 99 : null, // as if others were written meanwhile: it gets a recheck
    }),
    media: [mediaItem(`http://cdn.example/${n}.m3u8`, { reasons: [text] })],
    links: [entry(`http://gazette.example/p${n}/next`)],
    pointsTo: [link('http://gazette.example/p0'), link(`http://far.example/${n}`)],
    pageState: pageState(url, {
      evidence: [{ ...place, changes: 0.1, observedMs: 1_000.5 }],
      counted: { ...place, rateClass: -3 },
    }),
    format: {
      ...{ host: place.host, format: `$/港{${n}}`, compared: 1, enough: 1, staticGave: [] },
      comparisons: [],
      updatedAt: at(n),
    },
    seen: { site: task.site, url, label: 'article', at: at(n), places: ['li>a', text.replaceAll('\n', ' ') || 'x'] },
    records: {
      ...{ site: task.site, page: url, at: at(n), complete: ['event'] },
      records: [{ kind: 'event', key: `k${n}`, values: { title: text, price: { amount: 1.5, currency: 'EUR' } } }],
    },
  }));
  if (n > 0) return;
  // read again, changed: the first text becomes a revision
  const [again] = [entry(url)];
  await store.frontier.reopen([again], { revisit: true, now: at(4) });
  await end(store, 'p0', () => ({
    article: article('a0', { url, canonicalUrl: url, snapshot, title: `${text} again`, fetchedAt: at(5) }),
  }));
}

async function end(store: Store, path: string, overrides: (task: Task) => Partial<VisitResult>): Promise<void> {
  const url = canonicalUrl(`http://gazette.example/${path}`);
  const task = await store.frontier.take(url, claimOf({ now: at(2) }));
  if (task === null) throw new Error(`no task for ${path}`);
  await store.commit(ending(task, overrides(task)));
}
