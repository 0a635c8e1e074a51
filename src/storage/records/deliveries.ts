import type { WebhookDelivery } from '../../model/publish/webhook.ts';
import type { Stored } from './stored.ts';

export const deliveryOf = (stored: Stored<WebhookDelivery>): WebhookDelivery => ({
  ...stored,
  event: { ...stored.event, at: new Date(stored.event.at) },
  nextAt: new Date(stored.nextAt),
});

/** A delivery that is to be made again, by what is stored of it (`Deliveries.rearm`). */
export function rearmed(stored: WebhookDelivery | null, wanted: WebhookDelivery, retryAt: Date): WebhookDelivery {
  if (stored?.state !== 'waiting') return wanted;
  const soonest = stored.attempts > 0 ? retryAt : wanted.nextAt;
  const nextAt = stored.nextAt < soonest ? stored.nextAt : soonest;
  return { ...wanted, attempts: stored.attempts, detail: stored.detail, nextAt };
}
