import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Hub, Subscription } from '../../model/crawl/subscription.ts';
import { webUrl } from '../../model/web/canonical-url.ts';
import type { ListReading } from '../../model/web/list-reading.ts';

// The subscriber's side of WebSub (W3C Recommendation of 23 January 2018, https://www.w3.org/TR/websub/). Pure: requests and answers are sent elsewhere.

/** Time that is asked of a hub, s; it may give another. */
const leaseSeconds = 10 * 24 * 3_600;
const [minuteMs, hourMs, dayMs] = [60_000, 3_600_000, 86_400_000];
/** A lease is renewed when this share of it has passed. */
const renewedAfter = 0.8;
/** Waits after a request that the hub did not confirm: doubled from the first up to the last, ms. */
const [firstRetryMs, lastRetryMs] = [hourMs, dayMs];
/** A hub that refuses is asked again after this time, ms. */
const deniedForMs = 7 * dayMs;

/** Links that name a hub, or the feed's own address. */
type HubLinks = NonNullable<ListReading['hubs']>;

/**
 * The hub of a feed: the one in the response's `Link` header, else the one in the feed; null where there is none. Without its own address (`self`) there is no topic, and so no hub.
 * @param header value of the `Link` header; '' without one
 * @param feedUrl where the feed was read
 */
export function hubOf(header: string, inFeed: HubLinks | undefined, feedUrl: string): Hub | null {
  for (const { hub, self } of [headerLinks(header), inFeed ?? { hub: [], self: [] }]) {
    const url = hub.flatMap((raw) => webUrl(raw, feedUrl) ?? [])[0];
    const topic = self.flatMap((raw) => webUrl(raw, feedUrl) ?? [])[0];
    if (url !== undefined && topic !== undefined) return { url, topic };
  }
  return null;
}

/** RFC 8288, as far as it is needed: `<address>; rel="hub self"`. */
function headerLinks(header: string): HubLinks {
  const links = [...header.matchAll(/<([^>]*)>([^<]*)/g)].map(([, address = '', parameters = '']) => {
    const [, quoted, bare] = /;\s*rel\s*=\s*(?:"([^"]*)"|([^\s;,"]+))/i.exec(parameters) ?? [];
    return { address, relations: (quoted ?? bare ?? '').toLowerCase().split(/\s+/) };
  });
  const of = (relation: string) =>
    links.filter(({ relations }) => relations.includes(relation)).map(({ address }) => address);
  return { hub: of('hub'), self: of('self') };
}

/** A subscription that is to be asked for. */
export const newSubscription = (
  hub: Hub,
  sourceId: string,
  token: string,
  secret: string,
  now: Date,
): Subscription => ({
  ...hub,
  sourceId,
  token,
  secret,
  state: 'wanted',
  askAt: now,
  asked: 0,
  expiresAt: null,
  notices: 0,
  lastNoticeAt: null,
  detail: '',
});

/** The form that asks the hub. */
export const subscribeForm = ({ topic, secret }: Subscription, callback: string): string =>
  new URLSearchParams({
    'hub.callback': callback,
    'hub.mode': 'subscribe',
    'hub.topic': topic,
    'hub.lease_seconds': String(leaseSeconds),
    'hub.secret': secret,
  }).toString();

/** The subscription after the hub was asked: without a confirmation it is asked again. @param problem why the request failed; '' where it did not */
export function afterRequest(subscription: Subscription, problem: string, now: Date): Subscription {
  const waitMs = Math.min(lastRetryMs, firstRetryMs * 2 ** subscription.asked);
  return {
    ...subscription,
    state: isLeased(subscription, now) ? 'active' : 'wanted',
    asked: subscription.asked + 1,
    askAt: new Date(now.getTime() + waitMs),
    detail: problem,
  };
}

const isLeased = ({ expiresAt }: Subscription, now: Date): boolean => expiresAt !== null && expiresAt > now;

/** The parameters of a hub's request to the callback. */
export interface HubQuery {
  readonly 'hub.mode'?: string;
  readonly 'hub.topic'?: string;
  readonly 'hub.challenge'?: string;
  readonly 'hub.lease_seconds'?: string;
  readonly 'hub.reason'?: string;
}

/** What a hub's request to the callback means. */
export type HubAnswer =
  | { readonly kind: 'confirmed'; readonly challenge: string; readonly subscription: Subscription }
  | { readonly kind: 'denied'; readonly subscription: Subscription }
  /** The hub asks for something that nobody wanted: it is answered with 404. */
  | { readonly kind: 'refused' };

/** Section 5.3 of the Recommendation: we confirm what we asked for, and nothing else. We never end a subscription at the hub: a lease ends by itself. */
export function answerHub(subscription: Subscription, query: HubQuery, now: Date): HubAnswer {
  if (query['hub.topic'] !== subscription.topic) return { kind: 'refused' };
  if (query['hub.mode'] === 'denied') {
    const askAt = new Date(now.getTime() + deniedForMs);
    const detail = `the hub refuses${query['hub.reason'] ? `: ${query['hub.reason']}` : ''}`;
    return { kind: 'denied', subscription: { ...subscription, state: 'denied', askAt, expiresAt: null, detail } };
  }
  const challenge = query['hub.challenge'] ?? '';
  const leaseMs = Number(query['hub.lease_seconds']) * 1_000;
  const isAskedFor = subscription.asked > 0 && subscription.state !== 'denied';
  if (query['hub.mode'] !== 'subscribe' || challenge === '' || !(leaseMs > 0) || !isAskedFor)
    return { kind: 'refused' };
  const givenMs = Math.max(minuteMs, Math.min(leaseMs, 365 * dayMs));
  return {
    kind: 'confirmed',
    challenge,
    subscription: {
      ...subscription,
      state: 'active',
      asked: 0,
      askAt: new Date(now.getTime() + givenMs * renewedAfter),
      expiresAt: new Date(now.getTime() + givenMs),
      detail: '',
    },
  };
}

const algorithms: ReadonlySet<string> = new Set(['sha1', 'sha256', 'sha384', 'sha512']);

/** Whether a notice has the hub's signature, `X-Hub-Signature: method=hex` (section 8). */
export function isSigned(secret: string, header: string, body: Uint8Array): boolean {
  const [method = '', signature = ''] = header.split('=', 2);
  if (!algorithms.has(method.toLowerCase())) return false;
  const expected = createHmac(method.toLowerCase(), secret).update(body).digest();
  const given = Buffer.from(signature, 'hex');
  return given.length === expected.length && timingSafeEqual(given, expected);
}
