import { type OwnRules, ownRulesSchema } from '../../../model/crawl/own-rule.ts';
import { collection } from '../../collection.ts';
import type { OpenRecords, RecordsOf } from '../../engine/records.ts';

export const ownRules = collection({
  name: 'ownRules',
  schema: ownRulesSchema,
  key: ['site'],
  columns: ['updatedAt'],
});

/** Tallies of the sites' own rules: how often they match. Written by `commit`: the last write of a site wins. */
export class OwnRuleTallies {
  readonly #rules: RecordsOf<typeof ownRules>;

  constructor(open: OpenRecords) {
    this.#rules = open(ownRules);
  }

  async get(site: string): Promise<OwnRules | null> {
    return await this.#rules.get(site);
  }

  /** By site. */
  async list(): Promise<OwnRules[]> {
    return await this.#rules.find({ order: ['site'] });
  }

  /** Replaces the site's tallies. */
  async save(rules: OwnRules): Promise<void> {
    await this.#rules.put(rules);
  }
}
