import type { Delivery, MediaItem, MediaRole, Probe } from '../../../src/model/media/media-item.ts';
import type { NoMediaReason } from '../../../src/model/page/page.ts';

export interface MediaPage {
  readonly name: string;
  readonly html: string;
  readonly status?: number;
  /** The page answers with a redirect to this address. */
  readonly redirectsTo?: string;
  /** Query and hash of its address. */
  readonly suffix?: string;
  /** Of the best item; `url` is how it begins, behind the site's origin where it is a path. Null: none, see `reason`. */
  readonly expect: {
    readonly url: string;
    readonly delivery: Delivery;
    readonly role: MediaRole;
    readonly protection?: MediaItem['protection'];
    readonly method?: MediaItem['method'];
    readonly hasInlineManifest?: true;
    readonly companion?: string;
    /** Part of the address of the first rendition. */
    readonly rendition?: string;
    readonly needs?: Probe['needs'];
    /** Part of the header that a downloader must send. */
    readonly cookie?: string;
    readonly durationMs?: number;
    readonly title?: string | null;
    readonly poster?: string;
    readonly live?: MediaItem['live'];
    readonly expires?: true;
  } | null;
  readonly reason?: NoMediaReason;
  /** Paths of the pages that play its media. */
  readonly playLinks?: readonly string[];
  /** Other documents and scripts of the page, by path: `/files/…`. */
  readonly files?: Readonly<Record<`/files/${string}`, string>>;
  /** Part of an address that may be no main item. */
  readonly never?: string;
}
