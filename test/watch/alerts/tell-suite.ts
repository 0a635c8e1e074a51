import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { EventItem, WebhookDelivery } from '../../../src/model/publish/webhook.ts';
import { alertChanges, newAlert } from '../../../src/stages/alerts/alert-changes.ts';
import type { Condition } from '../../../src/stages/alerts/condition.ts';
import type { Store } from '../../../src/storage/port.ts';
import { finishMessages, tellAlerts } from '../../../src/watch/alerts/tell-alerts.ts';
import { WebhookSender } from '../../../src/watch/webhooks/webhook-sender.ts';
import { noReceivers, webhookSecret } from '../../support/webhook-receiver.ts';
import type { TestStore } from './alert-suite.ts';

const hour = 3_600_000;
const begun = new Date('2026-11-21T08:00:00Z');
const silentLog = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
const webhooks = ['http://127.0.0.1:9/one alert.*', 'http://127.0.0.1:9/two alert.*'];
const subjects = ['a', 'b', 'c'];

const condition = (subject: string): Condition => ({
  kind: 'source-silent',
  rule: 'source-silent',
  subject,
  site: 'gazette.example',
  title: `${subject} is silent`,
  evidence: {},
  level: 'opens',
});

/** A write that waits, as that of a process that was stopped (SIGSTOP, a sleeping machine) or of a store that does not answer. */
interface StoppedStore {
  readonly store: Store;
  readonly stopped: Promise<void>;
  readonly goOn: () => void;
}

/** @param at the write (of alerts or deliveries) that does not begin until it is let go @param fails whether the process is dead instead: this write and later ones fail */
function stoppedAt(whole: Store, at: number, fails = false): StoppedStore {
  const [stop, go] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let writes = 0;
  const before = async (): Promise<void> => {
    writes += 1;
    if (fails && writes > at) throw new Error('killed');
    if (fails || writes !== at + 1) return;
    stop.resolve();
    await go.promise;
  };
  const { alerts, deliveries } = whole;
  const store = Object.create(whole, {
    alerts: {
      value: Object.create(alerts, {
        save: { value: (alert: never) => before().then(() => alerts.save(alert)) },
        untold: { value: (limit: number) => alerts.untold(limit) },
      }),
    },
    deliveries: {
      value: Object.create(deliveries, {
        add: { value: (added: never) => before().then(() => deliveries.add(added)) },
        get: { value: (ids: readonly string[]) => deliveries.get(ids) },
      }),
    },
  }) as Store;
  return { store, stopped: stop.promise, goOn: go.resolve };
}

