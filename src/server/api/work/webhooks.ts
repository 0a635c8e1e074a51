import { z } from 'zod';
import type { WebhookDelivery } from '../../../model/publish/webhook.ts';
import { webhookDeliverySchema } from '../../../model/publish/webhook.ts';
import { count, listOf, record } from '../../../model/schema.ts';
import { WebhookSender } from '../../../watch/webhooks/webhook-sender.ts';
import { problem } from '../../answer.ts';
import { limitParameter, queryOf, querySchema, type Route } from '../route.ts';

const { state } = webhookDeliverySchema.unwrap().shape;

export const listWebhooks: Route = {
  path: '/v1/webhooks',
  summary: 'Deliveries to receivers of webhooks, the newest event first, and their numbers by receiver and state',
  success: {
    schema: record({
      counts: listOf(record({ receiver: z.string(), state, count })),
      items: listOf(webhookDeliverySchema),
    }),
  },
  query: querySchema({
    state: { type: 'string', enum: state.options, description: 'only these' },
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
  success: { schema: record({ waiting: count, taken: count }) },
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
  success: {
    schema: record({
      items: listOf(record({ receiver: z.string(), isTaken: z.boolean(), detail: z.string().nullable() })),
    }),
  },
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
