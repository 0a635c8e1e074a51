import type { Collection, IndexDescription } from 'mongodb';
import { NewshawkError } from '../../errors.ts';
import { rankPlaces } from '../../model/article/neighbour-keys.ts';
import { longestWaitMs } from '../crawl/frontier-port.ts';
import type { StorePurpose } from '../port.ts';
import type { Collections } from './collections.ts';
import { rankWhenDue } from './frontier/entries.ts';
import { prepareTallies } from './tallies/first-count.ts';

/** Version of the documents that this program writes. */
const schema = 13;

/** Times ascend, and newest first reads backwards: SecantusDB 0.7 (tests) loses the equal end of a `$gte` range in a descending compound index; to MongoDB both are the same. */
export const indexes: Readonly<Partial<Record<keyof Collections, IndexDescription[]>>> = {
  frontier: [
    { key: { state: 1, host: 1, rank: 1, dueAt: 1, _id: 1, site: 1 } },
    { key: { state: 1, dueAt: 1 } },
    { key: { state: 1, leaseUntil: 1 } },
    { key: { state: 1, setAt: 1 } },
    { key: { owner: 1, state: 1 } },
    { key: { lease: 1 } },
    { key: { waitsFor: 1, state: 1 } },
    { key: { state: 1, _id: 1 }, partialFilterExpression: { state: 'failed' } },
    { key: { state: 1, site: 1, _id: 1 }, partialFilterExpression: { state: 'failed' } },
  ],
  sources: [
    { key: { openAt: 1, _id: 1 } },
    { key: { claim: 1, openAt: 1 } },
    { key: { site: 1, worker: 1, openAt: 1 } },
  ],
  visits: [
    { key: { startedAt: 1, _id: 1 } },
    { key: { run: 1, startedAt: 1, _id: 1 } },
    { key: { url: 1, startedAt: 1, _id: 1 } },
    { key: { sourceId: 1, startedAt: 1, _id: 1 } },
    { key: { site: 1, startedAt: 1, _id: 1 } },
    { key: { outcome: 1, startedAt: 1, _id: 1 } },
    { key: { reason: 1, startedAt: 1, _id: 1 } },
    { key: { url: 1, startedAt: 1 }, partialFilterExpression: { via: 'api' } },
  ],
  pages: [
    { key: { nextVisitAt: 1, _id: 1 } },
    { key: { site: 1, nextVisitAt: 1, _id: 1 } },
    { key: { plannedAt: 1 } },
    { key: { 'counted.host': 1, counted: 1 } },
  ],
  formats: [{ key: { host: 1, _id: 1 } }],
  deliveries: [
    { key: { state: 1, nextAt: 1, _id: 1 } },
    { key: { state: 1, 'event.at': -1, _id: 1 } },
    { key: { 'event.at': -1, _id: 1 } },
    { key: { receiver: 1, state: 1 } },
  ],
  alerts: [
    { key: { openedAt: -1, _id: 1 } },
    { key: { state: 1, openedAt: -1, _id: 1 } },
    { key: { kind: 1, openedAt: -1, _id: 1 } },
    { key: { state: 1, kind: 1 } },
    { key: { 'telling.what': 1, openedAt: 1, _id: 1 } },
  ],
  articleChanges: [{ key: { at: 1, articleId: 1, revision: 1 } }],
  knownAddresses: [{ key: { site: 1, label: 1, seenAt: -1, _id: 1 } }],
  articles: [
    { key: { updatedAt: 1, _id: -1 } },
    { key: { status: 1, updatedAt: 1, _id: -1 } },
    { key: { site: 1, updatedAt: 1, _id: -1 } },
    { key: { keptTopics: 1, updatedAt: 1, _id: -1 } },
    { key: { 'category.label': 1, status: 1, updatedAt: 1, _id: -1 } },
    { key: { 'topics.topic': 1, 'topics.score': 1 } },
    { key: { firstSeenAt: 1, _id: 1 } },
    { key: { firstSeenAt: 1, status: 1, 'category.label': 1, topicsKey: 1 } },
    { key: { site: 1, status: 1, updatedAt: 1, _id: -1 } },
    { key: { keptTopics: 1, status: 1, updatedAt: 1, _id: -1 } },
    { key: { 'category.label': 1, updatedAt: 1, _id: -1 } },
    { key: { cluster: 1, updatedAt: 1, _id: -1 } },
    { key: { site: 1, judgedBy: 1, _id: 1 } },
    { key: { 'fingerprint.bodyHash': 1, _id: 1 } },
    { key: { bands: 1, _id: 1 } },
    { key: { rankKeys: 1 } },
    { key: { terms: 1, updatedAt: 1, _id: -1 } },
    { key: { 'fingerprint.sketch': 1 } },
  ],
  revisions: [{ key: { articleId: 1, revision: 1 } }],
  failures: [
    { key: { at: 1, _id: 1 } },
    { key: { site: 1, at: 1, _id: 1 } },
    { key: { reason: 1, at: 1, _id: 1 } },
    { key: { url: 1, at: 1, _id: 1 } },
    { key: { run: 1, at: 1, _id: 1 } },
    { key: { isOpen: 1, at: 1, _id: 1 }, partialFilterExpression: { isOpen: true } },
    { key: { isOpen: 1, site: 1, reason: 1, at: 1 }, partialFilterExpression: { isOpen: true } },
  ],
  media: [
    { key: { foundAt: 1, pageUrl: -1, url: -1 } },
    { key: { site: 1, foundAt: 1, pageUrl: -1, url: -1 } },
    { key: { pageUrl: 1, foundAt: 1, url: -1 } },
    { key: { id: 1, foundAt: 1, url: -1 } },
    { key: { host: 1, foundAt: 1, pageUrl: -1, url: -1 } },
    { key: { fingerprint: 1, foundAt: 1, pageUrl: -1, url: -1 } },
    { key: { articleId: 1 } },
  ],
  records: [
    { key: { changedAt: 1, _id: -1 } },
    { key: { site: 1, kind: 1, changedAt: 1, _id: -1 } },
    { key: { kind: 1, changedAt: 1, _id: -1 } },
    { key: { site: 1, changedAt: 1, _id: -1 } },
    { key: { 'listedOn.url': 1 } },
    { key: { goneAt: 1 } },
    { key: { site: 1, kind: 1, goneAt: 1 } },
  ],
  leases: [{ key: { freeAt: 1 } }, { key: { setAt: 1 } }, { key: { kind: 1, name: 1 } }, { key: { owner: 1 } }],
  labels: [{ key: { topic: 1, at: 1, articleId: 1 } }, { key: { articleId: 1 } }],
  wrappers: [{ key: { site: 1, version: 1 } }],
  corrections: [{ key: { site: 1, at: 1, _id: 1 } }],
  subscriptions: [{ key: { token: 1 } }, { key: { askAt: 1, _id: 1 } }],
  seeds: [{ key: { topic: 1, score: 1, site: -1 } }],
  calibrationSteps: [{ key: { topic: 1, number: 1 } }],
  links: [{ key: { from: 1, to: 1 } }, { key: { to: 1, from: 1 } }],
  addresses: [{ key: { inLinks: 1 } }, { key: { article: 1 } }],
  blobs: [{ key: { putAt: 1, _id: 1 } }, { key: { batch: 1, isGoing: 1, bytes: 1 } }],
  tallies: [{ key: { kind: 1, level: 1, n: 1 } }],
  proxyUses: [{ key: { day: 1, proxy: 1, site: 1 } }],
  runs: [{ key: { startedAt: 1, _id: 1 } }, { key: { finishedAt: 1, startedAt: 1, _id: 1 } }],
};

