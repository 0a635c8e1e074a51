import { NewshawkError } from '../../../errors.ts';
import type {
  Article,
  ArticleStatus,
  CommittedArticle,
  Judgement,
  StoredArticle,
} from '../../../model/article/article.ts';
import { type ArticleChange, keepsNewTopic } from '../../../model/article/article-change.ts';
import { articleVersion } from '../../../model/article/article-version.ts';
import { judgeCluster, mergedClusterId } from '../../../model/article/cluster.ts';
import type { Fingerprint } from '../../../model/article/draft.ts';
import { bestScore } from '../../../model/article/importance.ts';
import { rankKeys, simhashBands } from '../../../model/article/neighbour-keys.ts';
import { isVersion } from '../../../model/article/recheck.ts';
import type { MediaItem } from '../../../model/media/media-item.ts';
import { media, replacedMedium } from '../../collections/media.ts';
import { documentId } from '../../engine/mongo-schema.ts';
import type { Collections } from '../collections.ts';
import { type ArticleDocument, withKey } from '../documents.ts';
import { isDuplicateKey } from '../mongo-error.ts';
import { articleCounters, topicsText } from '../tallies/article-tallies.ts';
import { hourOf } from '../tallies/hours.ts';
import { searchFields } from './search-index.ts';

/** Attempts to write an article. Each process that writes the same cluster at the same time costs one or two. */
const roundLimit = 100;

/** Writes the article, merges the clusters that it connects, judges their members again, touches their tallies. May be repeated, also at the same time. */
export async function storeArticle(collections: Collections, article: Article): Promise<CommittedArticle> {
  await untilDone(article.id, () => writeText(collections, article));
  await settleAndTally(collections, article);
  return await storedVerdict(collections, article.id);
}

export async function storedVerdict({ articles }: Collections, id: string): Promise<CommittedArticle> {
  const stored = await articles.findOne({ _id: id });
  if (stored === null) throw new Error(`article ${id} is missing right after it was written`);
  const { status, cluster, canonicalId, relation, revision } = stored;
  return { id, status, cluster, canonicalId, relation, revision };
}

/**
 * Replaces the judgement of an article, and judges its cluster again. `judgedBy` is written last: after a kill before that, the article counts as not judged.
 * @returns null where the article was written since it was read
 */
export async function judgeAgain(
  collections: Collections,
  { id, revision, fetchedAt, updatedAt, judgedBy: judgedBefore, topics: topicsBefore }: StoredArticle,
  { topics, onTopic, judgedBy }: Judgement,
): Promise<ArticleStatus | null> {
  const { articles } = collections;
  const judged = await articles.findOneAndUpdate(
    { _id: id, revision, fetchedAt, judgedBy: judgedBefore },
    { $set: { ...scoreFields(topics), onTopic, judgedBy: null }, $inc: { version: 1 } },
    { returnDocument: 'after' },
  );
  if (judged === null) return null;
  if (keepsNewTopic(topicsBefore, topics)) await noteChange(collections, { articleId: id, revision: 0, at: updatedAt });
  await settleAndTally(collections, { id, joins: [] });
  const { version } = judged;
  const settled = await articles.findOneAndUpdate({ _id: id, version }, { $set: { judgedBy } });
  return settled?.status ?? null;
}

export function bandKeys(simhash: string): string[] {
  return simhashBands(simhash).map((value, band) => `${band}:${value.toString(16)}`);
}

/** The fields that the keys of the look-up of copies are made from. */
export type KeyedText = Pick<Fingerprint, 'titleKeywords' | 'bodyKeywords' | 'sketch'>;

export function rankKeysOf(fingerprint: Pick<Fingerprint, 'titleKeywords' | 'bodyKeywords'>): string[] {
  return rankKeys(fingerprint).map(({ place, keyword }) => `${place}:${keyword}`);
}

export function articleOf(document: ArticleDocument): StoredArticle {
  const {
    version: _v,
    bodyLength: _l,
    bands: _b,
    rankKeys: _r,
    keptTopics: _k,
    topicsKey: _t,
    folded: _f,
    terms: _w,
    relevance: _s,
    ...article
  } = document;
  return withKey('id', article);
}

/** Before the article is written. May be repeated. */
async function noteChange({ articleChanges }: Collections, change: ArticleChange): Promise<void> {
  const _id = String(documentId([change.articleId, change.revision]));
  await articleChanges.updateOne({ _id }, { $setOnInsert: change }, { upsert: true });
}

