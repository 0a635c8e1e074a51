import { z } from 'zod';
import { dayOf, listedProxySchema, proxyStanding, proxyUseSchema } from '../../model/crawl/proxy.ts';
import { count, listOf, record } from '../../model/schema.ts';
import type { Route } from './route.ts';

/** Days that the uses go back. */
const shownDays = 7;
const dayMs = 24 * 3_600_000;

export const listProxies: Route = {
  path: '/v1/proxies',
  summary:
    'Proxies of lists with their last check, and what each proxy did for each site on the last seven days; without credentials',
  success: {
    schema: record({
      total: count,
      good: count,
      /** Tasks that wait for a proxy. */
      waiting: count,
      items: listOf(record({ ...listedProxySchema.unwrap().omit({ url: true }).shape, scheme: z.string() })),
      uses: listOf(proxyUseSchema),
    }),
  },
  handle: (app) => async () => {
    const store = await app.store();
    const now = app.clock.now();
    const proxies = await store.proxies.list();
    const uses = await store.proxies.usesSince(dayOf(new Date(now.getTime() - (shownDays - 1) * dayMs)));
    const { total, good } = proxyStanding(proxies, uses, now);
    return {
      total,
      good,
      waiting: await store.frontier.waitingFor('proxy', null),
      items: proxies.map(({ url, ...proxy }) => ({ ...proxy, scheme: new URL(url).protocol.slice(0, -1) })),
      uses,
    };
  },
};
