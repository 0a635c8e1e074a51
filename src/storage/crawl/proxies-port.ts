import type { ListedProxy, ProxyUse } from '../../model/crawl/proxy.ts';

/** Proxies of lists with their last checks, and what each proxy did for each site by day. */
export interface Proxies {
  /** By id. */
  list(): Promise<ListedProxy[]>;
  /** Adds proxies, or replaces those with the same id. */
  save(proxies: readonly ListedProxy[]): Promise<void>;
  remove(ids: readonly string[]): Promise<void>;
  /** Replaces the process' own counts of these days, proxies and sites: a process passes its sums, not what was added. @param owner the process */
  saveUses(uses: readonly ProxyUse[], owner: string): Promise<void>;
  /** Counts of this day (`2026-11-23`) and later ones, summed over all processes; by day, proxy and site. */
  usesSince(day: string): Promise<ProxyUse[]>;
  /** Deletes the counts of earlier days. */
  forgetUses(before: string): Promise<void>;
}
