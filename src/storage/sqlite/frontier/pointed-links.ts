/** What a page adds to an address: 1 link where it did not point there before, else 0, and the relevance under which it names it. */
export interface AddedLinks {
  readonly inLinks: number;
  readonly relevance: number | null;
}

/** What the link graph knows of an address; `article`: the one that was read there. */
export interface CountedAddress extends AddedLinks {
  readonly url: string;
  readonly article: string | null;
}

/** What the page of an ending adds to the addresses that it points to, until each is written; then what there is to count anew. */
export class PointedLinks {
  readonly #added: Map<string, AddedLinks>;
  /** The largest number of links to an address that was counted. */
  most = 0;
  /** Articles whose addresses have more links than before. */
  readonly articles = new Set<string>();

  constructor(added: Iterable<readonly [url: string, AddedLinks]> = []) {
    this.#added = new Map(added);
  }

  /** For a row that is new. */
  take(url: string): AddedLinks | undefined {
    const added = this.#added.get(url);
    this.#added.delete(url);
    if (added !== undefined) this.most = Math.max(this.most, added.inLinks);
    return added;
  }

  /** For a row that is known. The best relevance stays. @returns what it has from now on */
  addTo({ url, article, ...had }: CountedAddress): AddedLinks {
    const added = this.take(url);
    if (added === undefined) return had;
    const inLinks = had.inLinks + added.inLinks;
    const best = Math.max(had.relevance ?? -1, added.relevance ?? -1);
    this.most = Math.max(this.most, inLinks);
    if (added.inLinks > 0 && article !== null) this.articles.add(article);
    return { inLinks, relevance: best === -1 ? null : best };
  }

  /** Addresses that are still to be written. */
  left(): readonly (readonly [url: string, AddedLinks])[] {
    return [...this.#added];
  }
}
