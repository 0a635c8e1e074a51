import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { WebhookEvent } from '../../../src/model/publish/webhook.ts';
import type { Store } from '../../../src/storage/port.ts';
import { openSqlite } from '../../../src/storage/sqlite/open-sqlite.ts';
import { WebhookSender } from '../../../src/watch/webhooks/webhook-sender.ts';
import { ManualClock } from '../../support/manual-clock.ts';
import {
  noReceivers,
  openWebhookReceiver,
  type WebhookReceiver,
  webhookSecret,
} from '../../support/webhook-receiver.ts';

const [minute, hour] = [60_000, 3_600_000];
const begun = new Date('2026-11-21T08:00:00Z');

let folder: string;
let store: Store;
let receiver: WebhookReceiver;
let clock: ManualClock;
const logged: string[] = [];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'newshawk-webhooks-'));
  store = await openSqlite(join(folder, 'store'));
  receiver = await openWebhookReceiver();
  clock = new ManualClock(begun);
  logged.length = 0;
});
afterEach(async () => {
  await receiver[Symbol.asyncDispose]();
  await store[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

const note = (event: string, facts?: object) => logged.push(`${event} ${JSON.stringify(facts)}`);
const senderTo = (...webhooks: readonly string[]) =>
  new WebhookSender({
    store,
    clock,
    log: { debug: note, info: note, warn: note, error: note },
    config: { ...noReceivers, webhooks, webhookSecret },
  });
const event = (number: number): WebhookEvent => ({
  id: `extraction.drift:site-${number}.example:1`,
  type: 'extraction.drift',
  at: clock.now(),
  data: { site: `site-${number}.example`, isSuspended: true },
});
const states = async () =>
  (await store.deliveries.list({ limit: 20 })).map(({ state, attempts }) => `${state} ${attempts}`);

describe('webhook sender', () => {
  it('notifies each receiver once, signed, however often the event is announced', async () => {
    await using other = await openWebhookReceiver();
    const sender = senderTo(receiver.url, other.url);
    await sender.announce(event(1));
    await sender.announce(event(1));
    expect(await sender.sendDue()).toBe(2);
    await sender.announce(event(1));
    expect(await sender.sendDue()).toBe(0);
    for (const { received, refused } of [receiver, other]) {
      expect(refused).toEqual([]);
      expect(received).toMatchObject([
        {
          id: 'extraction.drift:site-1.example:1',
          type: 'extraction.drift',
          timestamp: '2026-11-21T08:00:00.000Z',
          data: { site: 'site-1.example', isSuspended: true },
        },
      ]);
    }
  });

  it('tries again after growing pauses, then names it as failed', async () => {
    receiver.status = 500;
    const sender = senderTo(receiver.url);
    await sender.announce(event(1));
    for (const pauseMs of [10_000, minute, 10 * minute, hour, 4 * hour]) {
      await sender.sendDue();
      clock.pass(pauseMs - 1);
      expect(await sender.sendDue()).toBe(0);
      clock.pass(1);
    }
    expect({ receivedCount: receiver.received.length, states: await states() }).toEqual({
      receivedCount: 5,
      states: ['waiting 5'],
    });
    await sender.sendDue();
    clock.pass(1_000 * hour);
    await sender.sendDue();
    expect({ receivedCount: receiver.received.length, states: await states() }).toEqual({
      receivedCount: 6,
      states: ['failed 6'],
    });
    // the same id each time: the receiver knows what it has
    expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(1);
    expect(logged.at(-1)).toContain('webhook.given-up');
    expect(logged.join()).not.toContain('secret-path');
  });

  it('sends what has failed when the receiver takes another event', async () => {
    receiver.status = 410;
    const sender = senderTo(receiver.url);
    await sender.announce(event(1));
    await sender.sendDue();
    expect(await states()).toEqual(['failed 1']);
    receiver.status = 200;
    clock.pass(minute);
    await sender.announce(event(2));
    expect((await sender.sendDue()) + (await sender.sendDue())).toBe(2);
    expect(await states()).toEqual(['delivered 1', 'delivered 1']);
  });

  it('sends after a restart what a killed process had announced or claimed', async () => {
    await senderTo(receiver.url).announce(event(1));
    const { receivers } = senderTo(receiver.url);
    const until = new Date(begun.getTime() + minute);
    // claimed, then killed
    expect(await store.deliveries.claim({ receivers, now: begun, until, limit: 9 })).toHaveLength(1);
    const next = senderTo(receiver.url);
    expect(await next.sendDue()).toBe(0);
    clock.pass(minute);
    expect(await next.sendDue()).toBe(1);
  });

  it('skips a failing receiver until the round ends, and continues with other receivers', async () => {
    await using other = await openWebhookReceiver();
    receiver.status = 503;
    const sender = senderTo(receiver.url, other.url);
    for (let number = 0; number < 30; number++) await sender.announce(event(number));
    expect(await sender.sendDue()).toBe(30);
    expect(other.received).toHaveLength(30);
    expect(receiver.received.length).toBeLessThanOrEqual(8);
    const left = await store.deliveries.counts();
    expect(left.find(({ state }) => state === 'waiting')?.count).toBe(30);
  });

  it('keeps deliveries to a receiver that is configured no more', async () => {
    await senderTo(receiver.url).announce(event(1));
    const sender = senderTo('http://127.0.0.1:9/other');
    expect(await sender.sendDue()).toBe(0);
    expect(await states()).toEqual(['waiting 0']);
    expect(receiver.received).toEqual([]);
  });

  it('forgets what was taken a month ago', async () => {
    const sender = senderTo(receiver.url);
    await sender.announce(event(1));
    await sender.sendDue();
    clock.pass(31 * 24 * hour);
    await sender.announce(event(2));
    await sender.sendDue();
    expect((await store.deliveries.list({ limit: 9 })).map(({ event: { id } }) => id)).toEqual([event(2).id]);
  });

  it('asks for the secret', () => {
    const config = { ...noReceivers, webhooks: [receiver.url] };
    const log = { debug: note, info: note, warn: note, error: note };
    expect(() => new WebhookSender({ store, clock, log, config })).toThrow(
      'NEWSHAWK_WEBHOOKS is set, but NEWSHAWK_WEBHOOK_SECRET is not.',
    );
    expect(new WebhookSender({ store, clock, log, config: { ...config, webhooks: [] } }).receivers).toEqual([]);
  });
});
