import { LRUCache } from 'lru-cache';
import type { CanonicalUrl } from '../../model/web/canonical-url.ts';
import { isListAddress } from '../../stages/schedule/links/article-links.ts';
import { listKind, pagedUrl } from '../../stages/schedule/links/list-pages.ts';

/** Lists of a kind without new links in a row, before the others of the kind are skipped: where the address has the form of a list, and where it may be anything. */
const enoughLists = { named: 3, other: 12 };
/** Kinds that are remembered, at most. */
const maxKinds = 5_000;

interface Yield {
  /** Lists without a new link since the last one with. */
  readonly unproductive: Set<string>;
  /** Whether an article has such an address: then the kind says nothing. */
  isMixed: boolean;
}

/**
 * What the lists of each kind (all tags, all authors, all months) brought in this run. Archives by tag, author and month name the articles that other lists of the site name, too: after a few
 * without a new link the rest of the kind is skipped. They have the lowest priority, so all other lists are read before. Of one process: another one learns it again.
 */
export class ListYields {
  readonly #kinds = new LRUCache<string, Yield>({ max: maxKinds });

  /** A visited page. @param newLinks of a list: those that no page had named; null: it is an article */
  note(url: CanonicalUrl, newLinks: number | null): void {
    const kind = listKind(url);
    const known = this.#kinds.get(kind) ?? { unproductive: new Set(), isMixed: false };
    if (newLinks === null) known.isMixed = true;
    else if (newLinks > 0) known.unproductive.clear();
    else known.unproductive.add(pagedUrl(url).list);
    this.#kinds.set(kind, known);
  }

  /** Why a page that was not read yet is skipped; null: it is read. */
  whySkipped(url: CanonicalUrl): string | null {
    const known = this.#kinds.get(listKind(url));
    if (known === undefined || known.isMixed) return null;
    const enough = isListAddress(url) ? enoughLists.named : enoughLists.other;
    if (known.unproductive.size < enough) return null;
    if (known.unproductive.has(pagedUrl(url).list))
      return `the list had no new links, like ${known.unproductive.size} of its kind`;
    return `the last ${known.unproductive.size} lists of its kind had no new links`;
  }
}