/** Indexes of versions before 9 that another one has replaced. */
const replacedIndexes: Readonly<Partial<Record<keyof Collections, readonly string[]>>> = {
  articles: ['fingerprint.bodyHash_1', 'bands_1'],
  corrections: ['site_1_at_1'],
  failures: ['site_1_reason_1_at_1', 'url_1_at_1'],
  formats: ['host_1'],
  knownAddresses: ['site_1_label_1_seenAt_-1'],
  labels: ['topic_1_at_1'],
  media: ['foundAt_1', 'site_1_foundAt_1', 'pageUrl_1', 'id_1', 'host_1_foundAt_1', 'fingerprint_1_foundAt_1'],
  seeds: ['topic_1_score_1'],
};

/** @returns the version of the documents; null: the database is new. @throws NewshawkError store where it is newer than this program, or should be there and is not */
export async function storedSchema(
  { counters }: Collections,
  location: string,
  purpose: StorePurpose,
): Promise<number | null> {
  const previous = await counters.findOne({ _id: 'schema' });
  if (previous === null && purpose === 'existing')
    throw new NewshawkError(
      'store',
      `There is no store in ${location}: check the address (NEWSHAWK_STORE, --from). A crawl creates the store.`,
    );
  if (previous !== null && previous.value > schema)
    throw new NewshawkError(
      'store',
      `The store ${location} has schema ${previous.value}, written by a newer newshawk; this one knows ${schema}. Update newshawk, or choose another store (NEWSHAWK_STORE).`,
    );
  return previous?.value ?? null;
}

