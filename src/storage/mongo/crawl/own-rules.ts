import type { OwnRules } from '../../../model/crawl/own-rule.ts';
import type { OwnRuleTallies } from '../../crawl/own-rules-port.ts';
import { ownRulesOf } from '../../records/crawl/own-rules.ts';
import type { Collections } from '../collections.ts';
import { withKey } from '../documents.ts';

export class MongoOwnRules implements OwnRuleTallies {
  readonly #ownRules: Collections['ownRules'];

  constructor({ ownRules }: Collections) {
    this.#ownRules = ownRules;
  }

  async get(site: string): Promise<OwnRules | null> {
    const document = await this.#ownRules.findOne({ _id: site });
    return document === null ? null : ownRulesOf(withKey('site', document));
  }

  async list(): Promise<OwnRules[]> {
    const documents = await this.#ownRules.find({}).sort({ _id: 1 }).toArray();
    return documents.map((document) => ownRulesOf(withKey('site', document)));
  }

  async save({ site, ...rules }: OwnRules): Promise<void> {
    await this.#ownRules.replaceOne({ _id: site }, rules, { upsert: true });
  }
}
