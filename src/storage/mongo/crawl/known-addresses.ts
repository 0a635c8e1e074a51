import type { CanonicalUrl } from '../../../model/web/canonical-url.ts';
import {
  type AddressClass,
  addressClasses,
  maxSeenPerLabel,
  type SeenAddress,
} from '../../../model/web/url-pattern.ts';
import type { KnownAddresses } from '../../crawl/known-addresses-port.ts';
import { placesOf } from '../../records/crawl/tasks.ts';
import type { Collections } from '../collections.ts';
import { isDuplicateKey } from '../mongo-error.ts';

export class MongoKnownAddresses implements KnownAddresses {
  readonly #known: Collections['knownAddresses'];

  constructor({ knownAddresses }: Collections) {
    this.#known = knownAddresses;
  }

  async ofSite(site: string): Promise<SeenAddress[]> {
    const documents = await this.#known.find({ site }).sort({ seenAt: 1, _id: 1 }).toArray();
    return documents.map(({ _id, label, seenAt, places }) => ({
      site,
      url: _id as CanonicalUrl,
      label,
      at: seenAt,
      ...placesOf(places),
    }));
  }

  async counts(): ReturnType<KnownAddresses['counts']> {
    const groups = await this.#known
      .aggregate<{ readonly _id: { readonly site: string; readonly label: AddressClass }; readonly count: number }>([
        { $match: { site: { $gte: '' } } }, // all: it makes the server read the index, and no address
        { $group: { _id: { site: '$site', label: '$label' }, count: { $sum: 1 } } },
      ])
      .toArray();
    const sites = [...new Set(groups.map(({ _id }) => _id.site))].sort();
    return sites.map((site) => {
      const countOf = (label: AddressClass): number =>
        groups.find(({ _id }) => _id.site === site && _id.label === label)?.count ?? 0;
      const [article, listing, other] = addressClasses.map(countOf);
      return { site, article: article ?? 0, listing: listing ?? 0, other: other ?? 0 };
    });
  }
}

/** A step of an ending, which may be repeated. An earlier sight of a page does not replace a later one. */
export async function writeSeenAddress(
  known: Collections['knownAddresses'],
  { site, url, label, at, places }: SeenAddress,
): Promise<void> {
  await known
    .updateOne(
      { _id: url, seenAt: { $lte: at } },
      { $set: { site, label, seenAt: at, ...placesOf(places) } },
      { upsert: true },
    )
    .catch((error: unknown) => {
      if (!isDuplicateKey(error)) throw error; // the stored one is newer
    });
  const surplus = await known
    .find({ site, label }, { projection: { _id: 1 } })
    .sort({ seenAt: -1, _id: 1 })
    .skip(maxSeenPerLabel)
    .toArray();
  if (surplus.length > 0) await known.deleteMany({ _id: { $in: surplus.map(({ _id }) => _id) } });
}
