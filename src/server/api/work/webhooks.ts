import type { WebhookDelivery } from '../../../model/publish/webhook.ts';
import { WebhookSender } from '../../../watch/webhooks/webhook-sender.ts';
import { problem } from '../../answer.ts';
import { limitParameter, queryOf, querySchema, type Route } from '../route.ts';
import { boolean, count, list, object, orNull, text, time } from '../schemas.ts';

const states = ['waiting', 'delivered', 'failed'] as const;
const state = { type: 'string', enum: states } as const;

export const listWebhooks: Route = {
  path: '/v1/webhooks',
  summary: 'Deliveries to receivers of webhooks, the newest event first, and their numbers by receiver and state',
  success: {
    schema: object({
      counts: list(object({ receiver: text, state, count })),
      items: list(
        object({
          id: text,
          receiver: text,
          event: object({ id: text, type: text, at: time, data: { type: 'object' } }),
          state,
          attempts: count,
          nextAt: time,
          detail: orNull(text),
        }),
      ),
    }),
  },
  query: querySchema({
    state: { type: 'string', enum: states, description: 'only these' },
    limit: limitParameter(50, 500),
  }),
  handle: (app) => async (request) => {
    const { deliveries } = await app.store();
    const filter = queryOf<{ state?: WebhookDelivery['state']; limit: number }>(request);
    return { counts: await deliveries.counts(), items: await deliveries.list(filter) };
  },
};

export const retryWebhooks: Route = {
  method: 'POST',
  path: '/v1/webhooks/retry',
  summary: 'Sends what waits and what has failed, now',
  success: { schema: object({ waiting: count, taken: count }) },
  errors: { 409: 'no receiver is configured (NEWSHAWK_WEBHOOKS)' },
  isSlow: () => true,
  handle: (app) => async () => {
    const store = await app.store();
    const sender = new WebhookSender({ ...app, store });
    if (sender.receivers.length === 0) return problem(409, noReceiver);
    const waiting = await store.deliveries.retry(['waiting', 'failed'], null, app.clock.now());
    return { waiting, taken: await sender.sendDue() };
  },
};

export const testWebhooks: Route = {
  method: 'POST',
  path: '/v1/webhooks/test',
  summary: 'Sends an event `webhook.test` to each receiver, and says which have taken it',
  success: { schema: object({ items: list(object({ receiver: text, isTaken: boolean, detail: orNull(text) })) }) },
  errors: { 409: 'no receiver is configured (NEWSHAWK_WEBHOOKS)' },
  isSlow: () => true,
  handle: (app) => async () => {
    const sender = new WebhookSender({ ...app, store: await app.store() });
    if (sender.receivers.length === 0) return problem(409, noReceiver);
    const answers = [...(await sender.test())];
    return { items: answers.map(([receiver, detail]) => ({ receiver, isTaken: detail === null, detail })) };
  },
};

const noReceiver = 'No receiver is configured: NEWSHAWK_WEBHOOKS=https://hooks.example/newshawk';
