import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { lastEdition } from './articles.ts';
import { sharedFile } from './assets.ts';
import { type Reply, reply, send } from './reply.ts';
import type { DemoHost } from './site.ts';
import { binhai } from './sites/binhai/site.ts';
import { harbour } from './sites/harbour/site.ts';
import { northlight } from './sites/northlight/site.ts';

export interface DemoOptions {
  /** 0 (default): any free port. */
  readonly port?: number;
  /** The edition at the start, at most the last one; default 0. */
  readonly edition?: number;
  /** Milliseconds after which a hung answer's connection is cut; default: never. */
  readonly hungMs?: number;
  /** Called after a request is noted in `requests`. */
  readonly onRequest?: () => void;
}

export interface DemoRequest {
  readonly host: string;
  /** With the query. */
  readonly path: string;
  readonly method: string;
  readonly status: number;
}

export interface Demo {
  readonly port: number;
  /** `<site>.example` of each site. */
  readonly hosts: readonly string[];
  /** After this edition nothing changes any more. */
  readonly lastEdition: number;
  /** For NEWSHAWK_CONNECT_TO: maps each site's name, port 80, to this server. */
  readonly connectTo: readonly string[];
  /** All requests so far, in the order in which they came. */
  readonly requests: readonly DemoRequest[];
  setEdition(edition: number): void;
  close(): Promise<void>;
}

const hosts: readonly DemoHost[] = [harbour, binhai, northlight];
export const demoHosts: readonly string[] = hosts.map(({ name }) => `${name}.example`);

/**
 * Serves the three demo sites on 127.0.0.1, distinguished by the Host header (`<site>.example`, or `<site>.localhost` for a person's browser). The content
 * depends only on the edition, never on the clock.
 * @throws Error when the port is taken (EADDRINUSE)
 */
export async function startDemo({ port = 0, edition = 0, hungMs, onRequest }: DemoOptions = {}): Promise<Demo> {
  let current = Math.min(edition, lastEdition);
  const requests: DemoRequest[] = [];
  const server = createServer((request, response) => {
    const answer = answerOf(request, current);
    requests.push({
      host: request.headers.host ?? '',
      path: request.url ?? '/',
      method: request.method ?? 'GET',
      status: answer.status,
    });
    onRequest?.();
    if (answer.hangAfter !== undefined && hungMs !== undefined) cutAfter(hungMs, response);
    send(request, response, answer).catch((error: unknown) => response.destroy(error as Error));
  });
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, '127.0.0.1', resolve));
  const bound = (server.address() as AddressInfo).port;
  return {
    port: bound,
    hosts: demoHosts,
    lastEdition,
    connectTo: demoHosts.map((host) => `${host}:80=127.0.0.1:${bound}`),
    requests,
    setEdition(next) {
      current = next;
    },
    close: () => closed(server),
  };
}

function answerOf(request: IncomingMessage, edition: number): Reply {
  const label = /^([a-z-]+)\.(example|localhost)(:\d+)?$/i.exec(request.headers.host ?? '')?.[1]?.toLowerCase();
  const host = hosts.find(({ name }) => name === label);
  if (host === undefined)
    return reply(`No such site here. There are: ${demoHosts.join(', ')}\n`, {
      type: 'text/plain; charset=utf-8',
      status: 421,
    });
  if (request.method !== 'GET' && request.method !== 'HEAD')
    return reply('Only GET and HEAD are answered.\n', {
      type: 'text/plain',
      status: 405,
      headers: { allow: 'GET, HEAD' },
    });
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://demo');
  const path = safeDecode(pathname);
  return sharedFile(path) ?? host.answer({ path, query: searchParams, edition }) ?? host.notFound();
}

/** The decoded path; one with an invalid escape stays as it is and matches no page. */
function safeDecode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

function cutAfter(ms: number, response: ServerResponse): void {
  const timer = setTimeout(() => response.destroy(), ms);
  response.once('close', () => clearTimeout(timer));
}

function closed(server: Server): Promise<void> {
  const done = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeAllConnections(); // hung responses would keep it open
  return done;
}
