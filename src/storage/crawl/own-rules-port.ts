import type { OwnRules } from '../../model/crawl/own-rule.ts';

/** Tallies of the sites' own rules: how often they match. Written by `commit`: the last write of a site wins. */
export interface OwnRuleTallies {
  get(site: string): Promise<OwnRules | null>;
  /** By site. */
  list(): Promise<OwnRules[]>;
  /** Replaces the site's tallies. */
  save(rules: OwnRules): Promise<void>;
}
