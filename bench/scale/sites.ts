import { mkdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pageOf, titleOf } from '../trials/trial-site.ts';

export interface SitesOptions {
  readonly hosts: number;
  readonly pagesPerHost: number;
  /** Pause before each answer, ms. */
  readonly delayMs: number;
}

/** A request as the sites saw it, by their own monotonic clock, ms. */
export interface SeenRequest {
  readonly host: string;
  readonly path: string;
  /** The address of this machine to which it was sent: each process has another. */
  readonly to: string;
  readonly fromMs: number;
  /** When it was answered, or its connection was lost. */
  readonly untilMs: number;
}

export const isPage = ({ path }: SeenRequest): boolean => path.startsWith('/story/');

/** News sites on this machine: each has a list at `/` and articles at `/story/<number>`. */
export interface Sites extends AsyncDisposable {
  readonly hosts: readonly string[];
  readonly port: number;
  readonly requests: readonly SeenRequest[];
  forget(): void;
}

/** A page in ten tells the story of the same page of the host before. */
const copiedEvery = 10;

export async function openSites({ hosts: count, pagesPerHost, delayMs }: SitesOptions): Promise<Sites> {
  const hosts = Array.from({ length: count }, (_, at) => `gazette-${at}.example`);
  let requests: SeenRequest[] = [];
  const server = createServer((request, response) => {
    const { host = '' } = request.headers;
    const path = request.url ?? '/';
    const to = request.socket.localAddress ?? '';
    const fromMs = performance.now();
    // the answer was sent, or the client is gone
    response.once('close', () => requests.push({ host, path, to, fromMs, untilMs: performance.now() }));
    setTimeout(() => {
      const body = answer(hosts.indexOf(host), path, pagesPerHost);
      response.writeHead(body === null ? 404 : 200, { 'content-type': 'text/html; charset=utf-8' });
      response.end(body ?? 'not found');
    }, delayMs);
  });
  await new Promise<void>((resolve) => server.listen(0, '0.0.0.0', resolve));
  return {
    hosts,
    port: (server.address() as AddressInfo).port,
    get requests() {
      return requests;
    },
    forget: () => {
      requests = [];
    },
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** A scraper for each host. */
export async function writeScrapers(folder: string, hosts: readonly string[], gapMs: number): Promise<void> {
  for (const host of hosts) {
    await mkdir(join(folder, host), { recursive: true });
    await writeFile(
      join(folder, host, 'scraper.ts'),
      `import { defineScraper } from 'newshawk';
export default defineScraper({
  host: '${host}', origin: 'http://${host}', render: 'static', politeness: { gapMs: ${gapMs}, concurrency: 1 },
  sources: [{ kind: 'listing', url: '/', links: '.news', maxDepth: 1 }],
});
`,
    );
  }
}

function answer(host: number, path: string, pagesPerHost: number): string | null {
  if (path === '/') return listOf(pagesPerHost);
  const page = Number(/^\/story\/(\d+)$/.exec(path)?.[1] ?? Number.NaN);
  if (host < 0 || !(page < pagesPerHost)) return null;
  const isCopy = page % copiedEvery === copiedEvery - 1 && host % 2 === 1;
  const own = host * pagesPerHost + page;
  return pageOf({ title: titleOf(own), number: isCopy ? own - pagesPerHost : own, isChanged: false });
}

const listOf = (pages: number): string =>
  `<!doctype html><title>News</title><main><ul class="news">${Array.from(
    { length: pages },
    (_, at) => `<li><a href="/story/${at}">Story number ${at} of the day in full</a></li>`,
  ).join('')}</ul></main>`;
