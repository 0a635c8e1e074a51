import type { AnyBulkWriteOperation } from 'mongodb';
import { indexMore, wrongWords } from '../articles/search-index.ts';
import { settleAndTally } from '../articles/store-article.ts';
import type { Collections } from '../collections.ts';
import type { ArticleDocument } from '../documents.ts';
import { hasCanonical, hasFounder, linksTo, rightKeys, stuckLeases, stuckWithoutJournal } from './defects.ts';

/** Articles per write. */
const batchSize = 100;

/** Rebuilds what follows from other records: clusters, counts of links, look-up keys; ends leases that nobody can end. Only where nobody else writes are the counts of links exact. */
export async function repairDocuments(collections: Collections): Promise<void> {
  await endLeases(collections);
  const standings = await repairKeys(collections);
  await repairSearch(collections);
  for (const [id, standing] of standings)
    if (!hasCanonical(standings, standing) || !hasFounder(standings, standing))
      await settleAndTally(collections, { id, joins: [] });
  await repairLinks(collections, standings);
}

async function endLeases({ frontier }: Collections): Promise<void> {
  await frontier.updateMany(stuckWithoutJournal, { $set: { state: 'leased' } });
  await frontier.updateMany(stuckLeases, [
    {
      $set: {
        lease: { $ifNull: ['$lease', ''] },
        owner: { $ifNull: ['$owner', ''] },
        leaseUntil: { $ifNull: ['$setAt', new Date(0)] },
      },
    },
  ]);
}

/** Adds what the search does not find yet, after words that are not those of the text are taken away. */
async function repairSearch(collections: Collections): Promise<void> {
  for await (const id of wrongWords(collections))
    await collections.articles.updateOne({ _id: id }, { $unset: { terms: '' } });
  for (;;) if ((await indexMore(collections, batchSize)) === 0) return;
}

type Standing = Pick<ArticleDocument, 'url' | 'cluster' | 'canonicalId' | 'inLinks'>;

/** Rewrites wrong keys of the look-up of copies. @returns the articles by id */
async function repairKeys({ articles }: Collections): Promise<ReadonlyMap<string, Standing>> {
  const standings = new Map<string, Standing>();
  let wrong: AnyBulkWriteOperation<ArticleDocument>[] = [];
  const write = async () => {
    if (wrong.length > 0) await articles.bulkWrite(wrong);
    wrong = [];
  };
  const fields = { url: 1, cluster: 1, canonicalId: 1, inLinks: 1, fingerprint: 1, bands: 1, rankKeys: 1, version: 1 };
  for await (const { _id, version, ...article } of articles.find({}).project<ArticleDocument>(fields)) {
    const { url, cluster, canonicalId, inLinks } = article;
    standings.set(_id, { url, cluster, canonicalId, inLinks });
    const keys = rightKeys(article);
    if (keys === null) continue;
    wrong.push({ updateOne: { filter: { _id, version }, update: { $set: keys } } });
    if (wrong.length === batchSize) await write();
  }
  await write();
  return standings;
}

async function repairLinks(collections: Collections, standings: ReadonlyMap<string, Standing>): Promise<void> {
  const { addresses, articles, links } = collections;
  await repairNames(collections, standings);
  const counts = await linksTo(links);
  const ofArticle = new Map<string, number>();
  for await (const { _id, inLinks, article } of addresses.find({})) {
    const mended = {
      inLinks: counts.get(_id) ?? 0,
      article: article !== null && standings.has(article) ? article : null,
    };
    if (mended.inLinks !== inLinks || mended.article !== article)
      await addresses.updateOne({ _id, inLinks, article }, { $set: mended });
    if (mended.article !== null) ofArticle.set(mended.article, (ofArticle.get(mended.article) ?? 0) + mended.inLinks);
  }
  for (const [_id, { inLinks }] of standings) {
    const counted = ofArticle.get(_id) ?? 0;
    if (counted !== inLinks) await articles.updateOne({ _id, inLinks }, { $set: { inLinks: counted } });
  }
}

/** Names of articles that are gone; and each article at its own address. */
async function repairNames({ addresses, media }: Collections, standings: ReadonlyMap<string, Standing>): Promise<void> {
  for await (const { _id, article } of addresses.find({ article: { $gt: '' } }))
    if (article !== null && !standings.has(article))
      await addresses.updateOne({ _id, article }, { $set: { article: null } });
  for (const [id, { url }] of standings) {
    const own = addresses.countDocuments({ _id: url, article: { $ne: null } });
    if ((await own) === 0)
      await addresses.updateOne(
        { _id: url },
        { $set: { article: id }, $setOnInsert: { inLinks: 0, relevance: null } },
        { upsert: true },
      );
  }
  const named = media.find({ articleId: { $gt: '' } }).project<{ _id: string; articleId: string }>({ articleId: 1 });
  for await (const { _id, articleId } of named)
    if (!standings.has(articleId)) await media.updateOne({ _id, articleId }, { $set: { articleId: null } });
}
