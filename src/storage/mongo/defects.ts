import { rankKeys } from '../../model/article/neighbour-keys.ts';
import { fingerprintOf } from '../records/articles.ts';
import { defects } from '../records/defects.ts';
import type { StoreDefect } from '../upkeep-port.ts';
import { bandKeys } from './articles/store-article.ts';
import type { Collections } from './collections.ts';
import type { ArticleDocument } from './documents.ts';
import { tallyTrees } from './tallies/first-count.ts';

type Checked = Pick<
  ArticleDocument,
  '_id' | 'url' | 'cluster' | 'canonicalId' | 'revision' | 'inLinks' | 'fingerprint' | 'bands' | 'rankKeys'
>;

/** What a check keeps of each article. */
type Standing = Pick<ArticleDocument, 'cluster' | 'canonicalId' | 'inLinks'>;

const defect = (what: string, id: string): StoreDefect => ({ what, id, canRepair: false });

/** Reads collection by collection: a write meanwhile may look like a defect, which the next check does not find. */
export async function* mongoDefects(collections: Collections): AsyncIterable<StoreDefect> {
  const standings = new Map<string, Standing>();
  yield* ofArticles(collections, standings);
  for (const [id, { cluster, canonicalId }] of standings) {
    const canonical = standings.get(canonicalId);
    if (canonical === undefined || canonical.cluster !== cluster || canonical.canonicalId !== canonicalId)
      yield defect(defects.canonicalOutside, id);
    if (standings.get(cluster)?.cluster !== cluster) yield defect(defects.clusterWithoutFounder, id);
  }
  yield* ofLinks(collections, standings);
  yield* ofBlobs(collections);
  for (const tree of tallyTrees(collections))
    for await (const id of tree.wrongBuckets()) yield { what: `a wrong tally of ${tree.kind}`, id, canRepair: true };
}

async function* ofArticles(
  { articles, revisions }: Collections,
  standings: Map<string, Standing>,
): AsyncIterable<StoreDefect> {
  const fields = { url: 1, cluster: 1, canonicalId: 1, revision: 1, inLinks: 1, fingerprint: 1, bands: 1, rankKeys: 1 };
  const urls = new Set<string>();
  for await (const { _id, ...article } of articles.find({}).project<Checked>(fields)) {
    const { cluster, canonicalId, inLinks } = article;
    standings.set(_id, { cluster, canonicalId, inLinks });
    if (urls.has(article.url)) yield defect(defects.sameAddress, _id);
    urls.add(article.url);
    if (article.revision !== 1 + (await revisions.countDocuments({ articleId: _id })))
      yield defect(defects.wrongRevision, _id);
    const fingerprint = fingerprintOf(article.fingerprint);
    const keys = rankKeys(fingerprint).map(({ place, keyword }) => `${place}:${keyword}`);
    if (String(keys) !== String(article.rankKeys) || String(bandKeys(fingerprint.simhash)) !== String(article.bands))
      yield defect('an article with wrong keys', _id);
  }
}

async function* ofLinks(
  { addresses, links }: Collections,
  standings: ReadonlyMap<string, Standing>,
): AsyncIterable<StoreDefect> {
  const counts = new Map<string, number>();
  for await (const { to } of links.find({}).project<{ to: string }>({ to: 1 }))
    counts.set(to, (counts.get(to) ?? 0) + 1);
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

async function* ofBlobs({ blobs, blobChunks }: Collections): AsyncIterable<StoreDefect> {
  for await (const { _id, chunks, isGoing } of blobs.find({})) {
    if (isGoing === true) continue;
    const names = Array.from({ length: chunks }, (_, n) => `${_id}/${n}`);
    const chunkCount = await blobChunks.countDocuments({ _id: { $in: names } });
    if (chunkCount !== chunks && (await blobs.countDocuments({ _id })) === 1)
      yield defect('a blob without all its chunks', _id);
  }
}