async function untilDone(id: string, step: () => Promise<boolean>): Promise<void> {
  for (let round = 0; round < roundLimit; round += 1) if (await step()) return;
  throw new NewshawkError(
    'store',
    `Article ${id} could not be written: other processes keep changing its story. Try again.`,
  );
}

/**
 * Writes another reading of the article's snapshot, and judges its cluster again.
 * @returns false, with nothing changed, where a commit has written the article since it was read, or it is gone
 */
export async function reextractText(
  collections: Collections,
  article: Article,
  { read, at }: { readonly read: Pick<StoredArticle, 'id' | 'revision' | 'fetchedAt'>; readonly at: Date },
): Promise<boolean> {
  let isStale = false;
  await untilDone(article.id, async () => {
    const stored = await collections.articles.findOne({ _id: read.id });
    isStale = stored === null || !isVersion(stored, read);
    return isStale || (await writeText(collections, article, at));
  });
  if (!isStale) await settleAndTally(collections, article);
  return !isStale;
}

/** @param reextractedAt null: the article comes from a visit @returns false: another process wrote the article meanwhile */
async function writeText(
  collections: Collections,
  article: Article,
  reextractedAt: Date | null = null,
): Promise<boolean> {
  const { articles, revisions } = collections;
  const stored = await articles.findOne({ _id: article.id });
  const version = articleVersion(stored, article, reextractedAt);
  if (!version.takesText) return true;
  const { firstSeenAt, updatedAt, revision, replaced } = version;
  // first: after a kill -9 behind it the ending is finished, after one behind the article nothing would know of the change
  if (revision !== stored?.revision) await noteChange(collections, { articleId: article.id, revision, at: updatedAt });
  const ofReplaced = { _id: String(documentId([article.id, replaced?.revision ?? 0])) };
  const replacedText = replaced === null ? null : { articleId: article.id, ...replaced, replacedAt: updatedAt };
  const isNoted =
    replacedText === null ||
    (await revisions.updateOne(ofReplaced, { $setOnInsert: replacedText }, { upsert: true })).upsertedCount === 1;
  const text = { ...textOf(article), firstSeenAt, updatedAt, revision };
  if (stored === null) return await insert(articles, article, text);
  const withoutLongTexts = article.longTexts === undefined ? { $unset: { longTexts: '' } as const } : {};
  const same = { _id: article.id, version: stored.version };
  const { matchedCount } = await articles.updateOne(same, { $set: text, $inc: { version: 1 }, ...withoutLongTexts });
  // another writer noted the revision, and was killed or came too late: its text is not the one that replaced this
  if (matchedCount === 1 && !isNoted) await revisions.updateOne(ofReplaced, { $set: replacedText });
  return matchedCount === 1;
}

type Text = Omit<ArticleDocument, '_id' | 'version' | 'status' | 'cluster' | 'canonicalId' | 'relation' | 'inLinks'>;

async function insert(articles: Collections['articles'], article: Article, text: Text): Promise<boolean> {
  // an article that joins a cluster is published by its verdict only: readers must not see the story twice meanwhile
  const status = !article.onTopic ? 'off-topic' : article.joins.length > 0 ? 'duplicate' : 'published';
  const verdict = { status, cluster: article.id, canonicalId: article.id, relation: null } as const;
  try {
    await articles.insertOne({ _id: article.id, ...text, ...verdict, inLinks: 0, version: 1 });
    return true;
  } catch (error) {
    if (isDuplicateKey(error)) return false;
    throw error;
  }
}

/** After a kill before the tallies are touched, the caller is repeated, and touches those of all members of the cluster. */
export async function settleAndTally(collections: Collections, article: Pick<Article, 'id' | 'joins'>): Promise<void> {
  const hours = new Set<number>();
  await untilDone(article.id, () => settle(collections, article, hours));
  await articleCounters(collections).touch(hours);
}

/**
 * Checks the clusters that the article connects, and writes what is missing. @returns true: nothing was missing. The last process that writes checks once more,
 * after all writes, so processes that change one story at the same time end with the same verdicts.
 * @param hours gets the leaves of the members in the tallies
 */
