/** What a page adds to an address that it links to: 1 link where it is new, else 0; and the link's relevance. */
export interface AddedLinks {
  readonly inLinks: number;
  readonly relevance: number | null;
}

/** An address in the link graph. `article`: id of the article that was read there. */
export interface CountedAddress extends AddedLinks {
  readonly url: string;
  readonly article: string | null;
}

/** What an ending's page adds to the addresses that it links to. Each address is taken out when its row is written. Collects which counts change by that. */
export class PointedLinks {
  readonly #added: Map<string, AddedLinks>;
  /** The largest number of links to one of the addresses. */
  most = 0;
  /** Ids of articles whose addresses got links. */
  readonly articles = new Set<string>();

  constructor(added: Iterable<readonly [url: string, AddedLinks]> = []) {
    this.#added = new Map(added);
  }

  /** Takes an address out, for a new row. */
  take(url: string): AddedLinks | undefined {
    const added = this.#added.get(url);
    this.#added.delete(url);
    if (added !== undefined) this.most = Math.max(this.most, added.inLinks);
    return added;
  }

  /** Takes an address out, for an existing row; the better relevance stays. @returns the row's new values */
  addTo({ url, article, ...had }: CountedAddress): AddedLinks {
    const added = this.take(url);
    if (added === undefined) return had;
    const inLinks = had.inLinks + added.inLinks;
    const best = Math.max(had.relevance ?? -1, added.relevance ?? -1);
    this.most = Math.max(this.most, inLinks);
    if (added.inLinks > 0 && article !== null) this.articles.add(article);
    return { inLinks, relevance: best === -1 ? null : best };
  }

  /** Addresses that were not taken out. */
  remaining(): readonly (readonly [url: string, AddedLinks])[] {
    return [...this.#added];
  }
}
