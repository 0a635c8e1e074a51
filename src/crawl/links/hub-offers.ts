import { randomBytes } from 'node:crypto';
import type { Source } from '../../model/crawl/source.ts';
import { type Hub, isSubscribed } from '../../model/crawl/subscription.ts';
import type { OfflinePorts } from '../../services.ts';
import { newSubscription } from '../../stages/discover/websub.ts';
import { pollRarely } from '../../stages/schedule/polling.ts';

/** Bytes of a token and of a secret. */
const randomLength = 24;

/**
 * Notes the hub that a feed names: `watch` subscribes to it. Without NEWSHAWK_PUBLIC_URL no hub can reach us, and none is noted. A hub that changed replaces the old one.
 * @param hub null: the feed names none
 */
export async function noteHub({ store, clock, config }: OfflinePorts, source: Source, hub: Hub | null): Promise<void> {
  if (hub === null || config.publicUrl === null) return;
  const current = await store.subscriptions.ofSource(source.id);
  if (current !== null && current.url === hub.url && current.topic === hub.topic) return;
  const [token, secret] = [randomBytes(randomLength).toString('base64url'), randomBytes(randomLength).toString('hex')];
  await store.subscriptions.put(newSubscription(hub, source.id, token, secret, clock.now()));
}

/** The source after a poll: rarely polled while its hub announces changes. */
export async function withHub({ store, clock }: OfflinePorts, source: Source): Promise<Source> {
  const now = clock.now();
  return isSubscribed(await store.subscriptions.ofSource(source.id), now) ? pollRarely(source, now) : source;
}
