import { correctsData } from '../../model/wrapper/correction.ts';
import type { DataPageToLearn } from '../../model/wrapper/page-profile.ts';

interface BatchPage extends DataPageToLearn {
  readonly id: string;
}

/** Pages of a site without a correction that are kept: what is learned is tried on them. */
const maxOthers = 8;

/** The pages of a batch that own data are learned from, by site. Whole pages are large: of those without a correction only the first by id are kept. */
export class BatchDataPages {
  readonly #bySite = new Map<string, { readonly corrected: BatchPage[]; others: BatchPage[] }>();

  add(site: string, page: BatchPage): void {
    const kept = this.#bySite.get(site) ?? { corrected: [], others: [] };
    this.#bySite.set(site, kept);
    if (page.correction === null) kept.others = [...kept.others, page].sort(byId).slice(0, maxOthers);
    else if (correctsData(page.correction)) kept.corrected.push(page);
  }

  /** By id, whichever thread was first; empty where no correction has own data. */
  pagesOf(site: string): readonly DataPageToLearn[] {
    const { corrected, others } = this.#bySite.get(site) ?? { corrected: [], others: [] };
    return corrected.length === 0 ? [] : [...corrected.sort(byId), ...others];
  }
}

const byId = (a: BatchPage, b: BatchPage): number => (a.id < b.id ? -1 : 1);
