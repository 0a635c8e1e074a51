import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { checkedServer } from '../../support/app/checked-server.ts';
import { openFakeApp } from '../../support/app/fake-app.ts';

/** The server behind a stream of events that the test writes. */
export async function openStreaming(token: string | null = null) {
  const app = await openFakeApp();
  const inner = checkedServer({ ...app, config: { ...app.config, httpToken: token } });
  const address = new URL(await inner.listen({ host: '127.0.0.1', port: 0 }));
  const streams: ServerResponse[] = [];
  const asked: (string | undefined)[] = [];
  const outer = createServer((request, response) => {
    if (request.url === '/v1/events' && (token === null || request.headers.authorization === `Bearer ${token}`)) {
      asked.push(request.headers['last-event-id'] as string | undefined);
      streams.push(response);
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write('retry: 3000\n: events\n\n');
      return;
    }
    void fetch(new URL(request.url ?? '/', address), { headers: request.headers as Record<string, string> }).then(
      async (answer) => {
        const headers = Object.fromEntries(answer.headers);
        delete headers['content-encoding'];
        delete headers['content-length'];
        response.writeHead(answer.status, headers).end(Buffer.from(await answer.arrayBuffer()));
      },
    );
  });
  const listen = async (port = 0): Promise<number> => {
    outer.listen(port, '127.0.0.1');
    await once(outer, 'listening');
    return (outer.address() as AddressInfo).port;
  };
  const cut = async (): Promise<void> => {
    outer.close();
    outer.closeAllConnections();
    await once(outer, 'close');
  };
  const port = await listen();
  const say = (text: string): void => {
    for (const stream of streams) stream.write(text);
  };
  return {
    app,
    address: `http://127.0.0.1:${port}`,
    asked,
    say,
    cut,
    listenAgain: () => listen(port),
    [Symbol.asyncDispose]: async () => {
      outer.closeAllConnections();
      outer.close();
      await inner.close();
      await app[Symbol.asyncDispose]();
    },
  };
}
