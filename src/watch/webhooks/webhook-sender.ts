import { type WebhookDelivery, type WebhookEvent, wantsEvent } from '../../model/publish/webhook.ts';
import type { Clock, Log } from '../../ports.ts';
import type { Settings } from '../../services.ts';
import { postChat } from '../../stages/publish/post-chat.ts';
import type { DeliveryAnswer } from '../../stages/publish/post-json.ts';
import { postWebhook } from '../../stages/publish/post-webhook.ts';
import { sendMail } from '../../stages/publish/send-mail.ts';
import type { Deliveries } from '../../storage/collections/deliveries.ts';
import { type Channel, type Receiver, type ReceiverSettings, receiversOf } from './receivers.ts';

interface WebhookPorts extends Settings<ReceiverSettings> {
  readonly store: { readonly deliveries: Deliveries };
  readonly clock: Clock;
  readonly log: Log;
}

const bodyOf = ({ type, at, data }: WebhookEvent): string =>
  JSON.stringify({ type, timestamp: at.toISOString(), data });

const [second, minute, hour, day] = [1_000, 60_000, 3_600_000, 86_400_000];
/** Pauses before the second attempt and later ones, ms: five hours in all. */
const pausesMs = [10 * second, minute, 10 * minute, hour, 4 * hour] as const;
/** Claims end after this time, ms: longer than an attempt takes. */
const claimMs = minute;
/** Deliveries that are sent at once. */
const atOnce = 8;
/** Time for which delivered ones are kept, ms. */
const keptMs = 30 * day;

const deliveryTo = (receiver: string, event: WebhookEvent): WebhookDelivery => ({
  id: `${event.id} ${receiver}`,
  receiver,
  event,
  state: 'waiting',
  attempts: 0,
  nextAt: event.at,
  detail: null,
});

/** One attempt. It never throws. */
function tell(channel: Channel, event: WebhookEvent, sentAt: Date): Promise<DeliveryAnswer> {
  if (channel.kind === 'chat') return postChat(channel.target, event);
  if (channel.kind === 'mail') return sendMail(channel.target, event);
  return postWebhook(channel.target, { id: event.id, sentAt, body: bodyOf(event) });
}

/** Tells events to the configured receivers. What is announced is in the store before it is sent, and a later run of any process sends what is left. */
export class WebhookSender {
  readonly #io: WebhookPorts;
  readonly #receivers: ReadonlyMap<string, Receiver>;
  #round: Promise<void> | null = null;

  /** @throws CommandError (configuration) where there are receivers, but not what is needed to send to them */
  constructor(io: WebhookPorts) {
    this.#io = io;
    this.#receivers = receiversOf(io.config);
  }

  /** Names of the receivers. */
  get receivers(): readonly string[] {
    return [...this.#receivers.keys()];
  }

  /** Names of the receivers that want this event. */
  receiversOf(type: WebhookEvent['type']): readonly string[] {
    return [...this.#receivers].flatMap(([name, { events }]) => (wantsEvent(events, type) ? [name] : []));
  }

  /** Stores an event for each receiver that wants it. The same event again changes nothing. */
  async announce(event: WebhookEvent): Promise<void> {
    const receivers = this.receiversOf(event.type);
    if (receivers.length > 0)
      await this.#io.store.deliveries.add(receivers.map((receiver) => deliveryTo(receiver, event)));
  }

  /** Stores an event for one receiver. @returns the event that is stored under its id: an earlier one stays. Null: it was removed meanwhile */
  async announceTo(receiver: string, event: WebhookEvent): Promise<WebhookEvent | null> {
    const { deliveries } = this.#io.store;
    const delivery = deliveryTo(receiver, event);
    await deliveries.add([delivery]);
    const [stored] = await deliveries.get([delivery.id]);
    return stored?.event ?? null;
  }

  /** Sends an event that is not stored to each receiver, or to one of them. @returns by receiver, why it has not taken it; null: it has */
  async test(only: string | null = null): Promise<ReadonlyMap<string, string | null>> {
    const at = this.#io.clock.now();
    const chosen = [...this.#receivers].filter(([name]) => only === null || name === only);
    const id = `webhook.test:${at.toISOString()}`;
    const event = { id, type: 'webhook.test', at, data: {} } as const;
    const answers = chosen.map(async ([receiver, { channel }]) => {
      const answer = await tell(channel, event, at);
      return [receiver, answer.kind === 'taken' ? null : answer.detail] as const;
    });
    return new Map(await Promise.all(answers));
  }

  /** Begins to send what is due; a call while that goes on begins nothing. Errors of the store are logged: what is left comes again. */
  begin(): void {
    if (this.#receivers.size === 0 || this.#round !== null) return;
    this.#round = this.sendDue()
      .then(() => {})
      .catch((error: unknown) => this.#io.log.error('webhooks.failed', { error: String(error) }))
      .finally(() => {
        this.#round = null;
      });
  }

  /** Sends what is due, before the process ends. */
  async finish(): Promise<void> {
    await this.#round;
    this.begin();
    await this.#round;
  }

  /** Sends what is due. A receiver that fails is left alone for the rest of the round. @returns how many were taken */
  async sendDue(): Promise<number> {
    const { store, clock } = this.#io;
    const now = clock.now();
    let taken = 0;
    let receivers = this.receivers;
    for (;;) {
      const until = new Date(clock.now().getTime() + claimMs);
      const due = await store.deliveries.claim({ receivers, now, until, limit: atOnce });
      if (due.length === 0) break;
      const sent = await Promise.all(
        due.map(async (delivery) => ({ ...delivery, isTaken: await this.#send(delivery) })),
      );
      taken += sent.filter(({ isTaken }) => isTaken).length;
      const silent = new Set(sent.flatMap(({ isTaken, receiver }) => (isTaken ? [] : [receiver])));
      receivers = receivers.filter((receiver) => !silent.has(receiver));
    }
    if (taken > 0) await store.deliveries.deleteDelivered(new Date(now.getTime() - keptMs));
    return taken;
  }

  /** @returns whether it was taken */
  async #send(delivery: WebhookDelivery): Promise<boolean> {
    const { store, clock, log } = this.#io;
    const receiver = this.#receivers.get(delivery.receiver);
    if (receiver === undefined) return false; // claims name configured receivers only
    const { id } = delivery.event;
    const answer = await tell(receiver.channel, delivery.event, clock.now());
    const attempts = delivery.attempts + 1;
    const now = clock.now();
    if (answer.kind === 'taken') {
      await store.deliveries.save({ ...delivery, state: 'delivered', attempts, nextAt: now, detail: null });
      // it answers again: so may what it has not taken
      await store.deliveries.retry(['failed'], delivery.receiver, now);
      return true;
    }
    const pause = answer.isFinal ? undefined : pausesMs[attempts - 1];
    const { detail } = answer;
    log.warn(pause === undefined ? 'webhook.given-up' : 'webhook.later', {
      receiver: delivery.receiver,
      event: id,
      attempts,
      detail,
    });
    await store.deliveries.save({
      ...delivery,
      state: pause === undefined ? 'failed' : 'waiting',
      attempts,
      nextAt: new Date(now.getTime() + (pause ?? 0)),
      detail,
    });
    return false;
  }
}
