import { createHash } from 'node:crypto';
import { CommandError, exitCodes } from '../../errors.ts';
import type { Settings } from '../../services.ts';
import { receiverEntry, secretOf } from '../../settings/events/webhook-settings.ts';
import type { PostTarget } from '../../stages/publish/post-json.ts';
import type { WebhookEndpoint } from '../../stages/publish/post-webhook.ts';
import type { MailTarget } from '../../stages/publish/send-mail.ts';

/** Longest wait for an answer, ms. A receiver that works long should answer first. */
const timeoutMs = 10_000;

export type ReceiverSettings = 'webhooks' | 'webhookSecret' | 'chatWebhooks' | 'smtpUrl' | 'mailFrom' | 'mailTo';

/** How a receiver is told. */
export type Channel =
  | { readonly kind: 'webhook'; readonly target: WebhookEndpoint }
  | { readonly kind: 'chat'; readonly target: PostTarget }
  | { readonly kind: 'mail'; readonly target: MailTarget };

export interface Receiver {
  /** Types and patterns of events. */
  readonly events: readonly string[];
  readonly channel: Channel;
}

/** What a receiver is told of where it names no events. Articles are many: who wants them says so. */
const defaultEvents = {
  webhook: ['extraction.*', 'source.*', 'alert.*'],
  chat: ['alert.*'],
  mail: ['alert.*'],
} as const;

/**
 * Who is told of events, by name: the host with the start of the address's hash, as addresses may hold secrets.
 * @throws CommandError (configuration) where there are addresses, but not what is needed to send to them
 */
export function receiversOf(config: Settings<ReceiverSettings>['config']): ReadonlyMap<string, Receiver> {
  return new Map([...webhookReceivers(config), ...chatReceivers(config), ...mailReceivers(config)]);
}

type Named = readonly [name: string, Receiver];

function webhookReceivers({ webhooks, webhookSecret }: Settings<ReceiverSettings>['config']): Named[] {
  if (webhooks.length === 0) return [];
  if (webhookSecret === null)
    throw new CommandError(
      exitCodes.configuration,
      'NEWSHAWK_WEBHOOKS is set, but NEWSHAWK_WEBHOOK_SECRET is not. Receivers need it to know who sends. `openssl rand -base64 32` makes one.',
    );
  const secret = secretOf(webhookSecret);
  return webhooks.map(receiverEntry).map(({ address: url, events }) => [
    hostName(url),
    {
      events: events.length > 0 ? events : defaultEvents.webhook,
      channel: { kind: 'webhook', target: { url, secret, timeoutMs } },
    },
  ]);
}

const chatReceivers = ({ chatWebhooks }: Settings<ReceiverSettings>['config']): Named[] =>
  chatWebhooks.map(receiverEntry).map(({ address: url, events }) => [
    `chat:${hostName(url)}`,
    {
      events: events.length > 0 ? events : defaultEvents.chat,
      channel: { kind: 'chat', target: { url, timeoutMs } },
    },
  ]);

function mailReceivers({ mailTo, mailFrom, smtpUrl }: Settings<ReceiverSettings>['config']): Named[] {
  if (mailTo.length === 0) return [];
  if (smtpUrl === null || mailFrom === null)
    throw new CommandError(
      exitCodes.configuration,
      `NEWSHAWK_MAIL_TO is set, but ${smtpUrl === null ? 'NEWSHAWK_SMTP_URL (smtps://user:password@mail.example)' : 'NEWSHAWK_MAIL_FROM (newshawk@example.org)'} is not.`,
    );
  return mailTo.map(receiverEntry).map(({ address: to, events }) => [
    `mail:${to}`,
    {
      events: events.length > 0 ? events : defaultEvents.mail,
      channel: { kind: 'mail', target: { smtpUrl, from: mailFrom, to, timeoutMs } },
    },
  ]);
}

const hostName = (url: string): string =>
  `${new URL(url).host}#${createHash('sha256').update(url).digest('hex').slice(0, 6)}`;
