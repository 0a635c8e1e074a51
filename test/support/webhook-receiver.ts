import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { Changes } from './waiting.ts';

export const webhookSecret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';

/** Settings without any receiver. */
export const noReceivers = {
  webhooks: [] as readonly string[],
  webhookSecret: null as string | null,
  chatWebhooks: [] as readonly string[],
  smtpUrl: null as string | null,
  mailFrom: null as string | null,
  mailTo: [] as readonly string[],
};

export interface ReceivedWebhook {
  readonly id: string;
  readonly type: string;
  readonly timestamp: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly headers: IncomingHttpHeaders;
}

/** A receiver that checks each signature with the library of the standard. */
export interface WebhookReceiver extends AsyncDisposable {
  readonly url: string;
  /** Status of the next answers; null: it never answers. */
  status: number | null;
  /** Messages with a right signature, whatever was answered. */
  readonly received: ReceivedWebhook[];
  /** Messages without one. */
  readonly refused: string[];
  /** Resolves at the first message after which this is true. */
  until(isTrue: () => boolean): Promise<void>;
}

export async function openWebhookReceiver(): Promise<WebhookReceiver> {
  const received: ReceivedWebhook[] = [];
  const refused: string[] = [];
  const changes = new Changes();
  const checker = new Webhook(webhookSecret);
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part) => parts.push(part));
    request.on('end', () => {
      const { headers } = request;
      const body = Buffer.concat(parts).toString();
      try {
        // the library takes the machine's time; messages of the tests have their own
        const at = new Date(Number(headers['webhook-timestamp']) * 1_000);
        const right = checker.sign(String(headers['webhook-id']), at, body);
        if (right !== headers['webhook-signature']) throw new Error('another signature');
        received.push({ ...JSON.parse(body), id: headers['webhook-id'], headers });
      } catch (error) {
        refused.push(String(error));
      }
      changes.changed();
      if (receiver.status === null) return;
      response.writeHead(receiver.status, receiver.status === 302 ? { location: `${receiver.url}/elsewhere` } : {});
      response.end('{"note":"an answer"}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const receiver: WebhookReceiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks/secret-path`,
    status: 204,
    received,
    refused,
    until: (isTrue) => changes.until(isTrue),
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return receiver;
}
