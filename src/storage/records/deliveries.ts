import type { Delivery } from '../../model/publish/webhook.ts';
import type { Stored } from './stored.ts';

export const deliveryOf = (stored: Stored<Delivery>): Delivery => ({
  ...stored,
  event: { ...stored.event, at: new Date(stored.event.at) },
  nextAt: new Date(stored.nextAt),
});
