import { type ClaimRequest, maxRepriced } from '../../crawl/frontier-port.ts';
import type { Collections } from '../collections.ts';
import type { TaskDocument } from '../documents.ts';

/** Tasks of a host that are looked at together: its next best ones are likely to be as stale as its head. */
const batchSize = 50;

/**
 * Lowers the priorities of the best tasks before a claim, each once: they were computed when Cmax was smaller. Another process may have taken or changed a task since:
 * then it stays.
 * @param choose the tasks that the claim would take now
 */
export async function lowerBest(
  collections: Collections,
  { priorityNow }: Pick<ClaimRequest, 'priorityNow'>,
  choose: () => Promise<readonly Pick<TaskDocument, '_id' | 'host'>[]>,
): Promise<void> {
  if (priorityNow === undefined) return;
  const { frontier, addresses } = collections;
  const seen = new Set<string>();
  const [most] = await addresses.find({}).sort({ inLinks: -1 }).limit(1).toArray();
  const maxInLinks = most?.inLinks ?? 0;
  if (maxInLinks === 0) return;
  /** @returns the hosts of those that were lowered */
  const lower = async (tasks: readonly TaskDocument[]): Promise<ReadonlySet<string>> => {
    const fresh = tasks.filter(({ _id }) => !seen.has(_id));
    for (const { _id } of fresh) seen.add(_id);
    const standings = await addresses.find({ _id: { $in: fresh.map(({ _id }) => _id) } }).toArray();
    const byUrl = new Map(standings.map(({ _id, ...standing }) => [_id as string, standing]));
    const lowered = fresh.flatMap(({ _id, host, kind, revisit, depth, priority, publishedAt = null, dueAt }) => {
      const { inLinks = 0, relevance = null } = byUrl.get(_id) ?? {};
      if (kind !== 'page' || revisit || depth === 0 || inLinks === 0) return [];
      const now = priorityNow({ url: _id, depth, priority, publishedAt, dueAt, inLinks, relevance, maxInLinks });
      if (now >= priority) return [];
      const filter = { _id, state: 'ready', priority } as const;
      return [{ host, updateOne: { filter, update: { $set: { priority: now }, $inc: { rank: priority - now } } } }];
    });
    const updates = lowered.map(({ updateOne }) => ({ updateOne }));
    if (updates.length > 0) await frontier.bulkWrite(updates, { ordered: false });
    return new Set(lowered.map(({ host }) => host));
  };
  while (seen.size < maxRepriced) {
    const ids = (await choose()).map(({ _id }) => _id).filter((id) => !seen.has(id));
    if (ids.length === 0) return;
    const hosts = await lower(await frontier.find({ _id: { $in: ids } }).toArray());
    if (hosts.size === 0) return;
    const mayLook = Math.max(0, Math.ceil((maxRepriced - seen.size) / batchSize));
    const next = await Promise.all([...hosts].slice(0, mayLook).map((host) => bestOf(frontier, host)));
    await lower(next.flat());
  }
}

const bestOf = (frontier: Collections['frontier'], host: string): Promise<TaskDocument[]> =>
  frontier.find({ state: 'ready', host }).sort({ rank: 1, dueAt: 1, _id: 1 }).limit(batchSize).toArray();
