import { Webhook } from 'standardwebhooks';
import { expect, it, onTestFinished, vi } from 'vitest';
import { secretOf } from '../../../src/settings/events/webhook-settings.ts';
import { postWebhook, webhookHeaders } from '../../../src/stages/publish/post-webhook.ts';
import { openWebhookReceiver, webhookSecret } from '../../support/webhook-receiver.ts';

const secret = secretOf(webhookSecret);
const message = { id: 'extraction.drift:a.example:1', sentAt: new Date('2026-11-21T08:00:00Z'), body: '{"type":"é"}' };

it('postWebhook signs as the library of the standard does', () => {
  const { 'webhook-signature': signature } = webhookHeaders(message, secret);
  expect(signature).toBe(new Webhook(webhookSecret).sign(message.id, message.sentAt, message.body));
});

it('postWebhook is verified by a receiver with the secret, and by none with another', () => {
  // the library compares the time stamp with its own clock
  vi.useFakeTimers({ now: message.sentAt, toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const headers = webhookHeaders(message, secret);
  expect(new Webhook(webhookSecret).verify(message.body, headers)).toEqual({ type: 'é' });
  const other = new Webhook(`whsec_${Buffer.alloc(24, 7).toString('base64')}`);
  expect(() => other.verify(message.body, headers)).toThrow('No matching signature');
  expect(() => new Webhook(webhookSecret).verify('{"type":"x"}', headers)).toThrow('No matching signature');
});

it('postWebhook takes any 2xx for an answer, and nothing else', async () => {
  await using receiver = await openWebhookReceiver();
  const endpoint = { url: receiver.url, secret, timeoutMs: 60_000 };
  for (const [status, answer] of [
    [200, { kind: 'taken' }],
    [202, { kind: 'taken' }],
    [302, { kind: 'failed', detail: 'it answered 302', isFinal: false }],
    [401, { kind: 'failed', detail: 'it answered 401', isFinal: false }],
    [410, { kind: 'failed', detail: 'it answered 410', isFinal: true }],
    [503, { kind: 'failed', detail: 'it answered 503', isFinal: false }],
  ] as const) {
    receiver.status = status;
    expect(await postWebhook(endpoint, message)).toEqual(answer);
  }
  // no redirect is followed
  expect({ receivedCount: receiver.received.length, refused: receiver.refused }).toEqual({
    receivedCount: 6,
    refused: [],
  });
});

it('postWebhook says what failed without the address', async () => {
  const receiver = await openWebhookReceiver();
  receiver.status = null;
  const endpoint = { url: receiver.url, secret, timeoutMs: 300 };
  expect(await postWebhook(endpoint, message)).toEqual({
    kind: 'failed',
    detail: 'no answer within 0.3 s',
    isFinal: false,
  });
  await receiver[Symbol.asyncDispose]();
  expect(await postWebhook({ ...endpoint, timeoutMs: 60_000 }, message)).toEqual({
    kind: 'failed',
    detail: 'ECONNREFUSED',
    isFinal: false,
  });
});
