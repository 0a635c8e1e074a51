import { setting } from './setting.ts';

/** Bytes that a secret has, by Standard Webhooks. */
const secretBytes = { min: 24, max: 64 } as const;

/** Settings of webhooks (docs/webhooks.md). */
export const webhookSettings = {
  webhooks: setting<readonly string[]>(
    'NEWSHAWK_WEBHOOKS',
    [],
    'addresses that are told of events, such as a change of layout (docs/webhooks.md), with commas: https://hooks.example/newshawk',
    (value) => {
      const addresses = value
        .split(',')
        .map((address) => address.trim())
        .filter((address) => address !== '');
      if (addresses.some((address) => !/^https?:\/\//.test(address) || !URL.canParse(address)))
        throw new Error('must be http(s) addresses, with commas between them: https://hooks.example/newshawk');
      return [...new Set(addresses)];
    },
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
} as const;

/** The bytes of a secret, as `NEWSHAWK_WEBHOOK_SECRET` has it. */
export const secretOf = (text: string): Buffer => Buffer.from(text.replace(/^whsec_/, ''), 'base64');
