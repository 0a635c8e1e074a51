import type { OwnRules } from '../model/crawl/own-rule.ts';

/** How the own rules of sites come out. Written by `commit`: the last one of a site stands. */
export interface OwnRuleTallies {
  get(site: string): Promise<OwnRules | null>;
  /** By site. */
  list(): Promise<OwnRules[]>;
  /** Replaces what is there of the site. */
  save(rules: OwnRules): Promise<void>;
}
