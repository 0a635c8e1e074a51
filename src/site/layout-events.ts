import type { WebhookEvent } from '../model/publish/webhook.ts';
import type { SiteLearning } from '../model/wrapper/site-learning.ts';

/** A site's layout has changed. Null: none has been noticed. */
export const driftEvent = ({ site, drift, drifts, isPinned }: SiteLearning): WebhookEvent | null =>
  drift === null
    ? null
    : {
        id: `extraction.drift:${site}:${drifts}`,
        type: 'extraction.drift',
        at: drift.at,
        data: {
          site,
          url: drift.url,
          since: drift.since.toISOString(),
          version: drift.version,
          isSuspended: !isPinned,
          detail: drift.detail,
        },
      };

/** A wrapper for the new layout is live. Null: the site's last change of layout is open, or there was none. */
export const healedEvent = ({ site, drift, drifts, live }: SiteLearning): WebhookEvent | null =>
  drift === null || drift.healedAt === null
    ? null
    : {
        id: `extraction.healed:${site}:${drifts}`,
        type: 'extraction.healed',
        at: drift.healedAt,
        data: { site, version: live, driftedAt: drift.at.toISOString() },
      };
