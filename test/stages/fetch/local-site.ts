import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { IdentityRoute, Log } from '../../../src/ports.ts';
import { type EgressGuard, openEgressGuard } from '../../../src/stages/fetch/guard/egress-guard.ts';
import { Changes } from '../../support/waiting.ts';

export type Routes = Readonly<Record<string, string | ((request: IncomingMessage, response: ServerResponse) => void)>>;

export interface LocalSite extends AsyncDisposable {
  readonly port: number;
  readonly origin: string;
  /** Requested paths in order. */
  readonly asked: readonly string[];
  /** Resolves at the first request after which this is true. */
  until(isTrue: () => boolean): Promise<void>;
}

/** A web server on loopback; a text is an HTML page. */
export async function openLocalSite(routes: Routes): Promise<LocalSite> {
  const asked: string[] = [];
  const changes = new Changes();
  const site = await openServer((incoming, response) => {
    const path = new URL(incoming.url ?? '/', 'http://site').pathname;
    asked.push(path);
    changes.changed();
    const route = routes[path];
    if (typeof route === 'function') route(incoming, response);
    else if (route === undefined) response.writeHead(404, { 'content-type': 'text/html' }).end('<p>none</p>');
    else response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(route);
  });
  return { ...site, asked, until: (isTrue) => changes.until(isTrue) };
}

async function openServer(
  handle: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<Omit<LocalSite, 'asked' | 'until'>> {
  const server = createServer(handle);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    origin: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** A forward proxy for plain requests that takes all of them to `target` and remembers their addresses. */
export const openCountingProxy = (target: LocalSite, asked: string[]) =>
  openServer((incoming, response) => {
    asked.push(incoming.url ?? '');
    if (!URL.canParse(incoming.url ?? '')) return void response.writeHead(400).end('expected an absolute address');
    const path = new URL(incoming.url ?? '').pathname;
    const outgoing = request({ port: target.port, path, headers: incoming.headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(response);
    });
    outgoing.on('error', () => response.destroy());
    incoming.pipe(outgoing);
  });

export const silent: Log = { debug() {}, info() {}, warn() {}, error() {} };

/** Of the guard, as far as a test sets them. */
export type GuardSettings = Partial<Parameters<typeof openEgressGuard>[0]>;

export const openTestGuard = (options: GuardSettings = {}): Promise<EgressGuard> =>
  openEgressGuard({ allow: [], connectTo: [], proxyDns: 'proxy', log: silent, ...options });

export const identityOf = (guardUrl: string, id = 'direct', proxy: string | null = null): IdentityRoute => ({
  id,
  proxy,
  guardUrl,
  userAgent: 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/153.0.0.0 Safari/537.36',
  locale: 'en-GB',
  timeZone: 'Europe/Paris',
  viewport: { widthPx: 1280, heightPx: 800 },
});
