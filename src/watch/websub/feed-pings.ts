import { createHash } from 'node:crypto';
import { CommandError, exitCodes } from '../../errors.ts';
import { type FeedMember, feedAddress, feedFormats, feedsOf } from '../../model/publish/feed-address.ts';
import { feedChanged, type WebhookDelivery } from '../../model/publish/webhook.ts';
import type { Clock, Log } from '../../ports.ts';
import type { Settings } from '../../services.ts';
import { pingHub } from '../../stages/publish/ping-hub.ts';
import type { Deliveries } from '../../storage/collections/deliveries.ts';

interface PingPorts extends Settings<'publicUrl' | 'websubHubs'> {
  readonly store: { readonly deliveries: Deliveries };
  readonly clock: Clock;
  readonly log: Log;
}

const [second, minute, hour] = [1_000, 60_000, 3_600_000];
/** Changes of a feed within this time are one ping, ms. */
const gatherMs = 10 * second;
/** Pauses before the second attempt and later ones, ms. */
const pausesMs = [10 * second, minute, 10 * minute, hour, hour] as const;
/** A hub that failed gets no ping of a new change before this time, ms. */
const afterFailureMs = minute;
/** Longest wait for a hub, ms; claims end later. */
const timeoutMs = 10_000;
const claimMs = minute;
/** Pings that are sent at once. */
const atOnce = 8;

/** Marks a hub among the receivers of deliveries. */
const hubMark = 'hub ';
export const isHubReceiver = (receiver: string): boolean => receiver.startsWith(hubMark);

/**
 * Tells hubs which feeds of ours have changed (WebSub). A ping waits in the store until the hub took it, one for each feed and hub: changes within ten seconds, and
 * those while a hub is silent, are one. Any process sends what waits. A hub reads the feed then; a ping too many costs it one request.
 */
export class FeedPings {
  readonly #io: PingPorts;
  /** By the name under which deliveries have it. */
  readonly #hubs: ReadonlyMap<string, string>;
  readonly #base: string;
  #round: Promise<void> | null = null;

  /** @throws CommandError (configuration) where there are hubs, but no address under which they reach the feeds */
  constructor(io: PingPorts) {
    this.#io = io;
    this.#hubs = new Map(io.config.websubHubs.map((url) => [hubName(url), url]));
    this.#base = publicBase(io.config);
  }

  /** Whether there are hubs. */
  get areWanted(): boolean {
    return this.#hubs.size > 0;
  }

  /** Puts pings for the feeds that these articles are in into the store. May be repeated. */
  async note(articles: readonly FeedMember[]): Promise<void> {
    const names = this.areWanted ? [...new Set(articles.flatMap(feedsOf))] : [];
    if (names.length === 0) return;
    const { store, clock } = this.#io;
    const now = clock.now();
    const pings = names.flatMap((name) =>
      feedFormats.flatMap((format) =>
        [...this.#hubs.keys()].map((hub) => pingOf(hub, feedAddress(this.#base, name, format), now)),
      ),
    );
    await store.deliveries.rearm(pings, new Date(now.getTime() + afterFailureMs));
  }

  /** Begins to send what is due; a call while that goes on begins nothing. Errors of the store are logged: what is left comes again. */
  begin(): void {
    if (!this.areWanted || this.#round !== null) return;
    this.#round = this.#sendDue(this.#io.clock.now())
      .catch((error: unknown) => this.#io.log.error('websub.pings.failed', { error: String(error) }))
      .finally(() => {
        this.#round = null;
      });
  }

  /** Resolves when what was begun has ended. */
  async idle(): Promise<void> {
    await this.#round;
  }

  /** Sends what waits for further changes too, before the process ends. */
  readonly finish = async (): Promise<void> => {
    if (!this.areWanted) return;
    await this.#round;
    await this.#sendDue(new Date(this.#io.clock.now().getTime() + gatherMs));
  };

  /** A hub that fails is left alone for the rest of the round. @param dueBy pings that are due then are sent */
  async #sendDue(dueBy: Date): Promise<void> {
    const { store, clock } = this.#io;
    let receivers = [...this.#hubs.keys()];
    while (receivers.length > 0) {
      const until = new Date(Math.max(clock.now().getTime(), dueBy.getTime()) + claimMs);
      const due = await store.deliveries.claim({ receivers, now: dueBy, until, limit: atOnce });
      if (due.length === 0) return;
      const silent = await Promise.all(due.map(async (ping) => ((await this.#send(ping)) ? null : ping.receiver)));
      receivers = receivers.filter((receiver) => !silent.includes(receiver));
    }
  }

  /** @returns whether the hub took it */
  async #send(ping: WebhookDelivery): Promise<boolean> {
    const { store, clock, log } = this.#io;
    const hub = this.#hubs.get(ping.receiver);
    const topic = String(ping.event.data.feed);
    if (hub === undefined) return false; // claims name configured hubs only
    const detail = await pingHub(hub, topic, timeoutMs);
    const [attempts, now] = [ping.attempts + 1, clock.now()];
    if (detail === null) {
      await store.deliveries.settle(ping, { ...ping, state: 'delivered', attempts, nextAt: now, detail });
      return true;
    }
    const pause = pausesMs[ping.attempts];
    log.warn(pause === undefined ? 'websub.ping.given-up' : 'websub.ping.later', {
      hub: ping.receiver,
      feed: topic,
      attempts,
      detail,
    });
    const nextAt = new Date(now.getTime() + (pause ?? 0));
    await store.deliveries.settle(ping, {
      ...ping,
      state: pause === undefined ? 'failed' : 'waiting',
      attempts,
      nextAt,
      detail,
    });
    return false;
  }
}

const pingOf = (hub: string, feed: string, now: Date): WebhookDelivery => ({
  id: `${feedChanged}:${feed} ${hub}`,
  receiver: hub,
  event: { id: `${feedChanged}:${feed}`, type: feedChanged, at: now, data: { feed } },
  state: 'waiting',
  attempts: 0,
  nextAt: new Date(now.getTime() + gatherMs),
  detail: null,
});

/** The host with the start of the address's hash, as addresses may hold secrets. */
const hubName = (url: string): string =>
  `${hubMark}${new URL(url).host}#${createHash('sha256').update(url).digest('hex').slice(0, 6)}`;

/** @throws CommandError (configuration) */
export function publicBase({ publicUrl, websubHubs }: PingPorts['config']): string {
  if (publicUrl === null && websubHubs.length > 0)
    throw new CommandError(
      exitCodes.configuration,
      'NEWSHAWK_WEBSUB_HUBS is set, but NEWSHAWK_PUBLIC_URL is not: hubs have to reach the feeds. Set it to the address of `newshawk serve` that others see.',
    );
  return publicUrl ?? '';
}
