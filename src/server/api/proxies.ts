import { dayOf, proxyStanding } from '../../model/crawl/proxy.ts';
import type { Route } from './route.ts';
import { count, list, number, object, orNull, text, time } from './schemas.ts';

/** Days that the uses go back. */
const shownDays = 7;
const dayMs = 24 * 3_600_000;

const check = object({ at: time, fault: orNull(text), tries: count, successRate: number, latencyMs: orNull(number) });

export const listProxies: Route = {
  path: '/v1/proxies',
  summary:
    'Proxies of lists with their last check, and what each proxy did for each site on the last seven days; without credentials',
  success: {
    schema: object({
      total: count,
      good: count,
      /** Tasks that wait for a proxy. */
      waiting: count,
      items: list(
        object({ id: text, scheme: text, list: text, listedAt: time, check: orNull(check as { type: string }) }),
      ),
      uses: list(
        object({ day: text, proxy: text, site: text, tries: count, successes: count, blocked: count, bytes: count }),
      ),
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
