import type { AddressClass, SeenAddress } from '../../model/web/url-pattern.ts';

/** What visits showed of addresses: URL patterns are learned from it. Written by `commit`: of each site and label the newest `maxSeenPerLabel` are kept. A sight without places keeps the earlier ones. */
export interface KnownAddresses {
  /** Oldest first. */
  ofSite(site: string): Promise<SeenAddress[]>;
  /** Number of addresses by label, by site. */
  counts(): Promise<(Readonly<Record<AddressClass, number>> & { readonly site: string })[]>;
}