/** Migrates older documents, and creates missing indexes. @param previous as `storedSchema` gives it */
export async function prepare(collections: Collections, previous: number | null): Promise<void> {
  const { counters } = collections;
  if (previous !== null) await migrateFrom(previous, collections);
  // created here: the first claims of several processes would race to create them
  for (const name of ['lease', 'pageClaim', 'sourceClaim', 'texts'])
    await counters.updateOne({ _id: name }, { $setOnInsert: { value: 0 } }, { upsert: true });
  for (const [name, keys] of Object.entries(indexes))
    await (collections[name as keyof Collections] as Pick<Collection, 'createIndexes'>).createIndexes(keys);
  if (previous !== null && previous < 9) await dropReplacedIndexes(collections);
  await prepareTallies(collections);
  await counters.updateOne({ _id: 'schema' }, { $max: { value: schema } }, { upsert: true }); // last: after a kill the next opening migrates again
}

/** After the new ones are there. */
async function dropReplacedIndexes(collections: Collections): Promise<void> {
  for (const [name, replaced] of Object.entries(replacedIndexes)) {
    const collection = collections[name as keyof Collections] as Pick<Collection, 'indexes' | 'dropIndex'>;
    const present = new Set((await collection.indexes()).map((index) => index.name));
    for (const index of replaced.filter((one) => present.has(one))) await collection.dropIndex(index);
  }
}

/** Every step may be repeated, also by two processes at the same time. */
async function migrateFrom(version: number, collections: Collections): Promise<void> {
  const { articles, sources } = collections;
  if (version === 1) await rankByTitle(articles);
  if (version < 3) await setTimes(collections);
  // version 4: which topics judged an article; of older ones this is known only where there were no topics
  if (version < 4)
    await articles.updateMany({ judgedBy: { $exists: false }, onTopic: true, topics: [] }, { $set: { judgedBy: '' } });
  // version 5: when the poll of a source may be opened
  if (version < 5)
    await sources.updateMany({ openAt: { $exists: false } }, [
      { $set: { openAt: { $cond: ['$enabled', '$nextPollAt', null] }, claim: null } },
    ]);
  if (version < 6) await rankByAge(collections);
  if (version < 8) await nameOwnAddresses(collections);
}

/** Version 8: articles from before the link graph get their own addresses in it, as new ones do. */
async function nameOwnAddresses({ addresses, articles }: Collections): Promise<void> {
  for await (const { _id: article, url } of articles.find({}).project<{ _id: string; url: string }>({ url: 1 })) {
    if ((await addresses.countDocuments({ article }, { limit: 1 })) === 1) continue;
    await addresses.updateOne(
      { _id: url },
      { $setOnInsert: { article, inLinks: 0, relevance: null } },
      { upsert: true },
    );
    await addresses.updateOne({ _id: url, article: null }, { $set: { article } });
    const inLinks = (await addresses.find({ article }).toArray()).reduce((sum, address) => sum + address.inLinks, 0);
    await articles.updateOne({ _id: article }, { $max: { inLinks } });
  }
}

/** Version 2: keyword ranks instead of the first two title keywords. Older articles get the title's keywords; the body's come with the next visit. */
async function rankByTitle(articles: Collections['articles']): Promise<void> {
  const titleKeys = { $slice: ['$fingerprint.titleKeywords', rankPlaces] };
  const places = { $range: [0, { $size: titleKeys }] };
  const key = { $concat: [{ $toString: '$$place' }, ':', { $arrayElemAt: ['$fingerprint.titleKeywords', '$$place'] }] };
  await articles.updateMany({ rankKeys: { $exists: false } }, [
    { $set: { rankKeys: { $map: { input: places, as: 'place', in: key } } } },
    { $unset: 'titleKey' },
  ]);
}

/** Version 3: when waits and leases began. For older documents the longest possible wait is taken, a day, and leases of ten minutes. */
async function setTimes({ frontier, pages }: Collections): Promise<void> {
  const without = { setAt: { $exists: false } } as const;
  const before = (field: string, ms: number) => [{ $set: { setAt: { $subtract: [field, ms] } } }];
  await frontier.updateMany({ ...without, state: 'waiting' }, before('$dueAt', longestWaitMs));
  await frontier.updateMany({ ...without, state: { $in: ['leased', 'ending'] } }, before('$leaseUntil', 600_000));
  await pages.updateMany({ plannedAt: { $exists: false } }, [{ $set: { plannedAt: '$lastVisitAt' } }]);
}

/** Version 6: the priority of tasks, and `rank` by priority and waiting time. */
async function rankByAge({ frontier }: Collections): Promise<void> {
  const without = { priority: { $exists: false } } as const;
  await frontier.updateMany(without, [
    { $set: { priority: { $multiply: ['$rank', -1] } } },
    { $set: { rank: rankWhenDue({ $ifNull: ['$dueAt', new Date(0)] }) } },
  ]);
}
