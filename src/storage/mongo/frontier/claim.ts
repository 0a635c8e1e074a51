import type { Task } from '../../../model/crawl/task.ts';
import type { CanonicalUrl } from '../../../model/web/canonical-url.ts';
import { taskOf } from '../../collections/crawl/tasks.ts';
import { type ClaimRequest, freeDeaths, type LeaseRequest } from '../../crawl/frontier-port.ts';
import type { Collections } from '../collections.ts';
import { type TaskDocument, type TaskState, withKey } from '../documents.ts';
import { noLease, rankExpression } from './entries.ts';
import { lowerBest } from './lowered-tasks.ts';

type Candidate = Pick<TaskDocument, '_id' | 'host'>;

/** Attempts of a claim to lease tasks, where other processes take those that it has chosen. */
const roundLimit = 5;

/** Makes waiting tasks that are due ready, and tasks whose lease has expired, which ends it. */
export async function makeReady({ frontier }: Collections, { now, ...request }: ClaimRequest): Promise<void> {
  await frontier.updateMany({ state: 'waiting', dueAt: { $lte: now } }, { $set: { state: 'ready' } });
  await releaseDeadDocuments(frontier, expiredLeases({ now, ...request }));
}

/** A query for expired leases. The claiming owner keeps its own. */
export const expiredLeases = ({ now, owner, leasesEndedBy = now }: ClaimRequest) =>
  ({ leaseUntil: { $lte: leasesEndedBy }, owner: { $ne: owner } }) as const;

/**
 * A wait or lease that began later than `now` begins now, with its length: the clock has been set back since, and the task would wait for that time too.
 */
export async function mendDocumentTimes({ frontier }: Collections, now: Date): Promise<void> {
  const setLater = { setAt: { $gt: now } } as const;
  const states: readonly TaskState[] = ['waiting', 'leased', 'ending'];
  if ((await frontier.countDocuments({ state: { $in: [...states] }, ...setLater }, { limit: 1 })) === 0) return;
  const mended = (field: string) => ({ $add: [now, { $subtract: [field, '$setAt'] }] });
  const [dueAt, leaseUntil] = [mended('$dueAt'), mended('$leaseUntil')];
  const mend = (which: readonly TaskState[], times: Readonly<Record<string, unknown>>) =>
    frontier.updateMany({ state: { $in: [...which] }, ...setLater }, [{ $set: { ...times, setAt: now } }]);
  await mend(['waiting'], { dueAt, rank: rankExpression(dueAt) });
  await mend(['leased', 'ending'], { leaseUntil });
}

/** Makes tasks of processes that died ready: see `Frontier.claim`. @returns how many */
export async function releaseDeadDocuments(
  frontier: Collections['frontier'],
  which: Readonly<Record<string, unknown>>,
): Promise<number> {
  const dead = { ...which, state: 'leased' } as const;
  const owners = await frontier.distinct('owner', dead);
  if (owners.length === 0) return 0;
  const isAlone = async (owner: string | null) =>
    (await frontier.countDocuments({ owner, state: { $in: ['leased', 'ending'] } }, { limit: 2 })) === 1;
  const counted = await Promise.all(owners.map(async (owner) => ((await isAlone(owner)) ? [owner] : [])));
  const alone = { owner: { $in: counted.flat() } };
  const ready = { $set: { state: 'ready', ...noLease } } as const;
  // first the tasks that pay an attempt: the second step makes more of them
  const paying = await frontier.updateMany(
    { $and: [dead, alone, { leftBehind: { $gte: freeDeaths } }] },
    { ...ready, $inc: { leftBehind: 1, attempts: 1 } },
  );
  const free = await frontier.updateMany(
    { $and: [dead, alone, { leftBehind: { $gte: 1 } }] },
    { ...ready, $inc: { leftBehind: 1 } },
  );
  const first = await frontier.updateMany(dead, { ...ready, $max: { leftBehind: 1 } });
  return paying.modifiedCount + free.modifiedCount + first.modifiedCount;
}

/**
 * Chooses the best tasks, leases those that are still ready under one token, and reads the tasks with that token. The change of each task is atomic: two
 * processes never get the same one.
 */