async function settle(
  collections: Collections,
  { id, joins }: Pick<Article, 'id' | 'joins'>,
  hours: Set<number>,
): Promise<boolean> {
  const { articles } = collections;
  const joined = new Set((await clustersOf(articles, [id, ...joins])).values());
  // a cluster has the id of one of its members: that member's cluster is the one that it was merged into. Where that member was removed, the cluster gets another id
  const founders = await clustersOf(articles, [...joined]);
  const clusters = new Set([...joined, ...founders.values()]);
  const cluster = mergedClusterId([...founders.keys(), ...founders.values(), id]);
  clusters.delete(cluster);
  if (clusters.size > 0) await articles.updateMany({ cluster: { $in: [...clusters] } }, { $set: { cluster } });
  const corrected = await judge(collections, cluster, hours);
  // where the update finds no member, another process has merged them meanwhile, perhaps into another cluster
  return clusters.size === 0 && corrected === 0;
}

/** By article. */
async function clustersOf(articles: Collections['articles'], ids: readonly string[]): Promise<Map<string, string>> {
  const members = await articles
    .find({ _id: { $in: [...ids] } })
    .project<Pick<ArticleDocument, '_id' | 'cluster'>>({ cluster: 1 })
    .toArray();
  return new Map(members.map(({ _id, cluster }) => [_id, cluster]));
}

/** Corrects the verdicts of a cluster's members. @returns how many were wrong */
async function judge(collections: Collections, cluster: string, hours: Set<number>): Promise<number> {
  const { articles } = collections;
  const documents = await articles
    .find({ cluster })
    .project<ArticleDocument>({
      url: 1,
      site: 1,
      publishedAt: 1,
      bodyLength: 1,
      weight: 1,
      onTopic: 1,
      canonicalId: 1,
      status: 1,
      relation: 1,
      firstSeenAt: 1,
      updatedAt: 1,
    })
    .toArray();
  for (const { firstSeenAt } of documents) hours.add(hourOf(firstSeenAt));
  const members = documents.map(({ _id, url, site, publishedAt, bodyLength, weight, onTopic }) => ({
    id: _id,
    url,
    site,
    bodyLength,
    weight,
    onTopic,
    publishedAt: publishedAt?.value ?? null,
  }));
  const verdicts = judgeCluster(members);
  const wrong = documents.flatMap(({ _id, canonicalId, status, relation }) => {
    const verdict = verdicts.get(_id);
    const isRight =
      verdict === undefined ||
      (verdict.canonicalId === canonicalId && verdict.status === status && verdict.relation === relation);
    return isRight ? [] : [{ updateOne: { filter: { _id }, update: { $set: { ...verdict } } } }];
  });
  const published = documents.filter(
    ({ _id, status }) => status !== 'published' && verdicts.get(_id)?.status === 'published',
  );
  const note = async () => {
    for (const { _id, updatedAt } of published)
      await noteChange(collections, { articleId: _id, revision: 0, at: updatedAt });
  };
  await note(); // a kill -9 behind the verdicts loses none,
  if (wrong.length > 0) await articles.bulkWrite(wrong);
  await note(); // nor does one who reads the note before them
  return wrong.length;
}

function textOf(article: Article): Omit<Text, 'firstSeenAt' | 'updatedAt' | 'revision'> {
  const { id: _id, joins: _joins, comparedUpTo: _compared, firstSeenAt: _first, ...kept } = article;
  return {
    ...kept,
    bodyLength: article.body.length,
    bands: bandKeys(article.fingerprint.simhash),
    rankKeys: rankKeysOf(article.fingerprint),
    ...searchFields(article),
    ...scoreFields(article.topics),
  };
}

export function scoreFields(topics: Article['topics']) {
  const keptTopics = topics.filter(({ kept }) => kept).map(({ topic }) => topic);
  return { topics, keptTopics, topicsKey: topicsText(keptTopics), relevance: bestScore(topics) };
}

/** See `Media.replace`. A visit that is stored at the same time wins: its items are newer, and have no item with the old address. */
export async function replaceMedium(
  { articles, open }: Collections,
  { pageUrl, url: old }: { readonly pageUrl: string; readonly url: string },
  item: MediaItem,
): Promise<void> {
  const stored = await open(media).get(pageUrl, old);
  if (stored === null) return;
  await open(media).put(replacedMedium(stored, item));
  if (stored.articleId !== null)
    await articles.updateOne(
      { _id: stored.articleId, 'media.url': old },
      { $set: { 'media.$[same]': { ...item } } },
      { arrayFilters: [{ 'same.url': old }] },
    );
  if (item.url !== old) await open(media).removeKeys([[pageUrl, old]]);
}
