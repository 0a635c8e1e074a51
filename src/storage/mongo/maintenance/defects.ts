import type { Filter } from 'mongodb';
import { revisionsForgotten } from '../../collections/counters.ts';
import { wrongRecords } from '../../collections/walk.ts';
import type { StoreDefect } from '../../maintenance-port.ts';
import { defects, longestLeaseMs } from '../../records/defects.ts';
import { wrongWords } from '../articles/search-index.ts';
import { bandKeys, rankKeysOf } from '../articles/store-article.ts';
import type { Collections } from '../collections.ts';
import type { ArticleDocument, TaskDocument } from '../documents.ts';
import { articleCounters } from '../tallies/article-tallies.ts';
import { blobTallies } from '../tallies/blob-tallies.ts';
import type { TallyTree } from '../tallies/tally-tree.ts';
import { visitCounters } from '../tallies/visit-tallies.ts';

type Checked = Pick<
  ArticleDocument,
  '_id' | 'url' | 'cluster' | 'canonicalId' | 'revision' | 'inLinks' | 'fingerprint' | 'bands' | 'rankKeys'
>;

/** What a check keeps of each article. */
type Standing = Pick<ArticleDocument, 'cluster' | 'canonicalId' | 'inLinks'>;

/** What `repair` mends: it follows from other records. */
const repaired: ReadonlySet<string> = new Set([
  defects.wrongKeys,
  defects.blobWithoutChunks,
  defects.canonicalOutside,
  defects.clusterWithoutFounder,
  defects.addressWithoutArticle,
  defects.articleWithoutAddress,
  defects.mediumWithoutArticle,
  defects.stuckLease,
  defects.wrongAddressLinks,
  defects.wrongArticleLinks,
]);

const defect = (what: string, id: string): StoreDefect => ({ what, id, canRepair: repaired.has(what) });

/** Query: a lease that no claim ends, or that lasts longer than any may (`NEWSHAWK_LEASE_MS`). */
export const stuckLeases = {
  state: { $in: ['leased', 'ending'] },
  $or: [
    { owner: null },
    { lease: null },
    { leaseUntil: null },
    { $expr: { $gt: [{ $subtract: ['$leaseUntil', { $ifNull: ['$setAt', '$leaseUntil'] }] }, longestLeaseMs] } },
  ],
} as const satisfies Filter<TaskDocument>;

/** Query: a task that waits for its journal to be written, and has none. */
export const stuckWithoutJournal = {
  state: 'ending',
  ending: { $exists: false },
} as const satisfies Filter<TaskDocument>;

export const tallyTrees = (collections: Collections): readonly TallyTree[] => [
  articleCounters(collections),
  visitCounters(collections),
  blobTallies(collections),
];

/** Reads collection by collection: a write meanwhile may look like a defect, which the next check does not find. */
export async function* mongoDefects(collections: Collections): AsyncIterable<StoreDefect> {
  const standings = new Map<string, Standing>();
  yield* wrongRecords(collections.open);
  yield* ofArticles(collections, standings);
  for (const [id, standing] of standings) {
    if (!hasCanonical(standings, standing)) yield defect(defects.canonicalOutside, id);
    if (!hasFounder(standings, standing)) yield defect(defects.clusterWithoutFounder, id);
  }
  yield* ofLinks(collections, standings);
  for await (const id of wrongWords(collections)) yield { what: 'wrong words of the search', id, canRepair: true };
  yield* ofLeases(collections);
  yield* ofBelongings(collections, standings);
  yield* ofBlobs(collections);
  for (const tree of tallyTrees(collections))
    for await (const id of tree.wrongBuckets()) yield { what: `a wrong tally of ${tree.kind}`, id, canRepair: true };
}

type Standings = ReadonlyMap<string, Pick<Standing, 'cluster' | 'canonicalId'>>;

/** Whether an article's canonical one is in its cluster, and is its own. */
export function hasCanonical(standings: Standings, { cluster, canonicalId }: Omit<Standing, 'inLinks'>): boolean {
  const canonical = standings.get(canonicalId);
  return canonical?.cluster === cluster && canonical.canonicalId === canonicalId;
}

/** Whether the article whose id an article's cluster has is in it. */
export const hasFounder = (standings: Standings, { cluster }: Pick<Standing, 'cluster'>): boolean =>
  standings.get(cluster)?.cluster === cluster;

