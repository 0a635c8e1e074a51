import { canonicalUrl } from '../../../model/web/canonical-url.ts';
import type { Collections } from '../collections.ts';
import type { RemovalDocument } from '../documents.ts';
import { articleCounters } from '../tallies/article-tallies.ts';
import { hourOf } from '../tallies/hours.ts';
import { visitCounters } from '../tallies/visit-tallies.ts';
import { settleAndTally } from './store-article.ts';

/** Removes visits, with their part of the tallies. @param until those that started later stay */
export async function removeVisits(collections: Collections, ids: readonly string[], until: Date): Promise<void> {
  const { visits } = collections;
  const started = await visits
    .find({ _id: { $in: [...ids] } })
    .project<{ startedAt: Date }>({ startedAt: 1 })
    .toArray();
  const hours = [...new Set(started.map(({ startedAt }) => hourOf(startedAt)))];
  await remove(collections, { kind: 'visits', ids, until, hours, survivors: [], clusters: [] });
}

/**
 * Removes articles with all that belongs to them. Their clusters are judged again; one that loses the article whose id it has gets the id of another member. Their addresses stay known, and are not visited
 * again, unless they list records. @param until those that changed later stay
 */
export async function removeDocuments(collections: Collections, ids: readonly string[], until: Date): Promise<void> {
  const { articles } = collections;
  const fields = { cluster: 1, firstSeenAt: 1 };
  type Fields = { readonly _id: string; readonly cluster: string; readonly firstSeenAt: Date };
  const chosen = await articles
    .find({ _id: { $in: [...ids] } })
    .project<Fields>(fields)
    .toArray();
  const clusters = [...new Set(chosen.map(({ cluster }) => cluster))];
  const rest = await articles
    .find({ cluster: { $in: clusters }, _id: { $nin: [...ids] } })
    .project<Fields>(fields)
    .sort({ _id: 1 })
    .toArray();
  const survivors = clusters.flatMap((cluster) => rest.find((article) => article.cluster === cluster)?._id ?? []);
  const hours = [...new Set([...chosen, ...rest].map(({ firstSeenAt }) => hourOf(firstSeenAt)))];
  await remove(collections, { kind: 'articles', ids, until, hours, survivors, clusters });
}

/** Articles that a person labelled, or whose page a person corrected. */
export async function heldDocuments({ addresses, corrections, labels }: Collections): Promise<ReadonlySet<string>> {
  const held = new Set<string>();
  for await (const { articleId } of labels.find({}).project<{ articleId: string }>({ articleId: 1 }))
    held.add(articleId);
  const urls = (await corrections.find({}).project<{ _id: string }>({ _id: 1 }).toArray()).map(({ _id }) => _id);
  for await (const { article } of addresses.find({ _id: { $in: urls }, article: { $ne: null } }))
    if (article !== null) held.add(article);
  return held;
}

/** Removes one article, as `removeDocuments`. @returns false, with nothing changed, where it was written after `updatedAt`, is gone, or a person labelled or corrected it */
export async function removeUnheld(
  collections: Collections,
  { id, updatedAt }: { readonly id: string; readonly updatedAt: Date },
): Promise<boolean> {
  const { addresses, articles, corrections, labels } = collections;
  if ((await articles.countDocuments({ _id: id, updatedAt })) === 0) return false;
  const urls = (await addresses.find({ article: id }).toArray()).map(({ _id }) => canonicalUrl(_id));
  const isHeld =
    (await labels.countDocuments({ articleId: id })) > 0 ||
    (await corrections.countDocuments({ _id: { $in: urls } })) > 0;
  if (isHeld) return false;
  await removeDocuments(collections, [id], updatedAt);
  return (await articles.countDocuments({ _id: id })) === 0;
}

/** Finishes what killed processes began to remove. Each step may be repeated, also by two processes at the same time. */
export async function finishRemovals(collections: Collections): Promise<void> {
  for (const removal of await collections.removals.find({}).sort({ _id: 1 }).toArray())
    await finish(collections, removal);
}

async function remove(collections: Collections, removal: Omit<RemovalDocument, '_id'>): Promise<void> {
  const options = { upsert: true, returnDocument: 'after' } as const;
  const counter = await collections.counters.findOneAndUpdate({ _id: 'removal' }, { $inc: { value: 1 } }, options);
  if (counter === null) throw new Error('the server gave no number of a removal');
  const journal = { _id: counter.value, ...removal };
  await collections.removals.insertOne(journal);
  await finish(collections, journal);
}

async function finish(collections: Collections, removal: RemovalDocument): Promise<void> {
  const { ids, until, hours } = removal;
  if (removal.kind === 'visits') {
    await collections.visits.deleteMany({ _id: { $in: [...ids] }, startedAt: { $lte: until } });
    await visitCounters(collections).touch(hours);
  } else {
    await finishArticles(collections, removal);
    await articleCounters(collections).touch(hours);
  }
  await collections.removals.deleteOne({ _id: removal._id });
}

async function finishArticles(collections: Collections, { ids, until, ...removal }: RemovalDocument): Promise<void> {
  const { addresses, articles, media, pages, records, revisions } = collections;
  const written = articles
    .find({ _id: { $in: [...ids] }, updatedAt: { $gt: until } })
    .project<{ _id: string }>({ _id: 1 });
  const staying = new Set((await written.toArray()).map(({ _id }) => _id));
  const going = { $in: ids.filter((id) => !staying.has(id)) };
  const urls = (await addresses.find({ article: going }).toArray()).map(({ _id }) => _id);
  const listing = await records
    .find({ pages: { $in: urls } })
    .project<{ pages: readonly string[] }>({ pages: 1 })
    .toArray();
  const recordPages = new Set(listing.flatMap(({ pages: listedOn }) => listedOn));
  await pages.deleteMany({ _id: { $in: urls.filter((url) => !recordPages.has(url)) as never[] } });
  await media.deleteMany({ articleId: going });
  await revisions.deleteMany({ articleId: going });
  await articles.deleteMany({ _id: going, updatedAt: { $lte: until } });
  await addresses.updateMany({ article: going }, { $set: { article: null } });
  for (const id of removal.survivors)
    if ((await articles.countDocuments({ _id: id })) === 1) await settleAndTally(collections, { id, joins: [] });
  await settleOthers(collections, removal.clusters);
}

/** Members whose cluster lost the article whose id it has: those that a kill left, and those that joined it meanwhile. */
async function settleOthers(collections: Collections, clusters: readonly string[]): Promise<void> {
  const { articles } = collections;
  for (const cluster of clusters) {
    if ((await articles.countDocuments({ _id: cluster })) === 1) continue;
    const members = await articles.find({ cluster }).project<{ _id: string }>({ _id: 1 }).sort({ _id: 1 }).toArray();
    const [id, ...joins] = members.map(({ _id }) => _id);
    if (id !== undefined) await settleAndTally(collections, { id, joins });
  }
}
