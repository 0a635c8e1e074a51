import { kindOf, NewshawkError } from '../../errors.ts';
import { isActive } from '../../model/crawl/source.ts';
import type { Subscription } from '../../model/crawl/subscription.ts';
import { siteKey } from '../../model/web/site-key.ts';
import type { CrawlPorts } from '../../services.ts';
import { afterRequest, subscribeForm } from '../../stages/discover/websub.ts';

/** Between two looks for hubs that are to be asked, ms. */
const lookEveryMs = 10_000;
/** Hubs that one round asks. */
const maxPerRound = 50;
/** A source that is not polled is looked at again after this time, ms; its lease may end meanwhile. */
const inactiveForMs = 24 * 3_600_000;
/** Bytes of a hub's answer. */
const maxAnswerBytes = 64 * 1024;

/** Returns a function to call often: it asks hubs to subscribe us, and to renew leases, in the background. The store keeps the times; a request that failed comes again. */
export function subscriptionRounds(io: CrawlPorts): () => void {
  const { clock, log, config } = io;
  let nextMs = clock.monotonicMs();
  let isRunning = false;
  const round = async (publicUrl: string) => {
    try {
      for (const subscription of await io.store.subscriptions.toAsk(clock.now(), maxPerRound))
        await ask(io, subscription, publicUrl);
    } catch (error) {
      log.warn('websub.failed', { message: error instanceof Error ? error.message : String(error) });
    }
    isRunning = false;
  };
  return () => {
    if (config.publicUrl === null || isRunning || clock.monotonicMs() < nextMs) return;
    nextMs = clock.monotonicMs() + lookEveryMs;
    isRunning = true;
    void round(config.publicUrl);
  };
}

/** The address that a hub calls. */
export const callbackOf = (publicUrl: string, { token }: Subscription): string =>
  `${publicUrl.replace(/\/+$/, '')}/websub/${token}`;

async function ask(io: CrawlPorts, subscription: Subscription, publicUrl: string): Promise<void> {
  const { store, clock, log } = io;
  const source = await store.sources.get(subscription.sourceId);
  if (source === null) return await store.subscriptions.remove(subscription.sourceId);
  if (!isActive(source)) {
    const askAt = new Date(clock.now().getTime() + inactiveForMs);
    return await store.subscriptions.put({ ...subscription, askAt });
  }
  // noted before the request: the hub may call back before it answers
  const asked = afterRequest(subscription, '', clock.now());
  await store.subscriptions.put(asked);
  const problem = await problemOf(io, subscription, callbackOf(publicUrl, subscription));
  log.info('websub.asked', { source: subscription.sourceId, hub: subscription.url, problem });
  if (problem === '') return;
  const current = await store.subscriptions.ofSource(subscription.sourceId);
  if (current?.token === subscription.token && current.asked === asked.asked)
    await store.subscriptions.put({ ...current, detail: problem });
}

/** Sends the request. @returns why the hub did not take it; '' where it did. @throws store errors and bugs */
async function problemOf({ http, identities, config }: CrawlPorts, subscription: Subscription, callback: string) {
  try {
    const { status } = await http.fetch({
      url: subscription.url,
      identity: await identities.pick(siteKey(subscription.url)),
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: subscribeForm(subscription, callback),
      maxBytes: maxAnswerBytes,
      timeoutMs: config.staticTimeoutMs,
    });
    return status >= 200 && status < 300 ? '' : `the hub answered ${status}`;
  } catch (error) {
    if (!(error instanceof NewshawkError) || ['bug', 'store'].includes(kindOf(error))) throw error;
    return error.message;
  }
}
