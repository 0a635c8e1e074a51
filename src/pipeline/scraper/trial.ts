import type { Draft } from '../../model/article/draft.ts';
import type { Site, SiteWrapper } from '../../model/crawl/site.ts';
import { extract } from '../../stages/extract/extract.ts';
import type { StudiedPage } from './site-study.ts';

/** A wrapper without a selector. */
export const noRules: SiteWrapper = {
  title: null,
  body: null,
  byline: null,
  date: null,
  section: null,
  clean: [],
  validUntil: null,
};

/** Reads the pages with trial rules. */
export class Trial {
  readonly #pages: readonly StudiedPage[];
  readonly #site: Site;

  constructor(pages: readonly StudiedPage[], site: Site) {
    this.#pages = pages;
    this.#site = site;
  }

  get count(): number {
    return this.#pages.length;
  }

  /** Each page's article as the generic extractor has it, and with the rules; null: the rules make it no article. */
  read(
    rules: Partial<SiteWrapper>,
  ): { readonly generic: Draft; readonly trial: Draft | null; readonly hasMatch: boolean }[] {
    const site = { ...this.#site, wrappers: [{ ...noRules, ...rules }] };
    return this.#pages.map(({ snapshot, reading }) => {
      const { draft, ownRules } = extract(snapshot, site);
      return { generic: reading.draft, trial: draft, hasMatch: ownRules.some(({ hasMatch }) => hasMatch) };
    });
  }
}
