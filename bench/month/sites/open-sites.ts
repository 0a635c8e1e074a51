import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { RequestLog } from '../checks/request-log.ts';
import { articlesOf } from './articles.ts';
import { pageAt, type SiteContent } from './pages.ts';
import type { SitePlan, Trouble } from './site-plan.ts';

/** The time by which the sites live, ms since the start; and the time that the client's clock shows. */
export interface SiteTime {
  readonly startMs: number;
  readonly nowMs: () => number;
  readonly wallMs: () => number;
  readonly sleep: (ms: number) => Promise<void>;
}

export interface OpenSites extends AsyncDisposable {
  readonly contents: readonly SiteContent[];
  /** For NEWSHAWK_CONNECT_TO and NEWSHAWK_ALLOW_NETWORKS. */
  readonly connectTo: readonly string[];
  readonly networks: readonly string[];
  /** When a site goes down or comes up next, ms since the start; infinite: none does. */
  nextTroubleMs(): number;
  /** Closes and opens the ports of the sites as their troubles say. */
  followTroubles(): Promise<void>;
}

/** Serves the sites on ports of 127.0.0.1 and writes their log. */
export async function openSites(
  plans: readonly SitePlan[],
  lengthMs: number,
  time: SiteTime,
  log: RequestLog,
): Promise<OpenSites> {
  const sites = await Promise.all(
    plans.map((plan, index) => openSite(contentOf(plan, lengthMs, index + 1), time, log)),
  );
  const isDown = ({ plan }: SiteContent): boolean => troubleAt(plan, time.nowMs())?.answer === 'down';
  const moments = plans
    .flatMap(({ troubles }) =>
      troubles.flatMap(({ answer, fromMs, toMs }) => (answer === 'down' ? [fromMs, toMs] : [])),
    )
    .sort((a, b) => a - b);
  return {
    contents: sites.map(({ content }) => content),
    connectTo: sites.map(({ content, port }) => `${content.plan.host}:80=127.0.0.1:${port}`),
    networks: sites.map(({ port }) => `127.0.0.1:${port}`),
    nextTroubleMs: () => moments.find((ms) => ms > time.nowMs()) ?? Number.POSITIVE_INFINITY,
    followTroubles: async () => {
      for (const site of sites) await (isDown(site.content) ? close(site.server) : listen(site.server, site.port));
    },
    [Symbol.asyncDispose]: async () => {
      await Promise.all(sites.map(({ server }) => close(server)));
    },
  };
}

export function contentOf(plan: SitePlan, lengthMs: number, seed: number): SiteContent {
  const articles = articlesOf(plan, lengthMs, seed);
  return { plan, articles, byPath: new Map(articles.map((article) => [article.path, article])) };
}

const troubleAt = ({ troubles }: SitePlan, nowMs: number): Trouble | undefined =>
  troubles.find(({ fromMs, toMs }) => fromMs <= nowMs && nowMs < toMs);

async function openSite(content: SiteContent, time: SiteTime, log: RequestLog) {
  let open = 0;
  const server = createServer((request, response) => {
    open += 1;
    void answer({ content, time, log, open }, request, response).finally(() => {
      open -= 1;
    });
  });
  server.keepAliveTimeout = 0;
  await listen(server, 0);
  return { content, server, port: (server.address() as AddressInfo).port };
}

interface Asked {
  readonly content: SiteContent;
  readonly time: SiteTime;
  readonly log: RequestLog;
  readonly open: number;
}

async function answer({ content, time, log, open }: Asked, request: IncomingMessage, response: ServerResponse) {
  const { plan } = content;
  const path = request.url ?? '/';
  const [atMs, wallMs] = [time.nowMs(), time.wallMs()];
  await time.sleep(plan.latencyMs);
  const trouble = troubleAt(plan, atMs);
  const page = pageAt(content, path, atMs, time.startMs);
  const etag = plan.hasValidators ? page.etag : null;
  const isUnchanged = etag !== null && request.headers['if-none-match'] === etag;
  const status = typeof trouble?.answer === 'number' ? trouble.answer : isUnchanged ? 304 : page.status;
  const retryAfterS = status === trouble?.answer ? trouble.retryAfterS : null;
  const retryAfterMs = retryAfterS === null ? null : retryAfterS * 1_000;
  const answeredMs = time.nowMs();
  response.on('close', () => {
    const isCut = !response.writableFinished;
    log.add({ host: plan.host, path, atMs, wallMs, answeredMs, status, open, retryAfterMs, isCut });
  });
  response.writeHead(status, {
    'content-type': `${page.type}; charset=utf-8`,
    ...(etag !== null && status < 400 && { etag }),
    ...(retryAfterS !== null && { 'retry-after': String(retryAfterS) }),
  });
  response.end(status === 200 || status === 404 ? page.body() : '');
}

async function listen(server: Server, port: number): Promise<void> {
  if (server.listening) return;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject);
      resolve();
    });
  });
}

async function close(server: Server): Promise<void> {
  if (!server.listening) return;
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeAllConnections();
  await closed;
}
