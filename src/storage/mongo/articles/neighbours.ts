import type { Filter } from 'mongodb';
import type { Fingerprint } from '../../../model/article/draft.ts';
import type { Namesake, Neighbour } from '../../../model/article/neighbour.ts';
import {
  articlesPerBand,
  minSamePlaces,
  minSharedMarks,
  nearestNeighbours,
  neighbourRank,
  simhashRank,
} from '../../../model/article/neighbour-keys.ts';
import { namesakeOf, neighbourOf } from '../../records/articles.ts';
import type { Collections } from '../collections.ts';
import { type ArticleDocument, withKey } from '../documents.ts';
import { bandKeys, type KeyedText, rankKeysOf } from './store-article.ts';

/** Articles read per key. A mark or keyword that more articles share is boilerplate: further articles do not count. */
const articlesPerKey = 500;

const simhashOnly = { 'fingerprint.simhash': 1 } as const;

/** See `Articles.neighbours`. */
export async function neighbourDocuments(
  { articles }: Pick<Collections, 'articles'>,
  fingerprint: Fingerprint,
  { exceptId, limit }: { readonly exceptId: string; readonly limit: number },
): Promise<Neighbour[]> {
  const [copies, near, sharing] = await Promise.all([
    firstById(articles, { 'fingerprint.bodyHash': fingerprint.bodyHash }, { fields: { _id: 1 }, limit: limit + 1 }), // `exceptId` may be among them
    Promise.all(
      bandKeys(fingerprint.simhash).map((band) =>
        firstById(articles, { bands: band }, { fields: simhashOnly, limit: articlesPerBand }),
      ),
    ),
    sharingKeys(articles, fingerprint),
  ]);
  const ranks = new Map<string, number>();
  const add = (id: string, rank: number | null) => {
    if (rank !== null && id !== exceptId) ranks.set(id, Math.min(rank, ranks.get(id) ?? rank));
  };
  for (const { _id } of copies) add(_id, 0);
  for (const { _id, fingerprint: other } of near.flat()) add(_id, simhashRank(fingerprint, other));
  for (const { _id, fingerprint: other } of sharing) add(_id, neighbourRank(fingerprint, other));
  return await inOrder(articles, nearestNeighbours(ranks, limit));
}

/** See `Articles.namesakes`. */
export async function namesakes(
  { articles }: Pick<Collections, 'articles'>,
  titleKeywords: readonly string[],
  limit: number,
): Promise<Namesake[]> {
  const counts = await countShared(articles, { titleKeywords, bodyKeywords: [], sketch: [] });
  const sharing = [...counts].filter(([, { places }]) => places >= minSamePlaces);
  sharing.sort(([idA, a], [idB, b]) => b.places - a.places || (idA < idB ? -1 : 1));
  const ids = sharing.slice(0, limit).map(([id]) => id);
  const documents = await articles
    .find({ _id: { $in: ids } })
    .project<ArticleDocument>({ url: 1, site: 1, title: 1, lang: 1, status: 1, publishedAt: 1, fetchedAt: 1 })
    .toArray();
  const byId = new Map(documents.map((document) => [document._id, namesakeOf(withKey('id', document))]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** Number of shared keys per article. Each key has its own limit: a frequent one must not displace the others. */
async function countShared(
  articles: Collections['articles'],
  keyed: KeyedText,
): Promise<ReadonlyMap<string, { places: number; marks: number }>> {
  const counts = new Map<string, { places: number; marks: number }>();
  const count = async (query: Filter<ArticleDocument>, field: 'places' | 'marks') => {
    const documents = await articles.find(query).project<{ _id: string }>({ _id: 1 }).limit(articlesPerKey).toArray();
    for (const { _id } of documents) {
      const shared = counts.get(_id) ?? { places: 0, marks: 0 };
      counts.set(_id, shared);
      shared[field]++;
    }
  };
  await Promise.all([
    ...rankKeysOf(keyed).map((key) => count({ rankKeys: key }, 'places')),
    ...keyed.sketch.map((mark) => count({ 'fingerprint.sketch': mark }, 'marks')),
  ]);
  return counts;
}

async function sharingKeys(
  articles: Collections['articles'],
  fingerprint: Fingerprint,
): Promise<Pick<ArticleDocument, '_id' | 'fingerprint'>[]> {
  const counts = await countShared(articles, fingerprint);
  const ids = [...counts].flatMap(([id, { places, marks }]) =>
    places >= minSamePlaces || marks >= minSharedMarks ? [id] : [],
  );
  return ids.length === 0
    ? []
    : await firstById(articles, { _id: { $in: ids } }, { fields: { fingerprint: 1 }, limit: ids.length });
}

function firstById(
  articles: Collections['articles'],
  query: Filter<ArticleDocument>,
  { fields, limit }: { readonly fields: Readonly<Record<string, 1>>; readonly limit: number },
): Promise<Pick<ArticleDocument, '_id' | 'fingerprint'>[]> {
  return articles
    .find(query)
    .project<Pick<ArticleDocument, '_id' | 'fingerprint'>>(fields)
    .sort({ _id: 1 })
    .limit(limit)
    .toArray();
}

async function inOrder(articles: Collections['articles'], ids: readonly string[]): Promise<Neighbour[]> {
  const documents = await articles
    .find({ _id: { $in: [...ids] } })
    .project<ArticleDocument>({ cluster: 1, site: 1, title: 1, body: 1, lang: 1, fingerprint: 1 })
    .toArray();
  const byId = new Map(documents.map((document) => [document._id, neighbourOf(withKey('id', document))]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}
