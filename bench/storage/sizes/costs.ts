interface Cost {
  readonly value: number;
  readonly unit: string;
  /** Where the number comes from. */
  readonly from: string;
}

const units = '`npm run bench:storage -- --units`';
const million = '`npm run bench:storage`, a million entries';

/** What one of each costs, measured. Two cores of a slow virtual machine. */
const measured = {
  entryBytes: { value: 501, unit: 'bytes', from: `${units}: an address in the frontier, SQLite with indexes` },
  entryIndexBytes: { value: 169, unit: 'bytes', from: `${units}: of these, indexes` },
  articleBytes: { value: 5_090, unit: 'bytes', from: `${units}: an article without its text and keys of copies` },
  letterBytes: {
    value: 4,
    unit: 'bytes',
    from: `${units}: each letter stands in text, HTML, Markdown and search text`,
  },
  copyKeyBytes: { value: 963, unit: 'bytes', from: `${units}: marks and keyword ranks of an article` },
  visitBytes: { value: 918, unit: 'bytes', from: `${units}: a line of the visit log` },
  linkBytes: { value: 142, unit: 'bytes', from: `${units}: a link of the link graph` },
  mongoEntryBytes: { value: 461, unit: 'bytes', from: `${units}: BSON, uncompressed` },
  mongoEntryIndexBytes: { value: 407, unit: 'bytes', from: `${units}: keys, before WiredTiger shortens them` },
  mongoArticleBytes: { value: 2_430, unit: 'bytes', from: `${units}: BSON, without the text` },
  mongoArticleIndexBytes: { value: 1_766, unit: 'bytes', from: `${units}: keys of 17 indexes` },
  mongoVisitBytes: { value: 447, unit: 'bytes', from: `${units}: BSON` },
  mongoLinkBytes: { value: 395, unit: 'bytes', from: `${units}: BSON` },
  endingCommands: { value: 25, unit: 'commands', from: `${units}: MongoDB, an article with 100 links` },
  lookUpCommands: { value: 29, unit: 'commands', from: `${units}: MongoDB, one look-up of copies` },
  claimCommands: { value: 1.1, unit: 'commands', from: `${units}: MongoDB, each task of a claim of 100` },
  redisHostBytes: { value: 873, unit: 'bytes', from: `${units}: a host that is given to a worker` },
  slicesPerWorker: {
    value: 128,
    unit: 'hosts',
    from: 'watch/assignment/dispatcher.ts: in the queue of one worker, at most',
  },
  endingCpuMs: { value: 3.6, unit: 'ms', from: `${million}: ending with an article of 20 KB and 100 links` },
  claimCpuMs: { value: 0.09, unit: 'ms', from: `${million}: a task of a claim of 100` },
  htmlBytes: { value: 160_000, unit: 'bytes', from: 'mean of 170 pages of the corpora zyte, fundus, zh-web' },
  snapshotBytes: {
    value: 34_000,
    unit: 'bytes',
    from: 'the same pages, zstd as a snapshot; also what a static page takes on the wire',
  },
  staticCpuMs: {
    value: 48,
    unit: 'ms',
    from: 'docs/cost-of-a-page.md: 22 with a page of 15 KB, 7 of them for reading; 33 for reading a median real page (README)',
  },
  renderedCpuMs: { value: 260, unit: 'ms', from: 'README: rendered page of 110 KB, on top of its reading' },
  workerBytes: {
    value: 600e6,
    unit: 'bytes',
    from: 'docs/around-the-clock.md: process and browser, four pages at a time',
  },
} as const satisfies Readonly<Record<string, Cost>>;

/** What a reader should replace by own numbers. */
const assumed = {
  days: { value: 30, unit: 'days', from: 'in which all pages are visited' },
  pageShare: {
    value: 0.3,
    unit: '',
    from: 'of the addresses are visited; the others stay below the budget, or are refused',
  },
  visitsAPage: { value: 1.5, unit: 'visits', from: 'first visit and re-visits in that time' },
  articleShare: { value: 0.7, unit: '', from: 'of the visited pages are articles' },
  letters: { value: 4_000, unit: 'letters', from: 'of an article' },
  linksAPage: { value: 60, unit: 'links', from: 'in the link graph, from each visited page' },
  renderedShare: { value: 0.2, unit: '', from: 'of the visits need a browser (learned: docs/page-api.md)' },
  renderedBytes: { value: 600_000, unit: 'bytes', from: 'on the wire, with pictures and advertisements blocked' },
  renderedSeconds: { value: 3, unit: 's', from: 'a page is open' },
  addressesAHost: { value: 2_000, unit: 'addresses', from: '' },
  pauseSeconds: { value: 2, unit: 's', from: 'between two requests to a host' },
  pagesABrowser: { value: 4, unit: 'pages', from: 'open in one worker at a time' },
  cpuUse: { value: 0.6, unit: '', from: 'of the cores, on average: the rest is for peaks' },
  shardCommands: { value: 20_000, unit: 'commands/s', from: 'of one MongoDB shard (not measured: no server here)' },
  shardBytes: { value: 2e12, unit: 'bytes', from: 'of one MongoDB shard' },
  shardMemory: { value: 64e9, unit: 'bytes', from: 'of one MongoDB shard, half of it for its cache' },
  hostUs: {
    value: 5,
    unit: 'us',
    from: 'MongoDB, for each host with due tasks, where the best of all hosts are wanted (not measured)',
  },
  documentUpdates: { value: 2_000, unit: '/s', from: 'of one MongoDB document (not measured)' },
  machineMemory: { value: 16e9, unit: 'bytes', from: 'of the machine with the SQLite file' },
  lineBits: { value: 1e9, unit: 'bit/s', from: 'of one line' },
  coreHourPrice: { value: 0.04, unit: '$', from: 'a core with 2 GB for an hour' },
  diskPrice: { value: 0.08, unit: '$', from: 'a GB for a month' },
  trafficPrice: { value: 0, unit: '$', from: 'a GB that comes in; proxies by the GB cost 1 to 10' },
} as const satisfies Readonly<Record<string, Cost>>;

export const costs: Readonly<Record<CostName, Cost>> = { ...measured, ...assumed };
export type CostName = keyof typeof measured | keyof typeof assumed;
export type Costs = Readonly<Record<CostName, number>>;
export const isMeasured = (name: CostName): boolean => name in measured;

/** @param settings `name=value` @throws RangeError for an unknown name or a value that is no number */
export function costsWith(settings: readonly string[]): Costs {
  const values = Object.fromEntries(Object.entries(costs).map(([name, { value }]) => [name, value]));
  for (const setting of settings) {
    const [name = '', value = ''] = setting.split('=');
    if (!(name in costs)) throw new RangeError(`no such cost: ${name}. There are ${Object.keys(costs).join(', ')}`);
    if (value === '' || !(Number(value) >= 0)) throw new RangeError(`${setting} needs a number from 0 on`);
    values[name] = Number(value);
  }
  return values as Costs;
}
