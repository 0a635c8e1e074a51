import { isEventPattern } from '../../model/publish/webhook.ts';
import { setting } from '../setting.ts';

/** Bytes that a secret has, by Standard Webhooks. */
const secretBytes = { min: 24, max: 64 } as const;

/** An address with the events that it is told of: `https://hooks.example/in alert.* article.created`. Without any: the default of its kind. */
export interface ReceiverEntry {
  readonly address: string;
  readonly events: readonly string[];
}

export function receiverEntry(text: string): ReceiverEntry {
  const [address = '', ...events] = text.split(/\s+/);
  return { address, events };
}

/** @throws Error that names the mistake, without the address: it may hold a secret */
function receiverList(value: string, isAddress: (address: string) => boolean, advice: string): string[] {
  const entries = value
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
  for (const [index, entry] of entries.entries()) {
    const { address, events } = receiverEntry(entry);
    if (!isAddress(address)) throw new Error(advice);
    const unknown = events.find((event) => !isEventPattern(event));
    if (unknown !== undefined)
      throw new Error(
        `entry ${index + 1}: there is no event "${unknown}" (docs/webhooks.md lists them; alert.* is all alerts)`,
      );
    const former = entries.slice(0, index).find((other) => receiverEntry(other).address === address);
    if (former !== undefined && former !== entry)
      throw new Error(`entry ${index + 1} names the address of another entry: name its events once`);
  }
  return [...new Set(entries)];
}

const isHttpAddress = (address: string): boolean => /^https?:\/\//.test(address) && URL.canParse(address);
const isMailAddress = (address: string): boolean => /^[^\s@<>,;"]+@[^\s@<>,;"]+$/.test(address);

/** Settings of webhooks and of other receivers (docs/webhooks.md). */
export const webhookSettings = {
  webhooks: setting<readonly string[]>(
    'NEWSHAWK_WEBHOOKS',
    [],
    'addresses that are told of events, such as a change of layout (docs/webhooks.md), with commas, each with the events it wants: https://hooks.example/newshawk alert.* article.created',
    (value) =>
      receiverList(
        value,
        isHttpAddress,
        'must be http(s) addresses, with commas between them: https://hooks.example/newshawk',
      ),
    true,
  ),
  webhookSecret: setting<string | null>(
    'NEWSHAWK_WEBHOOK_SECRET',
    null,
    'signs webhooks (Standard Webhooks): `openssl rand -base64 32` makes one',
    (value) => {
      const bytes = secretOf(value).length;
      const isBase64 = /^(?:whsec_)?[A-Za-z0-9+/]+={0,2}$/.test(value);
      if (!isBase64 || bytes < secretBytes.min || bytes > secretBytes.max)
        throw new Error(
          `must be base64 of ${secretBytes.min} to ${secretBytes.max} bytes, with or without whsec_ before it: \`openssl rand -base64 32\` makes one`,
        );
      return value;
    },
    true,
  ),
  chatWebhooks: setting<readonly string[]>(
    'NEWSHAWK_CHAT_WEBHOOKS',
    [],
    'incoming webhooks of chats that are told of alerts (Slack, Mattermost, Discord with /slack), with commas; other events are named as for NEWSHAWK_WEBHOOKS',
    (value) =>
      receiverList(
        value,
        isHttpAddress,
        'must be http(s) addresses, with commas between them: https://hooks.slack.com/services/…',
      ),
    true,
  ),
  smtpUrl: setting<string | null>(
    'NEWSHAWK_SMTP_URL',
    null,
    'the mail server: smtps://user:password@mail.example:465, or smtp:// (port 587, STARTTLS where the server has it)',
    (value) => {
      if (!/^smtps?:\/\/[^/]+/.test(value) || !URL.canParse(value))
        throw new Error(
          'must be smtp://host:port or smtps://host:port, with user:password@ before the host, special characters percent-encoded',
        );
      return value;
    },
    true,
  ),
  mailFrom: setting<string | null>('NEWSHAWK_MAIL_FROM', null, 'sender of mails: newshawk@example.org', (value) => {
    if (!isMailAddress(value)) throw new Error('must be one mail address: newshawk@example.org');
    return value;
  }),
  mailTo: setting<readonly string[]>(
    'NEWSHAWK_MAIL_TO',
    [],
    'mail addresses that are told of alerts, with commas; other events are named as for NEWSHAWK_WEBHOOKS',
    (value) => receiverList(value, isMailAddress, 'must be mail addresses, with commas between them: ops@example.org'),
  ),
} as const;

/** The bytes of a secret, as `NEWSHAWK_WEBHOOK_SECRET` has it. */
export const secretOf = (text: string): Buffer => Buffer.from(text.replace(/^whsec_/, ''), 'base64');