/** What alerts of a store are told, whatever stops or dies at whichever write. */
export function tellSuite(openTestStore: () => Promise<TestStore>): void {
  let store: Store;
  let close: () => Promise<void>;
  beforeEach(async () => {
    ({ store, close } = await openTestStore());
  });
  afterEach(async () => {
    await store[Symbol.asyncDispose]();
    await close();
  });

  let opened = 0;
  /** As a process has them. @param aheadMs of its clock */
  function ports(on: Store = store, aheadMs = 0): Parameters<typeof tellAlerts>[0] {
    opened += 1;
    const clock = { now: () => new Date(begun.getTime() + aheadMs), monotonicMs: () => 0 };
    const config = { ...noReceivers, webhooks, webhookSecret };
    const sender = new WebhookSender({ store: on, clock, log: silentLog, config });
    return { owner: `process ${opened}`, store: on, clock, sender };
  }
  async function look(io: Parameters<typeof tellAlerts>[0]): Promise<void> {
    await finishMessages(io);
    await tellAlerts(io);
  }
  const open = async (round: string): Promise<void> => {
    for (const subject of subjects) await store.alerts.save(newAlert(condition(`${round}${subject}`), 'open', begun));
  };
  const resolve = async (): Promise<void> => {
    const open = await store.alerts.list({ state: 'open', limit: 100 });
    for (const alert of alertChanges(open, [], begun, () => 'it is gone')) await store.alerts.save(alert);
  };
  const items = ({ event }: WebhookDelivery) => event.data.alerts as readonly EventItem[];
  /** Each telling of each alert to each receiver, in order. */
  const told = async (type: string): Promise<string[]> =>
    (await store.deliveries.list({ limit: 10_000 }))
      .filter(({ event }) => event.type === type)
      .flatMap((delivery) => items(delivery).map(({ subject }) => `${subject} ${delivery.receiver.slice(-6)}`))
      .toSorted();
  async function expectOnce(rounds: readonly string[]): Promise<void> {
    const receivers = ports().sender.receiversOf('alert.opened');
    const once = rounds
      .flatMap((round) =>
        subjects.flatMap((subject) => receivers.map((name) => `${round}${subject} ${name.slice(-6)}`)),
      )
      .toSorted();
    expect(await told('alert.opened')).toEqual(once);
    await resolve();
    await look(ports());
    expect(await told('alert.resolved')).toEqual(once);
    expect(await store.alerts.untold(1)).toEqual([]);
  }

  describe('alerts are told once, each with its end', () => {
    it('where one process stops before any write, and another one looks before it goes on', async () => {
      const rounds: string[] = [];
      // clocks of machines differ: by seconds, and by more than any message takes; not every look tells, as messages are collected
      const others = [0, 5_000, -5_000, hour].flatMap((aheadMs) =>
        [look, finishMessages].map((does) => ({ aheadMs, does })),
      );
      for (const { aheadMs, does } of others)
        for (let at = 0; ; at += 1) {
          const round = `${rounds.length}-`;
          rounds.push(round);
          await open(round);
          const first = stoppedAt(store, at);
          const looked = look(ports(first.store));
          const isStopped = await Promise.race([first.stopped.then(() => true), looked.then(() => false)]);
          await does(ports(store, aheadMs));
          first.goOn();
          await looked;
          await look(ports(store, aheadMs));
          await expectOnce(rounds);
          if (!isStopped) break;
        }
      expect(rounds.length).toBeGreaterThan(8 * 8);
    }, 120_000);

    it('where the other one is killed before any of its writes meanwhile', async () => {
      const rounds: string[] = [];
      for (let at = 0, isStopped = true; isStopped; at += 1)
        for (let killedAt = 0; killedAt < 8; killedAt += 1) {
          const round = `${at}-${killedAt}-`;
          rounds.push(round);
          await open(round);
          const first = stoppedAt(store, at);
          const looked = look(ports(first.store));
          isStopped = await Promise.race([first.stopped.then(() => true), looked.then(() => false)]);
          await look(ports(stoppedAt(store, killedAt, true).store, hour)).catch((error: Error) => {
            expect(error.message).toBe('killed');
          });
          if (killedAt % 2 === 0) await look(ports(store, hour));
          first.goOn();
          await looked;
          await look(ports(store, hour));
          await look(ports(store, hour));
          if (killedAt === 7) await expectOnce(rounds);
        }
    }, 120_000);

    it('where two processes choose at the same moment', async () => {
      await open('');
      const both = [ports(), ports()];
      await Promise.all(both.map(look));
      await Promise.all(both.map(look));
      await look(ports());
      await expectOnce(['']);
    });

    it('where only some receivers have it: the others get it, and it does not end before', async () => {
      await open('');
      const [one = '', two = ''] = ports().sender.receiversOf('alert.opened');
      const [alert] = await store.alerts.untold(1);
      if (alert === undefined) throw new Error('no alert opened');
      const chosen = { ...alert, telling: { what: 'opened', to: null, batch: 'm' }, version: 2 } as const;
      await store.alerts.save(chosen);
      // as a process stored it that had chosen less of it by then
      await ports().sender.announceTo(one, {
        id: 'm',
        type: 'alert.opened',
        at: begun,
        data: { count: 0, alerts: [] },
      });
      await finishMessages(ports());
      const [half] = await store.alerts.get([alert.id]);
      expect(half).toMatchObject({ telling: { what: 'opened', to: [one], batch: null }, toldTo: [two] });
      expect(half && alertChanges([half], [], begun, () => 'it is gone')).toEqual([]);
      await look(ports());
      await expectOnce(['']);
    });
  });
}
