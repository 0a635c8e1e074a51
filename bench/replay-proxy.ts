import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, connect } from 'node:net';
import { generate } from 'selfsigned';

export interface StoredPage {
  readonly url: string;
  /** Bytes as the site sent them. */
  readonly body: () => Promise<Uint8Array>;
}

export interface ReplayProxy extends AsyncDisposable {
  readonly url: string;
  /** Addresses that were asked for and are not stored: sub-resources, mostly. */
  readonly missed: () => number;
}

/**
 * A forward proxy that answers for every host with what is stored of it: http directly, https behind its own certificate. So stored pages are crawled under
 * their own names, without a network.
 */
export async function openReplayProxy(pages: readonly StoredPage[]): Promise<ReplayProxy> {
  const byUrl = new Map(pages.map((page) => [keyOf(page.url), page]));
  let missed = 0;
  const answer = async (url: string, response: ServerResponse) => {
    const page = byUrl.get(keyOf(url));
    if (page === undefined) {
      missed += 1;
      response.writeHead(404, { 'content-type': 'text/plain' }).end('not stored');
      return;
    }
    // Without a charset, as a careless server sends it: the page's own declaration has to do.
    response.writeHead(200, { 'content-type': 'text/html' }).end(await page.body());
  };
  const reply = (url: string, response: ServerResponse) => {
    answer(url, response).catch((error: unknown) => response.destroy(error as Error));
  };
  const pems = await generate([{ name: 'commonName', value: 'replay.invalid' }], { keySize: 2048 });
  const tls = createTlsServer({ key: pems.private, cert: pems.cert }, (request: IncomingMessage, response) =>
    reply(`https://${request.headers.host}${request.url}`, response),
  );
  const tlsPort = await listen(tls);
  const proxy = createServer((request, response) => reply(request.url ?? '', response));
  proxy.on('connect', (_request, client, head) => {
    const tunnel = connect(tlsPort, '127.0.0.1', () => {
      client.write('HTTP/1.1 200 Connection established\r\n\r\n');
      tunnel.write(head);
      tunnel.pipe(client).pipe(tunnel);
    });
    for (const socket of [client, tunnel])
      socket.on('error', () =>
        [client, tunnel].forEach((one) => {
          one.destroy();
        }),
      );
  });
  const port = await listen(proxy);
  return {
    url: `http://127.0.0.1:${port}`,
    missed: () => missed,
    [Symbol.asyncDispose]: async () => {
      for (const server of [proxy, tls]) {
        server.close();
        server.closeAllConnections();
      }
    },
  };
}

/** Two spellings of one address: with and without a fragment or a default port. */
const keyOf = (url: string): string => {
  const { host, pathname, search } = new URL(url);
  return host + pathname + search;
};

const listen = (server: ReturnType<typeof createServer>): Promise<number> =>
  new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
  });
