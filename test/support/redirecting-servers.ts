import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Two origins on loopback: what is asked for at the first, a redirect leads to another path of the second. */
export interface RedirectingServers extends AsyncDisposable {
  /** Origin that answers every request with a redirect, and the port of the origin that answers it. */
  readonly asked: string;
  readonly answering: string;
  /** Methods, paths and bodies that arrived at the second origin. */
  readonly arrived: readonly { readonly method: string; readonly path: string; readonly body: string }[];
}

export interface RedirectRules {
  /** By path of the first origin: path of the second. */
  readonly redirects: Readonly<Record<string, string>>;
  /** By path of the second origin. */
  readonly answers: Readonly<Record<string, string>>;
  /** Default 302. */
  readonly status?: number;
}

export async function openRedirectingServers(rules: RedirectRules): Promise<RedirectingServers> {
  const arrived: { method: string; path: string; body: string }[] = [];
  const second = createServer((request, response) => {
    const path = request.url ?? '/';
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      arrived.push({ method: request.method ?? '', path, body: Buffer.concat(parts).toString() });
      const text = rules.answers[path];
      response.writeHead(text === undefined ? 404 : 200, { 'content-type': 'text/plain' }).end(text ?? 'none');
    });
  });
  const answering = await listen(second);
  const first = createServer((request, response) => {
    const target = rules.redirects[request.url ?? ''];
    request.resume();
    if (target === undefined) response.writeHead(404).end();
    else response.writeHead(rules.status ?? 302, { location: `${answering}${target}` }).end();
  });
  const asked = await listen(first);
  return {
    asked,
    answering,
    arrived,
    async [Symbol.asyncDispose]() {
      for (const server of [first, second]) {
        server.closeAllConnections();
        await new Promise((resolve) => server.close(resolve));
      }
    },
  };
}

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
