import type { Alert } from '../../../src/model/publish/alert.ts';
import { alertId } from '../../../src/model/publish/alert-id.ts';
import type { WebhookDelivery } from '../../../src/model/publish/webhook.ts';
import type { Store } from '../../../src/storage/port.ts';
import { at, workerBeat } from '../../storage/records.ts';
import { hostile, now } from '../../support/app/fake-app.ts';

export const alertOf = (given: Partial<Alert> & Pick<Alert, 'kind' | 'subject'>): Alert => ({
  id: alertId({ rule: given.kind, ...given }),
  rule: given.kind,
  site: 'gazette.example',
  title: `The source ${given.subject} is silent.`,
  evidence: { hours: 9.5, usualHours: 2, url: 'http://gazette.example/news', why: hostile },
  state: 'open',
  times: 1,
  openedAt: at(10),
  lastSeenAt: at(50),
  resolvedAt: null,
  resolution: null,
  mutedAt: null,
  telling: null,
  toldTo: [],
  toldAt: null,
  version: 1,
  ...given,
});

export const silentSource = alertOf({ kind: 'source-silent', subject: 'feed-1' });

export const deliveryOf = (id: string, given: Partial<WebhookDelivery> = {}): WebhookDelivery => ({
  id,
  receiver: 'hooks.example#1a2b3c4d',
  event: { id: `e-${id}`, type: 'alert.opened', at: at(11), data: { title: hostile } },
  state: 'delivered',
  attempts: 1,
  nextAt: at(12),
  detail: null,
  ...given,
});

/** What the pages of the system show: processes, proxies, alerts and deliveries, with hostile texts. */
export async function storeSystemRecords({ workers, proxies, alerts, deliveries, leases }: Store): Promise<void> {
  await workers.beat(workerBeat('vm-2:8:100:abc', { kind: 'watch', at: at(20), queueAwaySince: at(19) }));
  await workers.beat(workerBeat('vm-1:7:100:abc', { kind: 'worker', at: now, version: '0.1.0' }));
  await leases.take('role', ['watch'], { now, owner: 'vm-1:7:100:abc', leaseMs: 30_000 });
  await leases.take('host', ['gazette.example'], { now, owner: 'vm-1:7:100:abc', leaseMs: 60_000 });
  const check = { at: at(30), fault: null, tries: 6, successRate: 1, latencyMs: 310 };
  const listed = { list: 'https://lists.example/all.txt', listedAt: at(30) };
  await proxies.save([
    { ...listed, id: 'gate.example:81-aaaaaaaa', url: 'http://me:secret@gate.example:81', check },
    {
      ...listed,
      id: 'slow.example:81-bbbbbbbb',
      url: 'http://slow.example:81',
      check: { ...check, fault: 'slow', successRate: 0.5 },
    },
    { ...listed, id: 'new.example:81-cccccccc', url: 'http://new.example:81', check: null },
  ]);
  const use = { day: now.toISOString().slice(0, 10), site: 'gazette.example', bytes: 2_500_000 };
  await proxies.saveUses(
    [
      { ...use, proxy: 'gate.example:81-aaaaaaaa', tries: 40, successes: 39, blocked: 0 },
      { ...use, proxy: 'gate.example:81-aaaaaaaa', site: 'harbour.example', tries: 10, successes: 2, blocked: 8 },
      { ...use, proxy: 'slow.example:81-bbbbbbbb', tries: 8, successes: 5, blocked: 1 },
      { ...use, proxy: 'direct', site: '(other)', tries: 3, successes: 3, blocked: 0 },
    ],
    'owner-1',
  );
  await alerts.save(silentSource);
  await alerts.save(
    alertOf({
      kind: 'drift',
      subject: 'gazette.example',
      title: hostile,
      state: 'resolved',
      resolvedAt: at(40),
      resolution: 'A new wrapper was learned.',
      toldTo: ['hooks.example#1a2b3c4d'],
      toldAt: at(12),
      times: 3,
    }),
  );
  await deliveries.add([
    deliveryOf('d1'),
    deliveryOf('d2', { state: 'failed', attempts: 8, detail: `status 500: ${hostile}` }),
    deliveryOf('d3', { state: 'waiting', attempts: 0, nextAt: at(61) }),
  ]);
}
