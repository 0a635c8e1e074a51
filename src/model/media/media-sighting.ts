import type { Companion, Delivery, MediaItem } from './media-item.ts';

/** Evidence for or against a medium; the media stage's table (ranking.ts) weighs it. */
export type Evidence =
  | 'manifest'
  | 'master playlist'
  | 'current source'
  | 'big element'
  | 'seen on the network'
  | 'JSON-LD or Open Graph'
  | 'in the markup'
  | 'in script text'
  | 'linked file'
  | 'ad'
  | 'silent loop without controls'
  | 'HTTP error'
  | 'preview name'
  | 'started by a gesture'
  | 'of another entry'
  | 'named by the address'
  | 'beside the content'
  | 'under a trailer heading'
  | 'inside a link'
  | 'under 6 seconds'
  | 'small element'
  | 'a short sound'
  | 'called a preview'
  | 'called a trailer'
  | 'no address'
  | 'ad word in the path';

/** A medium's place in a list of media: a playlist, the episodes of a series, related clips. */
export interface Entry {
  /** The same for all entries of the list. */
  readonly group: string;
  /** Its ids, numbers and titles, in plain words. */
  readonly names: readonly string[];
  /** Addresses of the entry's page. */
  readonly pages: readonly string[];
  /** The list is of other films than the page's. */
  readonly isOthers: boolean;
}

/** One place where a medium was seen. */
export interface Sighting {
  readonly url: string;
  readonly delivery: Delivery;
  readonly evidence: readonly Evidence[];
  readonly mimeType: string | null;
  readonly method: MediaItem['method'];
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  /** A manifest's text; null: it was not seen. */
  readonly manifest: string | null;
  readonly captions: readonly Companion[];
  readonly durationMs: number | null;
  readonly isLive: boolean;
  /** Address of the frame, for media without a file. */
  readonly base: string | null;
  readonly poster: string | null;
  readonly title: string | null;
  /** Shared by several forms of one medium (the <source>s of one <video>); null: a single form. */
  readonly medium: string | null;
  /** Null: it is in no list. */
  readonly entry: Entry | null;
}

/** What a page's structured data say of a medium. */
export interface AboutMedium {
  readonly title: string | null;
  readonly poster: string | null;
  readonly durationMs: number | null;
}
