import { setImmediate as nextTurn } from 'node:timers/promises';
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
  tags: null,
  image: null,
  clean: [],
  validUntil: null,
};

/** A page's article as the generic extractor has it, and with the rules; null: the rules make it no article. */
interface TrialReading {
  readonly generic: Draft;
  readonly trial: Draft | null;
  readonly hasMatch: boolean;
}

/** Reads the pages with trial rules. */
export class Trial {
  readonly #pages: readonly StudiedPage[];
  readonly #site: Site;
  readonly #signal: AbortSignal;

  /** @param signal aborted: reading rejects with its reason */
  constructor(pages: readonly StudiedPage[], site: Site, signal: AbortSignal) {
    this.#pages = pages;
    this.#site = site;
    this.#signal = signal;
  }

  get count(): number {
    return this.#pages.length;
  }

  /** Reads each page. Many pages and rules take seconds: in between, this thread hears Ctrl-C. */
  async read(rules: Partial<SiteWrapper>): Promise<TrialReading[]> {
    const site = { ...this.#site, wrappers: [{ ...noRules, ...rules }] };
    const readings: TrialReading[] = [];
    for (const { snapshot, reading } of this.#pages) {
      await nextTurn();
      this.#signal.throwIfAborted();
      const { draft, ownRules } = extract(snapshot, site);
      readings.push({ generic: reading.draft, trial: draft, hasMatch: ownRules.some(({ hasMatch }) => hasMatch) });
    }
    return readings;
  }
}
