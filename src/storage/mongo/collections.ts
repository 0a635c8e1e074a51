import type { Binary, Collection, Db } from 'mongodb';
import { NewshawkError } from '../../errors.ts';
import type { StoredArticle } from '../../model/article/article.ts';
import type { ArticleRevision } from '../../model/article/article-version.ts';
import { rankPlaces } from '../../model/article/neighbour-keys.ts';
import type { Failure } from '../../model/crawl/failure.ts';
import type { OwnRules } from '../../model/crawl/own-rule.ts';
import type { Run } from '../../model/crawl/run.ts';
import type { Source } from '../../model/crawl/source.ts';
import type { Task } from '../../model/crawl/task.ts';
import type { Visit } from '../../model/crawl/visit.ts';
import type { WorkerBeat } from '../../model/crawl/worker-beat.ts';
import type { StoredMedia } from '../../model/media/stored-media.ts';
import type { FormatEvidence } from '../../model/page/format-evidence.ts';
import type { PageState } from '../../model/page/page-state.ts';
import type { CalibrationStep, Label } from '../../model/topic/label.ts';
import type { ModelActivation, StoredModel } from '../../model/topic/stored-model.ts';
import type { PageLink } from '../../model/web/page-link.ts';
import { longestWaitMs, type Need } from '../frontier-port.ts';
import type { JournaledEnding } from '../records/endings.ts';
import type { ReadExample } from '../topics-port.ts';

/** A record as a document: its key is `_id`. */
type Keyed<T, Key extends keyof T> = Omit<T, Key> & { readonly _id: T[Key] };

/** The record of a document, with its key under the model's name. */
export function withKey<Document extends { readonly _id: unknown }, Key extends string>(key: Key, document: Document) {
  const { _id, ...fields } = document;
  return { [key]: _id, ...fields } as Omit<Document, '_id'> & { readonly [Name in Key]: Document['_id'] };
}

/**
 * Tasks in `ready` are due, tasks in `waiting` are due later: the port calls both `pending`. `ending`: the task holds its ending as a journal, which is being
 * written to the collections; the port calls it `leased`, and nobody claims it before that is done.
 */
export type TaskState = 'ready' | 'waiting' | 'leased' | 'ending' | 'done' | 'failed';

/** `rank` is minus the priority: every order of the frontier ascends. */
export interface TaskDocument extends Omit<Task, 'url' | 'priority' | 'lease'> {
  readonly _id: Task['url'];
  readonly rank: number;
  readonly dueAt: Date;
  readonly state: TaskState;
  readonly lease: string | null;
  readonly owner: string | null;
  /** Number of processes that died with it since its last ending. */
  readonly leftBehind?: number;
  readonly leaseUntil: Date | null;
  /** What a waiting task needs, beside its time. */
  readonly waitsFor?: Need | null;
  /** When the due time or the lease was set. A time later than now shows that the clock was set back. Versions before 3 wrote none. */
  readonly setAt?: Date;
  /** The journal, in the state `ending`: what is still to be written. */
  readonly ending?: JournaledEnding;
}

export interface ArticleDocument extends Keyed<StoredArticle, 'id'> {
  /** Counts the writes of the text: a writer that read an older version reads again. */
  readonly version: number;
  readonly bodyLength: number;
  readonly bands: readonly string[];
  /** Keywords of title and body with their places. */
  readonly rankKeys: readonly string[];
  readonly keptTopics: readonly string[];
  /** Absent in documents from before the link graph. */
  readonly relevance?: number;
  readonly folded: string;
}

/** An address of the link graph. */
export interface AddressDocument {
  readonly _id: string;
  readonly inLinks: number;
  readonly relevance: number | null;
  /** The article that was read there. */
  readonly article: string | null;
}

export interface PageStateDocument extends Keyed<PageState, 'url'> {
  /** When `nextVisitAt` was set. */
  readonly plannedAt?: Date;
  /** Number of the last claim. */
  readonly claim?: number | null;
}

