/** Pending tasks of one host. */
export interface HostLeft {
  readonly host: string;
  /** Their time has come: the host rests, or nobody had a turn for them. */
  readonly due: number;
  /** Their time comes later. */
  readonly waiting: number;
  /** Of those: until a browser is there. */
  readonly forBrowser: number;
  /** Since when the longest of them waits. */
  readonly since: Date;
  /** When the first of them is due. */
  readonly nextAt: Date;
}

/** Tasks that a process works on, or died with. */
export interface LeaseLeft {
  readonly owner: string;
  readonly tasks: number;
  /** Without a sign of the owner they are free by then. */
  readonly until: Date;
}

/** What is not done: by host, and by who works on it. */
export interface WorkLeft {
  /** The hosts with the most tasks first, at most `mostHostsLeft`; the sums are of all. */
  readonly hosts: readonly HostLeft[];
  readonly due: number;
  readonly waiting: number;
  readonly forBrowser: number;
  readonly leases: readonly LeaseLeft[];
}

export const mostHostsLeft = 20;

export const nothingLeft: WorkLeft = { hosts: [], due: 0, waiting: 0, forBrowser: 0, leases: [] };

/** Tasks that are not done, in all. */
export const tasksLeft = ({ due, waiting, leases }: WorkLeft): number =>
  due + waiting + leases.reduce((sum, { tasks }) => sum + tasks, 0);

/** @param hosts in any order; a host may come twice, once for what is due and once for what waits */
export function workLeft(hosts: readonly HostLeft[], leases: readonly LeaseLeft[]): WorkLeft {
  const sum = (field: 'due' | 'waiting' | 'forBrowser') => hosts.reduce((total, host) => total + host[field], 0);
  const merged = [...Map.groupBy(hosts, ({ host }) => host).values()].map((parts) => parts.reduce(together));
  const mostFirst = merged.sort((a, b) => b.due + b.waiting - a.due - a.waiting || (a.host < b.host ? -1 : 1));
  const sums = { due: sum('due'), waiting: sum('waiting'), forBrowser: sum('forBrowser') };
  return { hosts: mostFirst.slice(0, mostHostsLeft), ...sums, leases };
}

const together = (a: HostLeft, b: HostLeft): HostLeft => ({
  host: a.host,
  due: a.due + b.due,
  waiting: a.waiting + b.waiting,
  forBrowser: a.forBrowser + b.forBrowser,
  since: a.since < b.since ? a.since : b.since,
  nextAt: a.nextAt < b.nextAt ? a.nextAt : b.nextAt,
});
