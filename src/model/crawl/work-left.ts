/** Pending tasks of one host. */
export interface HostLeft {
  readonly host: string;
  /** Tasks that are due: their host rests, or no worker took them yet. */
  readonly due: number;
  /** Tasks that are due later. */
  readonly waiting: number;
  /** Waiting tasks that need a browser while none can be started. */
  readonly forBrowser: number;
  /** Since when the oldest of them waits. */
  readonly since: Date;
  /** When the first of them is due. */
  readonly nextAt: Date;
}

/** Tasks that a process has claimed; it may have died. */
export interface LeaseLeft {
  readonly owner: string;
  readonly tasks: number;
  /** When the leases expire, unless the owner renews them. */
  readonly until: Date;
}

/** Unfinished tasks: pending ones by host, claimed ones by owner. */
export interface WorkLeft {
  /** Most tasks first, at most `maxHostsLeft` hosts; the sums below count all hosts. */
  readonly hosts: readonly HostLeft[];
  readonly due: number;
  readonly waiting: number;
  readonly forBrowser: number;
  readonly leases: readonly LeaseLeft[];
}

export const maxHostsLeft = 20;

export const nothingLeft: WorkLeft = { hosts: [], due: 0, waiting: 0, forBrowser: 0, leases: [] };

/** Number of unfinished tasks. */
export const tasksLeft = ({ due, waiting, leases }: WorkLeft): number =>
  due + waiting + leases.reduce((sum, { tasks }) => sum + tasks, 0);

/** What is left without these tasks, which were given back just now: they are due, or count as waiting for a moment. */
export function withoutTasks(left: WorkLeft, tasks: readonly Pick<HostLeft, 'host'>[]): WorkLeft {
  if (tasks.length === 0) return left;
  const counts = new Map([...Map.groupBy(tasks, ({ host }) => host)].map(([host, some]) => [host, some.length]));
  const hosts = left.hosts
    .map((host) => ({ ...host, ...reduced(host, counts.get(host.host) ?? 0) }))
    .filter(({ due, waiting }) => due + waiting > 0);
  return { ...left, hosts, ...reduced(left, tasks.length) };
}

function reduced(
  { due, waiting }: Pick<HostLeft, 'due' | 'waiting'>,
  count: number,
): Pick<HostLeft, 'due' | 'waiting'> {
  const ofDue = Math.min(due, count);
  return { due: due - ofDue, waiting: Math.max(0, waiting - (count - ofDue)) };
}

/** Sums up unfinished tasks. @param hosts in any order; a host may occur twice, once for due tasks and once for waiting ones */
export function workLeft(hosts: readonly HostLeft[], leases: readonly LeaseLeft[]): WorkLeft {
  const sum = (field: 'due' | 'waiting' | 'forBrowser') => hosts.reduce((total, host) => total + host[field], 0);
  const merged = [...Map.groupBy(hosts, ({ host }) => host).values()].map((parts) => parts.reduce(mergeHosts));
  const sortedHosts = merged.sort((a, b) => b.due + b.waiting - a.due - a.waiting || (a.host < b.host ? -1 : 1));
  const sums = { due: sum('due'), waiting: sum('waiting'), forBrowser: sum('forBrowser') };
  return { hosts: sortedHosts.slice(0, maxHostsLeft), ...sums, leases };
}

const mergeHosts = (a: HostLeft, b: HostLeft): HostLeft => ({
  host: a.host,
  due: a.due + b.due,
  waiting: a.waiting + b.waiting,
  forBrowser: a.forBrowser + b.forBrowser,
  since: a.since < b.since ? a.since : b.since,
  nextAt: a.nextAt < b.nextAt ? a.nextAt : b.nextAt,
});
