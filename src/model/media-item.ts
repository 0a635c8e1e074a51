export type Delivery = 'progressive' | 'hls' | 'dash' | 'flv-stream' | 'embed';
export type MediaRole = 'main' | 'trailer' | 'preview' | 'background' | 'ad' | 'unknown';

export interface MediaVariant {
  readonly url: string;
  readonly kind: 'video' | 'audio' | 'subtitles';
  readonly bandwidthBps: number | null;
  readonly widthPx: number | null;
  readonly heightPx: number | null;
  readonly codecs: string | null;
  readonly language: string | null;
}

/** One real medium: the file, the master playlist or the MPD; never one of its children. */
export interface MediaItem {
  readonly url: string;
  readonly delivery: Delivery;
  readonly role: MediaRole;
  readonly score: number;
  readonly reasons: readonly string[];
  readonly mimeType: string | null;
  /** What the server asks for, as the player sent it: Referer, Cookie. */
  readonly headers: Readonly<Record<string, string>>;
  readonly variants: readonly MediaVariant[];
  readonly durationMs: number | null;
  readonly live: 'vod' | 'live' | 'event';
  readonly protection: 'none' | 'aes-128' | 'sample-aes' | 'drm';
  readonly poster: string | null;
  readonly title: string | null;
}
