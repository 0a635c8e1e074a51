import type { MediaItem } from '../media/media-item.ts';
import type { Brand } from '../schema.ts';
import type { CanonicalUrl } from '../web/canonical-url.ts';
import type { FetchWay, NetworkEntry, NoMediaReason } from './page.ts';

/** SHA-256 of a blob's content, hex. */
export type ContentHash = Brand<string, 'ContentHash'>;

/** All that extraction may read. Same snapshot + same rules = same draft. */
export interface Snapshot {
  readonly url: CanonicalUrl;
  readonly finalUrl: CanonicalUrl;
  readonly site: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly html: string;
  readonly via: FetchWay;
  readonly takenAt: Date;
  readonly media: readonly MediaItem[];
  readonly noMedia: NoMediaReason | null;
  readonly network: readonly NetworkEntry[];
  readonly console: readonly string[];
  readonly settledBy: 'static' | 'quiet' | 'selector' | 'cap';
  /** As in `Page`; null also where an older version stored the snapshot. */
  readonly encoding: string | null;
}

/** A snapshot made from HTML alone, as if a static fetch had returned it. @param more fields that are known besides */
export const snapshotOfSource = (
  { url, html, takenAt }: Pick<Snapshot, 'url' | 'html' | 'takenAt'>,
  more: Partial<Snapshot> = {},
): Snapshot => ({
  url,
  finalUrl: url,
  site: new URL(url).host,
  status: 200,
  headers: {},
  html,
  via: 'static',
  takenAt,
  media: [],
  noMedia: null,
  network: [],
  console: [],
  settledBy: 'static',
  encoding: null,
  ...more,
});

/** A snapshot in the store, under the hash of its content. */
export interface StoredSnapshot extends Snapshot {
  readonly hash: ContentHash;
}
