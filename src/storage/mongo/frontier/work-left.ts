import { type HostLeft, type LeaseLeft, type WorkLeft, workLeft } from '../../../model/crawl/work-left.ts';
import type { Collections } from '../collections.ts';
import type { TaskState } from '../documents.ts';

type Frontier = Collections['frontier'];
type Keyed<T, Key extends keyof T> = Omit<T, Key> & { readonly _id: string };

const held = { state: { $in: ['leased', 'ending'] as TaskState[] } } as const;
const ofSites = (sites: readonly string[] | null) => (sites === null ? {} : { site: { $in: [...sites] } });

export async function leftByHost(frontier: Frontier, sites: readonly string[] | null): Promise<WorkLeft> {
  const pending = (state: TaskState, since: string) =>
    frontier
      .aggregate<Keyed<HostLeft, 'host'>>(
        [
          { $match: { state, ...ofSites(sites) } },
          {
            $group: {
              _id: '$host',
              due: { $sum: state === 'ready' ? 1 : 0 },
              waiting: { $sum: state === 'ready' ? 0 : 1 },
              forBrowser: { $sum: { $cond: [{ $eq: ['$waitsFor', 'browser'] }, 1, 0] } },
              since: { $min: since },
              nextAt: { $min: '$dueAt' },
            },
          },
        ],
        { allowDiskUse: true },
      )
      .toArray();
  const leases = await frontier
    .aggregate<Keyed<LeaseLeft, 'owner'>>([
      { $match: { ...held, ...ofSites(sites) } },
      { $group: { _id: '$owner', tasks: { $sum: 1 }, until: { $max: '$leaseUntil' } } },
      { $sort: { _id: 1 } },
    ])
    .toArray();
  const hosts = [...(await pending('ready', '$dueAt')), ...(await pending('waiting', '$setAt'))];
  return workLeft(
    hosts.map(({ _id, ...host }) => ({ ...host, host: _id })),
    leases.map(({ _id, ...lease }) => ({ ...lease, owner: _id })),
  );
}

export async function heldUntil(
  frontier: Frontier,
  sites: readonly string[] | null,
  owner: string,
): Promise<Date | null> {
  const query = { ...held, owner: { $ne: owner }, ...ofSites(sites) };
  const [last] = await frontier.find(query).sort({ leaseUntil: -1 }).limit(1).toArray();
  return last?.leaseUntil ?? null;
}
