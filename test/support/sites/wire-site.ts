import { createServer, type IncomingMessage, Server } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Server as TcpServer } from 'node:net';
import { Changes } from '../waiting.ts';

/** A document as a site of the test sends it; a text is a page. */
export type WireAnswer =
  | string
  | {
      readonly status?: number;
      readonly body?: string | Uint8Array;
      readonly headers?: Readonly<Record<string, string>>;
    };

export interface WireRequest {
  readonly path: string;
  readonly host: string;
  /** By the server's own monotonic clock, ms. */
  readonly atMs: number;
  readonly status: number;
}

/** A site on 127.0.0.1 that notes when each request arrived, and whose port can be closed and opened. */
export interface WireSite extends AsyncDisposable {
  readonly port: number;
  readonly requests: WireRequest[];
  /** Resolves at the first request, or connection that is cut, after which this is true. */
  until(isTrue: () => boolean): Promise<void>;
  close(): Promise<void>;
  open(): Promise<void>;
  /** Opens the closed port again, but cuts each connection at once. */
  openBroken(): Promise<void>;
  /** Connections that were cut. */
  cutCount(): number;
}

/** @param answer by path; null: 404 */
export async function openWireSite(
  answer: (path: string, request: IncomingMessage) => WireAnswer | null,
): Promise<WireSite> {
  const requests: WireRequest[] = [];
  const changes = new Changes();
  let cut = 0;
  const newServer = (): Server =>
    createServer((request, response) => {
      const path = request.url ?? '/';
      const atMs = performance.now();
      const given = answer(path, request) ?? { status: 404, body: '<p>none</p>' };
      const { status = 200, body = '', headers = {} } = typeof given === 'string' ? { body: given } : given;
      requests.push({ path, host: request.headers.host ?? '', atMs, status });
      changes.changed();
      response.writeHead(status, { 'content-type': 'text/html; charset=utf-8', ...headers }).end(body);
    });
  const newBrokenServer = (): TcpServer =>
    createTcpServer((socket) => {
      socket.on('error', () => {}); // the client may be gone first
      socket.destroy();
      cut += 1;
      changes.changed();
    });
  const listen = (server: TcpServer, port: number): Promise<void> =>
    new Promise((resolve, reject) => server.once('error', reject).listen(port, '127.0.0.1', resolve));
  const end = (server: TcpServer): Promise<void> =>
    new Promise((resolve) => {
      server.close(() => resolve());
      if (server instanceof Server) server.closeAllConnections();
    });
  let server: TcpServer = newServer();
  await listen(server, 0);
  const { port } = server.address() as AddressInfo;
  let isOpen = true;
  const close = async (): Promise<void> => {
    if (isOpen) await end(server);
    isOpen = false;
  };
  const reopen = async (next: TcpServer): Promise<void> => {
    await close();
    server = next;
    await listen(server, port);
    isOpen = true;
  };
  return {
    port,
    requests,
    until: (isTrue) => changes.until(isTrue),
    close,
    open: () => reopen(newServer()),
    openBroken: () => reopen(newBrokenServer()),
    cutCount: () => cut,
    [Symbol.asyncDispose]: close,
  };
}

/** An article that generic extraction reads, `words` apart from all others. */
export function wireArticle(title: string, more = ''): string {
  const sentence = (n: number): string =>
    `The harbour office of ${title} said in its report number ${n} that the ${title.toLowerCase()} works go on as planned, with ${n * 7 + title.length} people at the quay and a budget that the council has approved in its last meeting.`;
  const paragraphs = [1, 2, 3, 4, 5, 6].map((n) => `<p>${sentence(n)} ${sentence(n + 10)}</p>`).join('\n');
  return `<!doctype html><html lang="en"><head><title>${title}</title><meta property="og:type" content="article">
<meta property="article:published_time" content="2026-11-20T10:00:00Z"></head>
<body><main><article><h1>${title}</h1>${paragraphs}</article>${more}</main></body></html>`;
}
