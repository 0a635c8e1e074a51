import type { CanonicalUrl } from '../../../model/web/canonical-url.ts';
import type { PageLink } from '../../../model/web/link.ts';
import type { LinkStanding, Links } from '../../crawl/frontier-port.ts';
import type { VisitResult } from '../../port.ts';
import type { Collections } from '../collections.ts';
import { twiceAtMost } from '../mongo-error.ts';

/** An address has no line breaks. */
const linkKey = ({ from, to }: Pick<PageLink, 'from' | 'to'>): string => `${from}\n${to}`;

export class MongoLinks implements Links {
  readonly #links: Collections['links'];
  readonly #addresses: Collections['addresses'];

  constructor({ links, addresses }: Collections) {
    this.#links = links;
    this.#addresses = addresses;
  }

  async standing(from: CanonicalUrl, to: readonly CanonicalUrl[]): Promise<ReadonlyMap<CanonicalUrl, LinkStanding>> {
    const [addresses, links] = await Promise.all([
      this.#addresses.find({ _id: { $in: [...to] } }).toArray(),
      this.#links.find({ from, to: { $in: [...to] } }).toArray(),
    ]);
    const linkedUrls = new Set(links.map((link) => link.to));
    const byUrl = new Map(addresses.map((address) => [address._id, address]));
    const entries = to.map((url): [CanonicalUrl, LinkStanding] => {
      const { inLinks = 0, relevance = null } = byUrl.get(url) ?? {};
      return [url, { inLinks: inLinks + (linkedUrls.has(url) ? 0 : 1), relevance }];
    });
    return new Map(entries);
  }

  async maxInLinks(): Promise<number> {
    const [first] = await this.#addresses.find({}).sort({ inLinks: -1 }).limit(1).toArray();
    return first?.inLinks ?? 0;
  }

  async from(url: CanonicalUrl, limit: number): Promise<PageLink[]> {
    if (limit === 0) return []; // to the driver 0 means all
    const links = await this.#links.find({ from: url }).sort({ to: 1 }).limit(limit).toArray();
    const addresses = await this.#addresses.find({ _id: { $in: links.map(({ to }) => to) } }).toArray();
    const relevances = new Map(addresses.map(({ _id, relevance }) => [_id, relevance]));
    return links.map(({ _id, ...link }) => ({ ...link, relevance: relevances.get(link.to) ?? null }));
  }
}

/**
 * For an ending, after its article. Each step may be repeated: links are recounted from the index, never added up, and no count goes down. So the counts are
 * right after the last of several writers, even where others died.
 */
export async function writeLinks(collections: Collections, { task, article, pointsTo }: VisitResult): Promise<void> {
  const { addresses, links } = collections;
  if (article !== null) {
    const withoutLinks = { inLinks: 0, relevance: null };
    const updates = [...new Set([article.url, task.url])].map((url) => ({
      updateOne: {
        filter: { _id: url as string },
        update: { $set: { article: article.id }, $setOnInsert: withoutLinks },
        upsert: true,
      },
    }));
    await twiceAtMost(() => addresses.bulkWrite(updates, { ordered: false }));
    await countArticles(collections, [article.id]);
  }
  if (pointsTo.length === 0) return;
  const updates = pointsTo.map(({ relevance: _, ...link }) => ({
    updateOne: { filter: { _id: linkKey(link) }, update: { $setOnInsert: link }, upsert: true },
  }));
  await twiceAtMost(() => links.bulkWrite(updates, { ordered: false }));
  await countAddresses(collections, pointsTo);
}

async function countAddresses(collections: Collections, pointsTo: readonly PageLink[]): Promise<void> {
  const { addresses, links } = collections;
  const targets = [...new Set(pointsTo.map(({ to }) => to))];
  const counted = await links
    .aggregate<{ _id: string; n: number }>([
      { $match: { to: { $in: targets } } },
      { $group: { _id: '$to', n: { $sum: 1 } } },
    ])
    .toArray();
  const counts = new Map(counted.map(({ _id, n }) => [_id, n]));
  const updates = pointsTo.map(({ to, relevance }) => {
    // to $max a number is greater than null
    const update = { $max: { inLinks: counts.get(to) ?? 1, relevance }, $setOnInsert: { article: null } };
    return { updateOne: { filter: { _id: to as string }, update, upsert: true } };
  });
  await twiceAtMost(() => addresses.bulkWrite(updates, { ordered: false }));
  const read = await addresses.find({ _id: { $in: targets }, article: { $ne: null } }).toArray();
  await countArticles(collections, [...new Set(read.flatMap(({ article }) => article ?? []))]);
}

/** Counts the links of articles: those to all addresses of each. */
async function countArticles({ addresses, articles }: Collections, ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    const ofArticle = await addresses.find({ article: id }).toArray();
    const inLinks = ofArticle.reduce((sum, address) => sum + address.inLinks, 0);
    await articles.updateOne({ _id: id }, { $max: { inLinks } });
  }
}
