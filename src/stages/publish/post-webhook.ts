import { createHmac } from 'node:crypto';
import { type DeliveryAnswer, type PostTarget, postJson } from './post-json.ts';

/** A message that is about to be sent. */
export interface WebhookMessage {
  /** The same for each attempt: receivers know by it what they have already. */
  readonly id: string;
  readonly sentAt: Date;
  /** JSON. */
  readonly body: string;
}

/** Where webhooks are sent. */
export interface WebhookEndpoint extends PostTarget {
  readonly secret: Uint8Array;
}

/** The headers of Standard Webhooks 1.0 (standardwebhooks.com): HMAC-SHA256 of id, time and body. */
export function webhookHeaders({ id, sentAt, body }: WebhookMessage, secret: Uint8Array): Record<string, string> {
  const seconds = Math.floor(sentAt.getTime() / 1_000);
  const signature = createHmac('sha256', secret).update(`${id}.${seconds}.${body}`).digest('base64');
  return { 'webhook-id': id, 'webhook-timestamp': String(seconds), 'webhook-signature': `v1,${signature}` };
}

/** Sends one message. It never throws. */
export const postWebhook = (endpoint: WebhookEndpoint, message: WebhookMessage): Promise<DeliveryAnswer> =>
  postJson(endpoint, message.body, webhookHeaders(message, endpoint.secret));