async function* ofArticles(
  { articles, counters, revisions }: Collections,
  standings: Map<string, Standing>,
): AsyncIterable<StoreDefect> {
  const fields = { url: 1, cluster: 1, canonicalId: 1, revision: 1, inLinks: 1, fingerprint: 1, bands: 1, rankKeys: 1 };
  const urls = new Set<string>();
  const mayLack = (await counters.countDocuments({ _id: revisionsForgotten, value: 1 })) === 1;
  for await (const { _id, ...article } of articles.find({}).project<Checked>(fields)) {
    const { cluster, canonicalId, inLinks } = article;
    standings.set(_id, { cluster, canonicalId, inLinks });
    if (urls.has(article.url)) yield defect(defects.sameAddress, _id);
    urls.add(article.url);
    const kept = await revisions.find({ articleId: _id }).project<{ revision: number }>({ revision: 1 }).toArray();
    if (
      !isWhole(
        article.revision,
        kept.map(({ revision }) => revision),
        mayLack,
      )
    )
      yield defect(defects.wrongRevision, _id);
    if (rightKeys(article) !== null) yield defect(defects.wrongKeys, _id);
  }
}

/** The keys of the look-up of copies that an article should have; null: it has them. */
export function rightKeys(
  article: Pick<ArticleDocument, 'fingerprint' | 'bands' | 'rankKeys'>,
): Pick<ArticleDocument, 'bands' | 'rankKeys'> | null {
  const { fingerprint } = article;
  const keys = { rankKeys: rankKeysOf(fingerprint), bands: bandKeys(fingerprint.simhash) };
  const isRight = String(keys.rankKeys) === String(article.rankKeys) && String(keys.bands) === String(article.bands);
  return isRight ? null : keys;
}

/** Whether all earlier revisions are there. @param mayLack old ones were removed: the others have no gap */
function isWhole(revision: number, kept: readonly number[], mayLack: boolean): boolean {
  if (kept.length === revision - 1) return true;
  return (
    mayLack &&
    (kept.length === 0 || (Math.max(...kept) === revision - 1 && kept.length === revision - Math.min(...kept)))
  );
}

/** Records that belong to an article, and whose article is gone. */
async function* ofBelongings(
  { media, revisions }: Collections,
  standings: ReadonlyMap<string, Standing>,
): AsyncIterable<StoreDefect> {
  const named = media.find({ articleId: { $gt: '' } }).project<{ _id: string; articleId: string }>({ articleId: 1 });
  for await (const { _id, articleId } of named)
    if (!standings.has(articleId)) yield defect(defects.mediumWithoutArticle, _id.replace('\n', ' '));
  const gone = new Set<string>();
  for await (const { articleId } of revisions.find({}).project<{ articleId: string }>({ articleId: 1 }))
    if (!standings.has(articleId)) gone.add(articleId);
  for (const id of gone) yield defect(defects.revisionWithoutArticle, id);
}

/** Number of links by the address that they point to. */
export async function linksTo(links: Collections['links']): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  for await (const { to } of links.find({}).project<{ to: string }>({ to: 1 }))
    counts.set(to, (counts.get(to) ?? 0) + 1);
  return counts;
}

async function* ofLinks(
  { addresses, links }: Collections,
  standings: ReadonlyMap<string, Standing>,
): AsyncIterable<StoreDefect> {
  const counts = await linksTo(links);
  const ofArticle = new Map<string, number>();
  for await (const { _id, inLinks, article } of addresses.find({})) {
    if (inLinks !== (counts.get(_id) ?? 0)) yield defect(defects.wrongAddressLinks, _id);
    counts.delete(_id);
    if (article === null) continue;
    if (!standings.has(article)) yield defect(defects.addressWithoutArticle, _id);
    ofArticle.set(article, (ofArticle.get(article) ?? 0) + inLinks);
  }
  for (const to of counts.keys()) yield defect(defects.unknownTarget, to);
  for (const [id, { inLinks }] of standings) {
    if (!ofArticle.has(id)) yield defect(defects.articleWithoutAddress, id);
    else if (inLinks !== ofArticle.get(id)) yield defect(defects.wrongArticleLinks, id);
  }
}

async function* ofLeases({ frontier }: Collections): AsyncIterable<StoreDefect> {
  const stuck = frontier.find({ $or: [stuckLeases, stuckWithoutJournal] }).project<{ _id: string }>({ _id: 1 });
  for await (const { _id } of stuck) yield defect(defects.stuckLease, _id);
}

/** Complete blobs' records that lack a chunk. */
export async function* blobsWithoutChunks({ blobs, blobChunks }: Collections): AsyncIterable<string> {
  for await (const { _id, chunks, isGoing } of blobs.find({})) {
    if (isGoing === true) continue;
    const names = Array.from({ length: chunks }, (_, n) => `${_id}/${n}`);
    const chunkCount = await blobChunks.countDocuments({ _id: { $in: names } });
    if (chunkCount !== chunks && (await blobs.countDocuments({ _id })) === 1) yield _id;
  }
}

async function* ofBlobs(collections: Collections): AsyncIterable<StoreDefect> {
  for await (const id of blobsWithoutChunks(collections))
    yield { ...defect(defects.blobWithoutChunks, id), isUnreadable: true };
}
