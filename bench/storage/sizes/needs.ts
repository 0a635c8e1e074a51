import type { Costs } from './costs.ts';

/** What a store of this many addresses needs. Bytes, per second, cores. */
export interface Needs {
  readonly visits: number;
  readonly visitsPerSecond: number;
  readonly sqliteBytes: number;
  readonly mongoBytes: number;
  readonly mongoIndexBytes: number;
  readonly blobBytes: number;
  readonly commandsPerSecond: number;
  readonly shards: number;
  readonly cores: number;
  readonly openPages: number;
  readonly workers: number;
  readonly workerBytes: number;
  readonly hosts: number;
  readonly redisBytes: number;
  readonly bitsPerSecond: number;
  /** Of a million visits: computing, disk for a month, traffic. */
  readonly millionCosts: { readonly computing: number; readonly disk: number; readonly traffic: number };
  readonly limits: readonly Limit[];
}

/** Something that one machine or one document can do only so often. */
export interface Limit {
  readonly what: string;
  /** Above 1: it breaks. */
  readonly used: number;
  readonly remedy: string;
}

const hourMs = 3_600_000;
const millionVisits = 1e6;

export function needsOf(addresses: number, costs: Costs): Needs {
  const pages = addresses * costs.pageShare;
  const articles = pages * costs.articleShare;
  const visits = pages * costs.visitsAPage;
  const visitsPerSecond = visits / (costs.days * 86_400);
  const links = pages * costs.linksAPage;
  const letterBytes = costs.letters * costs.letterBytes;
  const sqliteBytes =
    addresses * costs.entryBytes +
    articles * (costs.articleBytes + letterBytes + costs.copyKeyBytes) +
    visits * costs.visitBytes +
    links * costs.linkBytes;
  const mongoIndexBytes = addresses * costs.mongoEntryIndexBytes + articles * costs.mongoArticleIndexBytes;
  const mongoBytes =
    addresses * costs.mongoEntryBytes +
    articles * (costs.mongoArticleBytes + letterBytes) +
    visits * costs.mongoVisitBytes +
    links * costs.mongoLinkBytes +
    mongoIndexBytes;
  const blobBytes = pages * costs.snapshotBytes;
  const commandsPerSecond =
    visitsPerSecond * (costs.endingCommands + costs.articleShare * costs.lookUpCommands + costs.claimCommands);
  const cpuMs = costs.staticCpuMs + costs.renderedShare * costs.renderedCpuMs;
  const cores = (visitsPerSecond * cpuMs) / 1_000 / costs.cpuUse;
  const openPages = visitsPerSecond * costs.renderedShare * costs.renderedSeconds;
  const workers = Math.max(1, Math.ceil(Math.max(openPages / costs.pagesABrowser, cores / 2)));
  const wireBytes = (1 - costs.renderedShare) * costs.snapshotBytes + costs.renderedShare * costs.renderedBytes;
  const hosts = Math.ceil(addresses / costs.addressesAHost);
  const slices = Math.min(hosts, workers * costs.slicesPerWorker);
  const need = {
    visits,
    visitsPerSecond,
    sqliteBytes,
    mongoBytes,
    mongoIndexBytes,
    blobBytes,
    commandsPerSecond,
    cores,
    openPages,
    workers,
    workerBytes: workers * costs.workerBytes,
    hosts,
    redisBytes: slices * costs.redisHostBytes,
    bitsPerSecond: 8 * visitsPerSecond * wireBytes,
  };
  const shards = Math.max(
    1,
    Math.ceil(commandsPerSecond / costs.shardCommands),
    Math.ceil(mongoBytes / costs.shardBytes),
    Math.ceil(mongoIndexBytes / (costs.shardMemory / 2)),
  );
  const bytes = mongoBytes + blobBytes;
  return {
    ...need,
    shards,
    millionCosts: {
      computing: ((millionVisits * cpuMs) / hourMs / costs.cpuUse) * costs.coreHourPrice,
      disk: (bytes / visits) * millionVisits * 1e-9 * costs.diskPrice,
      traffic: wireBytes * millionVisits * 1e-9 * costs.trafficPrice,
    },
    limits: limitsOf(need, { articles, addresses }, costs),
  };
}

function limitsOf(
  need: Omit<Needs, 'limits' | 'shards' | 'millionCosts'>,
  { articles, addresses }: { readonly articles: number; readonly addresses: number },
  costs: Costs,
): Limit[] {
  const { visitsPerSecond } = need;
  const hotBytes = addresses * costs.entryIndexBytes + articles * costs.copyKeyBytes;
  const textsPerSecond = visitsPerSecond * costs.articleShare;
  const pagesAHost = (need.visits / need.hosts) * costs.pauseSeconds;
  const limits: Limit[] = [
    {
      what: 'SQLite: one writer',
      used: (visitsPerSecond * (costs.endingCpuMs + costs.claimCpuMs)) / 1_000,
      remedy: 'MongoDB',
    },
    {
      what: 'SQLite: keys of frontier and copies in half the memory of one machine',
      used: hotBytes / (costs.machineMemory / 2),
      remedy: 'MongoDB, or more memory',
    },
    {
      what: 'MongoDB: one shard, commands',
      used: need.commandsPerSecond / costs.shardCommands,
      remedy: 'more shards; fewer commands for a look-up of copies',
    },
    { what: 'MongoDB: one shard, bytes', used: need.mongoBytes / costs.shardBytes, remedy: 'more shards' },
    {
      what: 'MongoDB: one shard, memory for keys',
      used: need.mongoIndexBytes / (costs.shardMemory / 2),
      remedy: 'more shards',
    },
    {
      what: 'MongoDB: one document counts all texts',
      used: textsPerSecond / costs.documentUpdates,
      remedy: 'a count for each band of keys',
    },
    {
      what: 'MongoDB: look-ups of copies, which ask every shard',
      used: (textsPerSecond * costs.lookUpCommands) / costs.shardCommands,
      remedy: 'a collection of keys that is sharded by key; more shards do not help',
    },
    {
      what: 'MongoDB: the leader looks at all hosts once a second',
      used: (need.hosts * costs.hostUs) / 1e6,
      remedy: 'a collection of hosts with their best task, as SQLite has it',
    },
    { what: 'one line', used: need.bitsPerSecond / costs.lineBits, remedy: 'workers at several places' },
    {
      what: 'politeness: the pages of a host in the time',
      used: pagesAHost / (costs.days * 86_400),
      remedy: 'longer, or fewer pages',
    },
  ];
  return limits.sort((a, b) => b.used - a.used);
}
