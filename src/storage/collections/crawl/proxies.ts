import { z } from 'zod';
import { type ListedProxy, listedProxySchema, type ProxyUse, proxyUse } from '../../../model/crawl/proxy.ts';
import { record } from '../../../model/schema.ts';
import { collection } from '../../collection.ts';
import type { OpenRecords, RecordsOf } from '../../engine/records.ts';

export const proxies = collection({
  name: 'proxies',
  schema: listedProxySchema,
  key: ['id'],
});

/** What each proxy did for each site on each day, by the process that counted it. */
export const proxyUses = collection({
  name: 'proxyUses',
  schema: record({ ...proxyUse, owner: z.string() }),
  key: ['day', 'proxy', 'site', 'owner'],
  columns: ['tries', 'successes', 'blocked', 'bytes'],
  indexes: [{ by: ['day', 'proxy', 'site'], only: 'mongo' }],
});

/** Proxies of lists with their last checks, and what each proxy did for each site by day. */
export class Proxies {
  readonly #proxies: RecordsOf<typeof proxies>;
  readonly #uses: RecordsOf<typeof proxyUses>;

  constructor(open: OpenRecords) {
    this.#proxies = open(proxies);
    this.#uses = open(proxyUses);
  }

  /** By id. */
  async list(): Promise<ListedProxy[]> {
    return await this.#proxies.find({ order: ['id'] });
  }

  /** Adds proxies, or replaces those with the same id. */
  async save(saved: readonly ListedProxy[]): Promise<void> {
    await this.#proxies.put(...saved);
  }

  async remove(ids: readonly string[]): Promise<void> {
    await this.#proxies.removeKeys(ids.map((id) => [id]));
  }

  /** Replaces the process' own counts of these days, proxies and sites: a process passes its sums, not what was added. @param owner the process */
  async saveUses(uses: readonly ProxyUse[], owner: string): Promise<void> {
    await this.#uses.put(...uses.map((use) => ({ ...use, owner })));
  }

  /** Counts of this day (`2026-11-23`) and later ones, summed over all processes; by day, proxy and site. */
  async usesSince(day: string): Promise<ProxyUse[]> {
    const sums = await this.#uses.groups({
      by: ['day', 'proxy', 'site'],
      where: { day: { gte: day } },
      sum: ['tries', 'successes', 'blocked', 'bytes'],
    });
    return sums.map(({ count: _, ...use }) => use);
  }

  /** Deletes the counts of earlier days. */
  async forgetUses(before: string): Promise<void> {
    await this.#uses.remove({ day: { lt: before } });
  }
}
