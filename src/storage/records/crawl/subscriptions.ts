import type { Subscription } from '../../../model/crawl/subscription.ts';
import { dateOrNull, type Stored } from '../stored.ts';

export const subscriptionOf = (stored: Stored<Subscription>): Subscription => ({
  ...stored,
  askAt: new Date(stored.askAt),
  expiresAt: dateOrNull(stored.expiresAt),
  lastNoticeAt: dateOrNull(stored.lastNoticeAt),
});
