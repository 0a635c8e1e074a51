import { createHash } from 'node:crypto';
import { CommandError, exitCodes } from '../../errors.ts';
import { secretOf } from '../../settings/webhook-settings.ts';
import type { WebhookEndpoint } from '../../stages/publish/post-webhook.ts';
import type { Settings } from '../ports.ts';

/** Longest wait for an answer, ms. A receiver that works long should answer first. */
const timeoutMs = 10_000;

/**
 * Who is told of events, by name: the host with the start of the address's hash, as addresses may hold secrets.
 * @throws CommandError (configuration) where there are addresses but no secret
 */
export function webhookReceivers({
  webhooks,
  webhookSecret,
}: Settings<'webhooks' | 'webhookSecret'>['config']): ReadonlyMap<string, WebhookEndpoint> {
  if (webhooks.length === 0) return new Map();
  if (webhookSecret === null)
    throw new CommandError(
      exitCodes.configuration,
      'NEWSHAWK_WEBHOOKS is set, but NEWSHAWK_WEBHOOK_SECRET is not. Receivers need it to know who sends. `openssl rand -base64 32` makes one.',
    );
  const secret = secretOf(webhookSecret);
  return new Map(webhooks.map((url) => [receiverName(url), { url, secret, timeoutMs }]));
}

const receiverName = (url: string): string =>
  `${new URL(url).host}#${createHash('sha256').update(url).digest('hex').slice(0, 6)}`;