export interface BlobDocument {
  readonly _id: string;
  readonly bytes: number;
  readonly chunks: number;
  /** Time of its last `put`, by the server's clock. Older versions wrote none. */
  readonly putAt?: Date;
  /** True: it is being removed, and counts as missing. */
  readonly isGoing?: boolean;
}

export interface Collections {
  readonly frontier: Collection<TaskDocument>;
  readonly sources: Collection<Keyed<Source, 'id'>>;
  readonly visits: Collection<Keyed<Visit, 'id'>>;
  readonly pages: Collection<PageStateDocument>;
  /** `_id` is host and format. */
  readonly formats: Collection<FormatEvidence & { readonly _id: string }>;
  readonly ownRules: Collection<Keyed<OwnRules, 'site'>>;
  readonly articles: Collection<ArticleDocument>;
  readonly revisions: Collection<ArticleRevision & { readonly _id: string }>;
  readonly failures: Collection<Keyed<Failure, 'id'>>;
  /** `_id` is page and address. Older documents lack `id`, `host` and `fingerprint`. */
  readonly media: Collection<StoredMedia & { readonly _id: string }>;
  readonly runs: Collection<Keyed<Run, 'id'>>;
  readonly blobs: Collection<BlobDocument>;
  readonly blobChunks: Collection<{ readonly _id: string; readonly data: Binary; readonly putAt?: Date }>;
  /** `_id` is page and address. */
  readonly links: Collection<Omit<PageLink, 'relevance'> & { readonly _id: string }>;
  /** `_id` is article and topic, or topic and number. */
  readonly labels: Collection<Label & { readonly _id: string }>;
  readonly calibrationSteps: Collection<CalibrationStep & { readonly _id: string }>;
  readonly addresses: Collection<AddressDocument>;
  readonly workers: Collection<Keyed<WorkerBeat, 'owner'>>;
  readonly models: Collection<Keyed<StoredModel, 'version'>>;
  /** `_id` counts up. */
  readonly modelActivations: Collection<ModelActivation & { readonly _id: number }>;
  readonly topics: Collection<{ readonly _id: string; readonly updatedAt: Date; readonly doc: string }>;
  readonly topicExamples: Collection<Keyed<ReadExample, 'url'>>;
  readonly counters: Collection<{ readonly _id: string; readonly value: number }>;
}

export const collectionsOf = (db: Db): Collections => ({
  frontier: db.collection('frontier'),
  sources: db.collection('sources'),
  visits: db.collection('visits'),
  pages: db.collection('pages'),
  formats: db.collection('formats'),
  ownRules: db.collection('ownRules'),
  articles: db.collection('articles'),
  revisions: db.collection('revisions'),
  failures: db.collection('failures'),
  media: db.collection('media'),
  runs: db.collection('runs'),
  blobs: db.collection('blobs'),
  blobChunks: db.collection('blobChunks'),
  links: db.collection('links'),
  addresses: db.collection('addresses'),
  labels: db.collection('labels'),
  calibrationSteps: db.collection('calibrationSteps'),
  workers: db.collection('workers'),
  models: db.collection('models'),
  modelActivations: db.collection('modelActivations'),
  topics: db.collection('topics'),
  topicExamples: db.collection('topicExamples'),
  counters: db.collection('counters'),
});

/** Version of the documents that this program writes. */
const schema = 4;

/**
 * Migrates older documents, and creates missing indexes. Times ascend in them, and newest first reads backwards: SecantusDB 0.7 (tests) loses the equal end of a
 * `$gte` range in a descending compound index; to MongoDB both are the same. @throws NewshawkError store where the database is newer than this program
 */
