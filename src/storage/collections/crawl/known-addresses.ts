import {
  type AddressClass,
  maxSeenPerLabel,
  type SeenAddress,
  seenAddressSchema,
} from '../../../model/web/url-pattern.ts';
import { collection } from '../../collection.ts';
import type { OpenRecords, RecordsOf } from '../../engine/records.ts';

export const knownAddresses = collection({
  name: 'knownAddresses',
  schema: seenAddressSchema,
  key: ['url'],
  columns: ['site', 'label', 'at', 'places'],
  indexes: [{ by: ['site', 'label', '-at', 'url'] }],
});

/** What visits showed of addresses: URL patterns are learned from it. Written by `commit`: of each site and label the newest `maxSeenPerLabel` are kept. A sight without places keeps the earlier ones. */
export class KnownAddresses {
  readonly #addresses: RecordsOf<typeof knownAddresses>;

  constructor(open: OpenRecords) {
    this.#addresses = open(knownAddresses);
  }

  /** Oldest first. */
  async ofSite(site: string): Promise<SeenAddress[]> {
    return await this.#addresses.find({ where: { site }, order: ['at', 'url'] });
  }

  /** Number of addresses by label, by site. */
  async counts(): Promise<(Readonly<Record<AddressClass, number>> & { readonly site: string })[]> {
    const groups = await this.#addresses.groups({ by: ['site', 'label'] });
    return [...Map.groupBy(groups, ({ site }) => site)].map(([site, ofSite]) => {
      const countOf = (label: AddressClass) => ofSite.find((group) => group.label === label)?.count ?? 0;
      return { site, article: countOf('article'), listing: countOf('listing'), other: countOf('other') };
    });
  }
}

/** What a store has of an address after a visit. An earlier sight of a page does not replace a later one: null. */
export const addressAfter = (
  stored: SeenAddress | null,
  { places = stored?.places, ...seen }: SeenAddress,
): SeenAddress | null =>
  stored !== null && stored.at > seen.at
    ? null
    : { ...seen, ...(places !== undefined && places.length > 0 && { places }) };

/** The addresses of a site and label that are too many, after one was seen. */
export const surplusAddresses = ({ site, label }: SeenAddress) =>
  ({ where: { site, label }, order: ['-at', 'url'], limit: maxSeenPerLabel, offset: maxSeenPerLabel }) as const;
