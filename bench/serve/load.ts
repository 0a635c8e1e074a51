// A client in a separate process: `node load.ts <json>` keeps connections busy for some seconds and prints what it saw, a JSON line. Raw sockets: a client library would
// cost more CPU than the server.
import { connect, type Socket } from 'node:net';
import { articleId, categories, numbers, sites, topics } from './fill-store.ts';

export interface LoadRequest {
  readonly port: number;
  readonly connections: number;
  readonly seconds: number;
  readonly articles: number;
  /** Which share of the requests is of which kind. */
  readonly mix: Readonly<Partial<Record<Kind, number>>>;
  /** Pause of a connection between two requests, ms. */
  readonly pauseMs: number;
}

export interface LoadResult {
  readonly requests: number;
  readonly seconds: number;
  readonly cpuSeconds: number;
  readonly statuses: Readonly<Record<string, number>>;
  readonly bytes: number;
  /** Share of the requests that had been asked before. */
  readonly again: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly maxMs: number;
}

export type Kind = keyof typeof kinds;

const random = numbers(3);
const pick = <T>(some: readonly T[]): T => some[Math.floor(random() * some.length)] as T;
let articles = 1;

const filter = () =>
  [
    ...(random() < 0.5 ? ['status=published'] : []),
    ...(random() < 0.4 ? [`site=${pick(sites)}`] : random() < 0.5 ? [`topic=${pick(topics)}`] : []),
    ...(random() < 0.2 ? [`category=${pick(categories)}`] : []),
  ].join('&');

const kinds = {
  health: () => '/health',
  read: () => `/v1/articles/${articleId(Math.floor(random() * articles))}`,
  list: () => `/v1/articles?limit=20&offset=${20 * Math.floor(random() ** 3 * 20)}&${filter()}`,
  feed: () => `/v1/feeds/${pick(['all'])}.${pick(['rss', 'atom', 'json'])}`,
  metrics: () => '/metrics',
  stats: () => '/v1/stats',
  search: () => `/v1/articles?limit=20&q=${pick(['abba', 'cafe', 'decade'])}&site=${pick(sites)}`,
} as const;

function chooser(mix: LoadRequest['mix']): () => string {
  const entries = Object.entries(mix) as [Kind, number][];
  const total = entries.reduce((sum, [, share]) => sum + share, 0);
  return () => {
    let left = random() * total;
    for (const [kind, share] of entries) {
      left -= share;
      if (left <= 0) return kinds[kind]();
    }
    return kinds.health();
  };
}

interface Seen {
  readonly times: number[];
  readonly statuses: Record<string, number>;
  readonly paths: Set<string>;
  bytes: number;
}

/** One connection: the next request when the answer is there. */
function client(request: LoadRequest, path: () => string, seen: Seen, untilMs: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket: Socket = connect({ port: request.port, host: '127.0.0.1', noDelay: true });
    let [begun, missing, head] = [0, 0, ''];
    const ask = () => {
      if (performance.now() > untilMs) return socket.end(resolve);
      begun = performance.now();
      const asked = path();
      seen.paths.add(asked);
      socket.write(`GET ${asked} HTTP/1.1\r\nHost: localhost:${request.port}\r\n\r\n`);
    };
    const end = () => {
      seen.times.push(performance.now() - begun);
      if (request.pauseMs > 0) setTimeout(ask, request.pauseMs);
      else ask();
    };
    socket.on('connect', ask);
    socket.on('error', reject);
    socket.on('data', (data) => {
      seen.bytes += data.length;
      if (missing > 0) {
        missing -= data.length;
        if (missing === 0) end();
        return;
      }
      head += data.toString('latin1');
      const split = head.indexOf('\r\n\r\n');
      if (split < 0) return;
      const status = head.slice(9, 12);
      seen.statuses[status] = (seen.statuses[status] ?? 0) + 1;
      const length = Number(/content-length: (\d+)/i.exec(head.slice(0, split))?.[1] ?? 0);
      missing = length - (head.length - split - 4);
      head = '';
      if (missing === 0) end();
    });
  });
}

if (process.argv[2] !== undefined) {
  const request = JSON.parse(process.argv[2]) as LoadRequest;
  articles = request.articles;
  const seen: Seen = { times: [], statuses: {}, paths: new Set(), bytes: 0 };
  const path = chooser(request.mix);
  const begun = performance.now();
  const untilMs = begun + 1_000 * request.seconds;
  await Promise.all(Array.from({ length: request.connections }, () => client(request, path, seen, untilMs)));
  const seconds = (performance.now() - begun) / 1_000;
  const { user, system } = process.cpuUsage();
  seen.times.sort((a, b) => a - b);
  const at = (share: number) => seen.times[Math.floor(share * (seen.times.length - 1))] ?? Number.NaN;
  const result: LoadResult = {
    requests: seen.times.length,
    seconds,
    cpuSeconds: (user + system) / 1e6,
    statuses: seen.statuses,
    bytes: seen.bytes,
    again: 1 - seen.paths.size / seen.times.length,
    p50Ms: at(0.5),
    p99Ms: at(0.99),
    maxMs: at(1),
  };
  console.log(JSON.stringify(result));
}
