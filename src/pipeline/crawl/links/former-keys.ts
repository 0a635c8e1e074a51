import { type CanonicalUrl, formerKey, type WebAddress } from '../../../model/web/canonical-url.ts';
import type { Frontier } from '../../../storage/crawl/frontier-port.ts';

/** Replaces keys by those of versions up to 0.1 where the store has the page under the old key: such a page keeps it and is not fetched again under the new one. */
export async function withStoredKeys<T extends WebAddress>(frontier: Frontier, addresses: readonly T[]): Promise<T[]> {
  const former = new Map<CanonicalUrl, CanonicalUrl>();
  for (const { url } of addresses) {
    const key = formerKey(url);
    if (key !== null) former.set(url, key);
  }
  if (former.size === 0) return [...addresses];
  const unknown = await frontier.unknown([...former.keys(), ...former.values()]);
  return addresses.map((address) => {
    const key = former.get(address.url);
    if (key === undefined || unknown.has(key) || !unknown.has(address.url)) return address;
    return { ...address, url: key, asWritten: address.asWritten ?? address.url };
  });
}
