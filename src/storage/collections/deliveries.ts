import { z } from 'zod';
import { type WebhookDelivery, webhookDeliverySchema } from '../../model/publish/webhook.ts';
import { collection } from '../collection.ts';
import type { OpenRecords, RecordsOf } from '../engine/records.ts';

export const deliveries = collection({
  name: 'deliveries',
  schema: webhookDeliverySchema,
  key: ['id'],
  columns: ['receiver', 'state', 'nextAt', 'attempts'],
  derived: { eventAt: [z.date(), ({ event }) => event.at] },
  indexes: [
    { by: ['state', 'nextAt', 'id'] },
    { by: ['-eventAt', 'id'] },
    { by: ['state', '-eventAt', 'id'], only: 'mongo' },
    { by: ['receiver', 'state'], only: 'mongo' },
  ],
});

export interface DeliveryClaim {
  readonly receivers: readonly string[];
  readonly now: Date;
  readonly until: Date;
  readonly limit: number;
}

/** Webhook deliveries: what is told to receivers outlives the process that noticed it. */
export class Deliveries {
  readonly #deliveries: RecordsOf<typeof deliveries>;

  constructor(open: OpenRecords) {
    this.#deliveries = open(deliveries);
  }

  /** Adds deliveries. Those that are there stay as they are. */
  async add(added: readonly WebhookDelivery[]): Promise<void> {
    for (const delivery of added) await this.#deliveries.add(delivery);
  }

  /** By their ids, in any order; those that are missing are left out. */
  async get(ids: readonly string[]): Promise<WebhookDelivery[]> {
    return await this.#deliveries.find({ where: { id: { in: ids } } });
  }

  /** Waiting deliveries that are due, the longest due first. Until `until` no other claim gets them: a killed process's ones come again then. */
  async claim({ receivers, now, until, limit }: DeliveryClaim): Promise<WebhookDelivery[]> {
    const due = { state: 'waiting', receiver: { in: receivers }, nextAt: { lte: now } } as const;
    return await this.#deliveries.take({ where: due, order: ['nextAt', 'id'], limit }, { nextAt: until });
  }

  /** Replaces a delivery after an attempt. */
  async save(delivery: WebhookDelivery): Promise<void> {
    await this.#deliveries.put(delivery);
  }

  /**
   * Makes one delivery of many happenings: adds it where it is not there, else it waits again, with the new event. One that waits for its first attempt keeps
   * its time where that is earlier; one that failed before is due at `retryAt` or at its time, whichever is earlier, with the attempts that it had.
   */
  async rearm(wanted: readonly WebhookDelivery[], retryAt: Date): Promise<void> {
    for (const delivery of wanted)
      await this.#deliveries.change([delivery.id], (stored) => rearmed(stored, delivery, retryAt));
  }

  /** Replaces a claimed delivery after an attempt, unless it was made due again meanwhile: then it comes again. @returns whether it was replaced */
  async settle({ nextAt }: WebhookDelivery, ended: WebhookDelivery): Promise<boolean> {
    return await this.#deliveries.replace(ended, { state: 'waiting', nextAt });
  }

  /** Deliveries of these states wait, due at `now`, with all attempts before them. @param receiver null: of any @returns how many */
  async retry(states: readonly ('waiting' | 'failed')[], receiver: string | null, now: Date): Promise<number> {
    return await this.#deliveries.update(
      { state: { in: states }, receiver: receiver ?? undefined },
      { state: 'waiting', attempts: 0, nextAt: now },
    );
  }

  /** Newest event first. */
  async list({ state, limit }: { readonly state?: WebhookDelivery['state']; readonly limit: number }) {
    return await this.#deliveries.find({ where: { state }, order: ['-eventAt', 'id'], limit });
  }

  async counts() {
    return await this.#deliveries.groups({ by: ['receiver', 'state'] });
  }

  /** Forgets delivered ones. @returns how many */
  async deleteDelivered(before: Date): Promise<number> {
    return await this.#deliveries.remove({ state: 'delivered', nextAt: { lt: before } });
  }

  /** Forgets all of a receiver. @returns how many */
  async deleteOf(receiver: string): Promise<number> {
    return await this.#deliveries.remove({ receiver });
  }
}

/** A delivery that is to be made again, by what is stored of it. */
function rearmed(stored: WebhookDelivery | null, wanted: WebhookDelivery, retryAt: Date): WebhookDelivery {
  if (stored?.state !== 'waiting') return wanted;
  const soonest = stored.attempts > 0 ? retryAt : wanted.nextAt;
  const nextAt = stored.nextAt < soonest ? stored.nextAt : soonest;
  return { ...wanted, attempts: stored.attempts, detail: stored.detail, nextAt };
}
