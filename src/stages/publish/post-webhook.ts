import { createHmac } from 'node:crypto';

/** A message that is about to be sent. */
export interface WebhookMessage {
  /** The same for each attempt: receivers know by it what they have already. */
  readonly id: string;
  readonly sentAt: Date;
  /** JSON. */
  readonly body: string;
}

/** Where webhooks are sent. The operator names it: it may be on this machine. */
export interface WebhookEndpoint {
  readonly url: string;
  readonly secret: Uint8Array;
  readonly timeoutMs: number;
}

/** Null detail: it was taken. */
export type WebhookAnswer =
  | { readonly kind: 'taken' }
  | {
      readonly kind: 'failed';
      readonly detail: string /** No later attempt can succeed. */;
      readonly isFinal: boolean;
    };

/** The headers of Standard Webhooks 1.0 (standardwebhooks.com): HMAC-SHA256 of id, time and body. */
export function webhookHeaders({ id, sentAt, body }: WebhookMessage, secret: Uint8Array): Record<string, string> {
  const seconds = Math.floor(sentAt.getTime() / 1_000);
  const signature = createHmac('sha256', secret).update(`${id}.${seconds}.${body}`).digest('base64');
  return { 'webhook-id': id, 'webhook-timestamp': String(seconds), 'webhook-signature': `v1,${signature}` };
}

/** Sends one message. It never throws. No detail holds the address, which may have a secret in it. */
export async function postWebhook(
  { url, secret, timeoutMs }: WebhookEndpoint,
  message: WebhookMessage,
): Promise<WebhookAnswer> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'user-agent': 'newshawk-webhooks',
        ...webhookHeaders(message, secret),
      },
      body: message.body,
      // the message is for this address only
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    });
    await response.body?.cancel();
    if (response.ok) return { kind: 'taken' };
    const { status } = response;
    return { kind: 'failed', detail: `it answered ${status}`, isFinal: status === 410 };
  } catch (error) {
    const { name = '', cause } = error as { readonly name?: string; readonly cause?: { readonly code?: string } };
    const detail =
      name === 'TimeoutError' ? `no answer within ${timeoutMs / 1_000} s` : (cause?.code ?? 'the connection failed');
    return { kind: 'failed', detail, isFinal: false };
  }
}
