import type { Collection, IndexDescription } from 'mongodb';
import { NewshawkError } from '../../errors.ts';
import { rankPlaces } from '../../model/article/neighbour-keys.ts';
import { longestWaitMs } from '../crawl/frontier-port.ts';
import type { Collections } from './collections.ts';
import { rankWhenDue } from './frontier/entries.ts';
import { prepareTallies } from './tallies/first-count.ts';

/** Version of the documents that this program writes. */
const schema = 7;

/** Times ascend, and newest first reads backwards: SecantusDB 0.7 (tests) loses the equal end of a `$gte` range in a descending compound index; to MongoDB both are the same. */
const indexes: Readonly<Partial<Record<keyof Collections, IndexDescription[]>>> = {
  frontier: [
    { key: { state: 1, host: 1, rank: 1, dueAt: 1, _id: 1, site: 1 } },
    { key: { state: 1, dueAt: 1 } },
    { key: { state: 1, leaseUntil: 1 } },
    { key: { state: 1, setAt: 1 } },
    { key: { owner: 1, state: 1 } },
    { key: { lease: 1 } },
    { key: { waitsFor: 1, state: 1 } },
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
    { key: { url: 1, startedAt: 1 }, partialFilterExpression: { via: 'api' } },
  ],
  pages: [
    { key: { nextVisitAt: 1, _id: 1 } },
    { key: { site: 1, nextVisitAt: 1, _id: 1 } },
    { key: { plannedAt: 1 } },
    { key: { 'counted.host': 1, counted: 1 } },
  ],
  formats: [{ key: { host: 1 } }],
  deliveries: [
    { key: { state: 1, nextAt: 1, _id: 1 } },
    { key: { 'event.at': -1, _id: 1 } },
    { key: { receiver: 1, state: 1 } },
  ],
  knownAddresses: [{ key: { site: 1, label: 1, seenAt: -1 } }],
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
    { key: { 'fingerprint.bodyHash': 1 } },
    { key: { bands: 1 } },
    { key: { rankKeys: 1 } },
    { key: { 'fingerprint.sketch': 1 } },
  ],
  revisions: [{ key: { articleId: 1, revision: 1 } }],
  failures: [
    { key: { at: 1, _id: 1 } },
    { key: { site: 1, reason: 1, at: 1 } },
    { key: { url: 1, at: 1 } },
    { key: { run: 1, at: 1, _id: 1 } },
    { key: { isOpen: 1, at: 1, _id: 1 }, partialFilterExpression: { isOpen: true } },
    { key: { isOpen: 1, site: 1, reason: 1, at: 1 }, partialFilterExpression: { isOpen: true } },
  ],
  media: [
    { key: { foundAt: 1 } },
    { key: { site: 1, foundAt: 1 } },
    { key: { pageUrl: 1 } },
    { key: { id: 1 } },
    { key: { host: 1, foundAt: 1 } },
    { key: { fingerprint: 1, foundAt: 1 } },
  ],
  records: [
    { key: { changedAt: 1, _id: -1 } },
    { key: { site: 1, kind: 1, changedAt: 1, _id: -1 } },
    { key: { kind: 1, changedAt: 1, _id: -1 } },
    { key: { 'listedOn.url': 1 } },
    { key: { goneAt: 1 } },
    { key: { site: 1, kind: 1, goneAt: 1 } },
  ],
  leases: [{ key: { freeAt: 1 } }, { key: { setAt: 1 } }, { key: { kind: 1, name: 1 } }, { key: { owner: 1 } }],
  labels: [{ key: { topic: 1, at: 1 } }],
  wrappers: [{ key: { site: 1, version: 1 } }],
  corrections: [{ key: { site: 1, at: 1 } }],
  subscriptions: [{ key: { token: 1 } }, { key: { askAt: 1, _id: 1 } }],
  seeds: [{ key: { topic: 1, score: 1 } }],
  calibrationSteps: [{ key: { topic: 1, number: 1 } }],
  links: [{ key: { from: 1, to: 1 } }, { key: { to: 1, from: 1 } }],
  addresses: [{ key: { inLinks: 1 } }, { key: { article: 1 } }],
  blobs: [{ key: { putAt: 1, _id: 1 } }, { key: { batch: 1, isGoing: 1, bytes: 1 } }],
  tallies: [{ key: { kind: 1, level: 1, n: 1 } }],
  proxyUses: [{ key: { day: 1, proxy: 1, site: 1 } }],
  runs: [{ key: { startedAt: 1, _id: 1 } }, { key: { finishedAt: 1, startedAt: 1, _id: 1 } }],
};

/** Migrates older documents, and creates missing indexes. @throws NewshawkError store where the database is newer than this program */
export async function prepare(collections: Collections, location: string): Promise<void> {
  const { counters } = collections;
  const previous = await counters.findOneAndUpdate(
    { _id: 'schema' },
    { $max: { value: schema } },
    { upsert: true, returnDocument: 'before' },
  );
  if (previous !== null && previous.value > schema)
    throw new NewshawkError(
      'store',
      `The store ${location} has schema ${previous.value}, written by a newer newshawk; this one knows ${schema}. Update newshawk, or choose another store (NEWSHAWK_STORE).`,
    );
  if (previous !== null) await migrateFrom(previous.value, collections);
  // created here: the first claims of several processes would race to create them
  for (const name of ['lease', 'pageClaim', 'sourceClaim'])
    await counters.updateOne({ _id: name }, { $setOnInsert: { value: 0 } }, { upsert: true });
  for (const [name, keys] of Object.entries(indexes))
    await (collections[name as keyof Collections] as Pick<Collection, 'createIndexes'>).createIndexes(keys);
  await prepareTallies(collections);
}

/** After a kill in between, the next visit of each page does the rest. */
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
