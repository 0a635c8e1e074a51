/** A page about media that play elsewhere. */
export interface PlayLinks {
  /** `detail`: about one medium; `list`: about several; null: it is no such page. */
  readonly kind: 'detail' | 'list' | null;
  /** Addresses of the pages that play them. */
  readonly urls: readonly string[];
}

export const noPlayLinks: PlayLinks = { kind: null, urls: [] };
