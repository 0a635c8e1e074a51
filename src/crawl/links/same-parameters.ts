import { LRUCache } from 'lru-cache';
import type { CanonicalUrl } from '../../model/web/canonical-url.ts';

/** Pages that a parameter led to although another address has them, before addresses with it are skipped. */
const enoughPages = 3;
/** Parameters that are remembered, at most. */
const maxParameters = 2_000;

/** Paths with one page so far, of all parameters, at most. */
const maxPaths = 20_000;

interface Findings {
  same: number;
  /** Whether two pages differ by the parameter alone. */
  tellsApart: boolean;
}

/**
 * Parameters that change nothing: `/topic/7?post=115` shows the topic of post 115, `?replytocom=4` an article with its form. Each parameter is judged by what its pages showed in this run: after
 * three pages that were the same as the ones without it, and no two pages that differ by it, addresses with it are skipped.
 */
export class SameParameters {
  readonly #known = new LRUCache<string, Findings>({ max: maxParameters });
  /** By parameter and path: an address without the parameter, or another with it, that has a page of that path. A page alone says nothing: the address without the parameter may come later. */
  readonly #paths = new LRUCache<string, CanonicalUrl>({ max: maxPaths });

  /** Notes a page that no other address has, as far as is known. */
  noteOwn(url: CanonicalUrl): void {
    for (const name of new Set(new URL(url).searchParams.keys())) {
      const found = this.#findings(url, name);
      const path = `${name} ${withoutParameter(url, name)}`;
      const before = this.#paths.get(path);
      if (before !== undefined && before !== url) found.tellsApart = true;
      this.#paths.set(path, url);
    }
  }

  /** Notes a page that is the same without these parameters. */
  noteSame(url: CanonicalUrl, names: readonly string[]): void {
    for (const name of names) this.#findings(url, name).same++;
  }

  #findings(url: CanonicalUrl, name: string): Findings {
    const key = `${new URL(url).host} ${name}`;
    const found = this.#known.get(key) ?? { same: 0, tellsApart: false };
    this.#known.set(key, found);
    return found;
  }

  /** A parameter of an address that changes nothing; null: none is known. */
  nameOf(url: CanonicalUrl): string | null {
    const { host, searchParams } = new URL(url);
    const changesNothing = (name: string): boolean => {
      const { same = 0, tellsApart = false } = this.#known.get(`${host} ${name}`) ?? {};
      return same >= enoughPages && !tellsApart;
    };
    return [...searchParams.keys()].find(changesNothing) ?? null;
  }
}

function withoutParameter(url: CanonicalUrl, name: string): string {
  const address = new URL(url);
  address.searchParams.delete(name);
  return address.href;
}