export async function claimDocuments(collections: Collections, request: ClaimRequest): Promise<Task[]> {
  const { frontier } = collections;
  if (request.limit < 1 || request.perHost < 1) return [];
  await lowerBest(collections, request, () => choose(frontier, request));
  const lease = await nextLease(collections);
  const leaseUntil = new Date(request.now.getTime() + request.leaseMs);
  const resting = new Set(request.restingHosts);
  let remaining = request.limit;
  for (let round = 0; round < roundLimit && remaining > 0; round += 1) {
    const chosen = await choose(frontier, { ...request, restingHosts: resting, limit: remaining });
    if (chosen.length === 0) break;
    const { modifiedCount } = await frontier.updateMany(
      { _id: { $in: chosen.map(({ _id }) => _id) }, state: 'ready' },
      { $set: { state: 'leased', lease, owner: request.owner, leaseUntil, setAt: request.now } },
    );
    remaining -= modifiedCount;
    if (modifiedCount === chosen.length) break;
    for (const { host } of chosen) resting.add(host); // its share may be used up
  }
  const leased = await frontier.find({ lease }).sort({ rank: 1, dueAt: 1, _id: 1 }).toArray();
  return leased.map((task) => readTask(task, lease));
}

/** Leases this task, if nobody holds it. */
export async function takeDocument(
  collections: Collections,
  url: CanonicalUrl,
  { now, owner, leaseMs }: LeaseRequest,
): Promise<Task | null> {
  const lease = await nextLease(collections);
  const leaseUntil = new Date(now.getTime() + leaseMs);
  const task = await collections.frontier.findOneAndUpdate(
    { _id: url, state: { $nin: ['leased', 'ending'] } },
    { $set: { state: 'leased', lease, owner, leaseUntil, setAt: now } },
    { returnDocument: 'after' },
  );
  return task === null ? null : readTask(task, lease);
}

/**
 * The hosts in the order of their best ready tasks, then the best `perHost` tasks of each of the first `limit` hosts: no later host can have a better one. The
 * first aggregation walks the index from host to host.
 */
async function choose(frontier: Collections['frontier'], request: ClaimRequest): Promise<Candidate[]> {
  const { limit, perHost, restingHosts, sites, hosts: only } = request;
  const ready = {
    state: 'ready',
    ...(only !== undefined && { host: { $in: [...only] } }),
    ...(sites !== null && { site: { $in: [...sites] } }),
  } as const;
  const hosts = (await bestByHost(frontier, { ready, restingHosts, limit })).map((head) => head._id);
  const queues = await Promise.all(
    hosts.map((host) =>
      frontier
        .find({ ...ready, host })
        .project<Candidate & Pick<TaskDocument, 'rank' | 'dueAt'>>({ host: 1, rank: 1, dueAt: 1 })
        .sort(order)
        .limit(perHost)
        .toArray(),
    ),
  );
  const inOrder = queues
    .flat()
    .sort((a, b) => a.rank - b.rank || a.dueAt.getTime() - b.dueAt.getTime() || (a._id < b._id ? -1 : 1));
  return inOrder.slice(0, limit);
}

const order = { rank: 1, dueAt: 1, _id: 1 } as const;

/** The hosts in the order of their best ready tasks, with these. */
export async function bestByHost(
  frontier: Collections['frontier'],
  {
    ready = { state: 'ready' },
    restingHosts,
    limit,
  }: { readonly ready?: Readonly<Record<string, unknown>> } & Pick<ClaimRequest, 'restingHosts' | 'limit'>,
): Promise<{ readonly _id: string; readonly url: CanonicalUrl }[]> {
  const heads = frontier.aggregate<{ _id: string; url: CanonicalUrl }>(
    [
      { $match: ready },
      { $sort: { state: 1, host: 1, ...order } },
      { $group: { _id: '$host', rank: { $first: '$rank' }, dueAt: { $first: '$dueAt' }, url: { $first: '$_id' } } },
      { $match: { _id: { $nin: [...restingHosts] } } },
      { $sort: { rank: 1, dueAt: 1, url: 1 } },
      { $limit: limit },
    ],
    { allowDiskUse: true },
  );
  return await heads.toArray();
}

/** A number that only grows: each claim of a task has another lease. */
async function nextLease({ counters }: Collections): Promise<string> {
  const counter = await counters.findOneAndUpdate(
    { _id: 'lease' },
    { $inc: { value: 1 } },
    { upsert: true, returnDocument: 'after' },
  );
  if (counter === null) throw new Error('the server gave no lease number');
  return String(counter.value);
}

const readTask = (document: TaskDocument, lease: string): Task => taskOf(withKey('url', document), lease);
