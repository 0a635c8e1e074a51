import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Changes } from '../waiting.ts';

/** A hub: told of a change it reads the feed, and delivers it to those who subscribed, signed, as WebSub asks. */
export interface WebSubHub extends AsyncDisposable {
  readonly url: string;
  /** Addresses of feeds, one for each ping. */
  readonly pings: string[];
  /** Resolves at the first ping after which this is true. */
  until(isTrue: () => boolean): Promise<void>;
  /** What it has delivered, by feed. */
  readonly delivered: { readonly topic: string; readonly body: string; readonly type: string }[];
  /** Status of its answers; null: it never answers. */
  status: number | null;
  subscribe(topic: string, callback: (body: string, signature: string) => void, secret: string): void;
}

/** @param read gives a feed by its public address */
export async function openWebSubHub(
  read: (topic: string) => Promise<{ readonly body: string; readonly type: string }>,
): Promise<WebSubHub> {
  const subscribers: { topic: string; callback: (body: string, signature: string) => void; secret: string }[] = [];
  const changes = new Changes();
  const server = createServer((request, response) => {
    let text = '';
    request.on('data', (part) => {
      text += part;
    });
    request.on('end', async () => {
      const form = new URLSearchParams(text);
      const topic = form.get('hub.url') ?? '';
      if (form.get('hub.mode') !== 'publish' || form.get('hub.topic') !== topic) return response.writeHead(400).end();
      hub.pings.push(topic);
      changes.changed();
      if (hub.status === null) return;
      if (hub.status < 300) {
        const { body, type } = await read(topic);
        hub.delivered.push({ topic, body, type });
        for (const { callback, secret } of subscribers.filter((one) => one.topic === topic))
          callback(body, `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`);
      }
      return response.writeHead(hub.status).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const hub: WebSubHub = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hub?key=secret`,
    pings: [],
    until: (isTrue) => changes.until(isTrue),
    delivered: [],
    status: 204,
    subscribe: (topic, callback, secret) => subscribers.push({ topic, callback, secret }),
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return hub;
}
