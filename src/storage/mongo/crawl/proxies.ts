import type { ListedProxy, ProxyUse } from '../../../model/crawl/proxy.ts';
import type { Proxies } from '../../crawl/proxies-port.ts';
import { proxyOf } from '../../records/crawl/proxies.ts';
import type { Collections } from '../collections.ts';
import { withKey } from '../documents.ts';

export class MongoProxies implements Proxies {
  readonly #proxies: Collections['proxies'];
  readonly #uses: Collections['proxyUses'];

  constructor({ proxies, proxyUses }: Collections) {
    this.#proxies = proxies;
    this.#uses = proxyUses;
  }

  async list(): Promise<ListedProxy[]> {
    const documents = await this.#proxies.find({}).sort({ _id: 1 }).toArray();
    return documents.map((document) => proxyOf(withKey('id', document)));
  }

  async save(proxies: readonly ListedProxy[]): Promise<void> {
    if (proxies.length === 0) return; // the driver refuses an empty batch
    await this.#proxies.bulkWrite(
      proxies.map(({ id, ...replacement }) => ({ replaceOne: { filter: { _id: id }, replacement, upsert: true } })),
    );
  }

  async remove(ids: readonly string[]): Promise<void> {
    await this.#proxies.deleteMany({ _id: { $in: [...ids] } });
  }

  async saveUses(uses: readonly ProxyUse[], owner: string): Promise<void> {
    if (uses.length === 0) return;
    await this.#uses.bulkWrite(
      uses.map(({ day, proxy, site, tries, successes, blocked, bytes }) => ({
        replaceOne: {
          filter: { _id: `${day} ${proxy} ${site} ${owner}` },
          replacement: { day, proxy, site, tries, successes, blocked, bytes },
          upsert: true,
        },
      })),
    );
  }

  async usesSince(day: string): Promise<ProxyUse[]> {
    const sums = Object.fromEntries(
      ['tries', 'successes', 'blocked', 'bytes'].map((field) => [field, { $sum: `$${field}` }]),
    );
    const groups = await this.#uses
      .aggregate<Omit<ProxyUse, 'day' | 'proxy' | 'site'> & { readonly _id: Pick<ProxyUse, 'day' | 'proxy' | 'site'> }>(
        [
          { $match: { day: { $gte: day } } },
          { $group: { _id: { day: '$day', proxy: '$proxy', site: '$site' }, ...sums } },
          { $sort: { '_id.day': 1, '_id.proxy': 1, '_id.site': 1 } },
        ],
      )
      .toArray();
    return groups.map(({ _id: { day: of, proxy, site }, tries, successes, blocked, bytes }) => ({
      day: of,
      proxy,
      site,
      tries,
      successes,
      blocked,
      bytes,
    }));
  }

  async forgetUses(before: string): Promise<void> {
    await this.#uses.deleteMany({ day: { $lt: before } });
  }
}
