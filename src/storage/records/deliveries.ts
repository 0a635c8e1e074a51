import type { WebhookDelivery } from '../../model/publish/webhook.ts';
import type { Stored } from './stored.ts';

export const deliveryOf = (stored: Stored<WebhookDelivery>): WebhookDelivery => ({
  ...stored,
  event: { ...stored.event, at: new Date(stored.event.at) },
  nextAt: new Date(stored.nextAt),
});
