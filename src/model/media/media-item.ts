/**
 * `progressive`: one file; `hls`, `dash`, `smooth`: a manifest; `flv-stream`: one long answer; `embed`: another site's player. These have no address to
 * download: `mse-capture` (bytes that a script gives to MediaSource), `websocket` (the same over a socket), `mediastream` (WebRTC, a canvas).
 */
export type Delivery =
  | 'progressive'
  | 'hls'
  | 'dash'
  | 'smooth'
  | 'flv-stream'
  | 'mse-capture'
  | 'websocket'
  | 'mediastream'
  | 'embed';
export type MediaRole = 'main' | 'trailer' | 'preview' | 'background' | 'ad' | 'unknown';

/**
 * `aes-128` and `sample-aes`: HLS with keys by HTTP; `cenc`, `cbcs`: DRM with a licence server (`drmSystems` names the system); `clearkey`: the same with keys in
 * the page; `obfuscated-segments`: segments with false first bytes.
 */
export type Protection = 'none' | 'aes-128' | 'sample-aes' | 'cenc' | 'cbcs' | 'clearkey' | 'obfuscated-segments';

export interface MediaVariant {
  readonly url: string;
  readonly kind: 'video' | 'audio' | 'subtitles';
  readonly bandwidthBps: number | null;
  readonly widthPx: number | null;
  readonly heightPx: number | null;
  readonly frameRate: number | null;
  readonly codecs: string | null;
  readonly language: string | null;
}

/** A file that belongs to a medium: a separate audio track, subtitles. */
export interface Companion {
  readonly url: string;
  readonly kind: 'audio' | 'video' | 'subtitles';
  readonly language: string | null;
  readonly label: string | null;
}

/** When an address expires, and which part of it says so. */
export interface Expiry {
  /** ISO 8601. */
  readonly at: string;
  /** Name of the parameter; null: in the path. */
  readonly param: string | null;
  /** The signature scheme: `epoch`, `akamai`, `aliyun`, … */
  readonly source: string;
}

/** A server's answer to a request for the first bytes, sent with the item's headers. */
export interface Probe {
  readonly status: number;
  /** The format by its first bytes, not by Content-Type: `mp4`, `webm`, `mpegts`, `flv`, …; null: unknown. */
  readonly magic: string | null;
  readonly sizeBytes: number | null;
  readonly acceptsRange: boolean;
  /** Headers without which the server refuses. */
  readonly needs: readonly ('referer' | 'cookie')[];
}

/** One medium: a file, a master playlist or an MPD; never a rendition or segment of it. */
export interface MediaItem {
  /** The address that a downloader opens; `inline:…` or `data:…` where only the manifest's text is known, `mse:…` or `mediastream:…` where there is no address. */
  readonly url: string;
  readonly delivery: Delivery;
  readonly role: MediaRole;
  readonly score: number;
  readonly reasons: readonly string[];
  readonly mimeType: string | null;
  readonly method: 'GET' | 'POST';
  /** Headers that the server requires, as the player sent them: Referer, Cookie, Authorization, Origin; lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  /** Body of a POST request. */
  readonly body: string | null;
  /** The text of a manifest that a GET can not fetch, and its base address. */
  readonly inlineManifest: string | null;
  readonly inlineManifestBase: string | null;
  readonly variants: readonly MediaVariant[];
  readonly companions: readonly Companion[];
  readonly durationMs: number | null;
  readonly live: 'vod' | 'live' | 'event';
  /** How far back in time a live stream can be watched. */
  readonly dvrWindowMs: number | null;
  readonly protection: Protection;
  /** Names of DRM key systems (`com.widevine.alpha`); empty without DRM. */
  readonly drmSystems: readonly string[];
  readonly expiresAt: Expiry | null;
  /** Null: no probe was made. */
  readonly probe: Probe | null;
  readonly poster: string | null;
  readonly title: string | null;
}

/** An item with defaults for everything but its address and delivery. */
export const mediaItem = (url: string, delivery: Delivery, more: Partial<MediaItem> = {}): MediaItem => ({
  role: 'unknown',
  score: 0,
  reasons: [],
  mimeType: null,
  method: 'GET',
  headers: {},
  body: null,
  inlineManifest: null,
  inlineManifestBase: null,
  variants: [],
  companions: [],
  durationMs: null,
  live: 'vod',
  dvrWindowMs: null,
  protection: 'none',
  drmSystems: [],
  expiresAt: null,
  probe: null,
  poster: null,
  title: null,
  ...more,
  url,
  delivery,
});