export async function prepare(collections: Collections, location: string): Promise<void> {
  const {
    frontier,
    visits,
    pages,
    formats,
    articles,
    revisions,
    failures,
    media,
    links,
    labels,
    calibrationSteps,
    addresses,
    runs,
    blobs,
    counters,
  } = collections;
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
  // after a kill in between, the next visit of each page does the rest
  if (previous?.value === 1) await rankByTitle(articles);
  if (previous !== null && previous.value < 3) await setTimes(collections);
  // version 4: which topics judged an article; of older ones this is known only where there were no topics
  if (previous !== null && previous.value < 4)
    await articles.updateMany({ judgedBy: { $exists: false }, onTopic: true, topics: [] }, { $set: { judgedBy: '' } });
  // created here: the first claims of several processes would race to create them
  for (const name of ['lease', 'pageClaim'])
    await counters.updateOne({ _id: name }, { $setOnInsert: { value: 0 } }, { upsert: true });
  await frontier.createIndexes([
    { key: { state: 1, host: 1, rank: 1, dueAt: 1, _id: 1, site: 1 } },
    { key: { state: 1, dueAt: 1 } },
    { key: { state: 1, leaseUntil: 1 } },
    { key: { state: 1, setAt: 1 } },
    { key: { owner: 1, state: 1 } },
    { key: { lease: 1 } },
    { key: { waitsFor: 1, state: 1 } },
  ]);
  await visits.createIndexes([
    { key: { startedAt: 1, _id: 1 } },
    { key: { run: 1, startedAt: 1, _id: 1 } },
    { key: { url: 1, startedAt: 1, _id: 1 } },
    { key: { sourceId: 1, startedAt: 1, _id: 1 } },
  ]);
  await pages.createIndexes([
    { key: { nextVisitAt: 1, _id: 1 } },
    { key: { site: 1, nextVisitAt: 1, _id: 1 } },
    { key: { plannedAt: 1 } },
  ]);
  await formats.createIndexes([{ key: { host: 1 } }]);
  await articles.createIndexes([
    { key: { updatedAt: 1, _id: -1 } },
    { key: { status: 1, updatedAt: 1, _id: -1 } },
    { key: { site: 1, updatedAt: 1, _id: -1 } },
    { key: { keptTopics: 1, updatedAt: 1, _id: -1 } },
    { key: { 'category.label': 1, status: 1, updatedAt: 1, _id: -1 } },
    { key: { 'topics.topic': 1, 'topics.score': 1 } },
    { key: { firstSeenAt: 1, _id: 1 } },
    { key: { site: 1, status: 1, updatedAt: 1, _id: -1 } },
    { key: { keptTopics: 1, status: 1, updatedAt: 1, _id: -1 } },
    { key: { 'category.label': 1, updatedAt: 1, _id: -1 } },
    { key: { cluster: 1, updatedAt: 1, _id: -1 } },
    { key: { site: 1, judgedBy: 1, _id: 1 } },
    { key: { 'fingerprint.bodyHash': 1 } },
    { key: { bands: 1 } },
    { key: { rankKeys: 1 } },
    { key: { 'fingerprint.sketch': 1 } },
  ]);
  await revisions.createIndexes([{ key: { articleId: 1, revision: 1 } }]);
  await failures.createIndexes([
    { key: { at: 1, _id: 1 } },
    { key: { site: 1, reason: 1, at: 1 } },
    { key: { url: 1, at: 1 } },
  ]);
  await media.createIndexes([
    { key: { foundAt: 1 } },
    { key: { site: 1, foundAt: 1 } },
    { key: { pageUrl: 1 } },
    { key: { id: 1 } },
    { key: { host: 1, foundAt: 1 } },
    { key: { fingerprint: 1, foundAt: 1 } },
  ]);
  await labels.createIndexes([{ key: { topic: 1, at: 1 } }]);
  await calibrationSteps.createIndexes([{ key: { topic: 1, number: 1 } }]);
  await links.createIndexes([{ key: { from: 1, to: 1 } }, { key: { to: 1, from: 1 } }]);
  await addresses.createIndexes([{ key: { inLinks: 1 } }, { key: { article: 1 } }]);
  await blobs.createIndexes([{ key: { putAt: 1, _id: 1 } }]);
  await runs.createIndexes([{ key: { startedAt: 1, _id: 1 } }]);
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
