/**
 * `progressive`: one file; `hls`, `dash`, `smooth`: a manifest; `flv-stream`: one long answer; `embed`: another site's player. Without an address to
 * download from: `mse-capture` (bytes that a script hands to MediaSource), `websocket` (the same over a socket), `mediastream` (WebRTC, a canvas).
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
 * `aes-128` and `sample-aes`: HLS with keys by HTTP; `cenc`, `cbcs`: DRM by a licence server (`drmSystems` names it); `clearkey`: the same with keys that the
 * page hands out; `obfuscated-segments`: pieces with a false beginning.
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

/** A file that goes with another one: the sound of a film without, its subtitles. */
export interface Companion {
  readonly url: string;
  readonly kind: 'audio' | 'video' | 'subtitles';
  readonly language: string | null;
  readonly label: string | null;
}

/** Until when an address can be used, and where in it that stands. */
export interface Expiry {
  /** ISO 8601. */
  readonly at: string;
  /** Name of the parameter; null: in the path. */
  readonly param: string | null;
  /** The scheme of signing: `epoch`, `akamai`, `aliyun`, … */
  readonly source: string;
}

/** What a server answered when it was asked for the first bytes, with the item's headers. */
export interface Probe {
  readonly status: number;
  /** The format by its first bytes, whatever the Content-Type: `mp4`, `webm`, `mpegts`, `flv`, …; null: none that is known. */
  readonly magic: string | null;
  readonly sizeBytes: number | null;
  readonly acceptsRange: boolean;
  /** Headers without which it refuses. */
  readonly needs: readonly ('referer' | 'cookie')[];
}

/** One real medium: the file, the master playlist or the MPD; never one of its children. */
export interface MediaItem {
  /** What a downloader opens; `inline:…`, `data:…` where only the manifest's text is known, `mse:…`, `mediastream:…` where there is no address. */
  readonly url: string;
  readonly delivery: Delivery;
  readonly role: MediaRole;
  readonly score: number;
  readonly reasons: readonly string[];
  readonly mimeType: string | null;
  readonly method: 'GET' | 'POST';
  /** What the server asks for, as the player sent it: Referer, Cookie, Authorization, Origin; lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  /** Of a POST. */
  readonly body: string | null;
  /** The text of a manifest that no GET fetches, and the address that it is relative to. */
  readonly inlineManifest: string | null;
  readonly inlineManifestBase: string | null;
  readonly variants: readonly MediaVariant[];
  readonly companions: readonly Companion[];
  readonly durationMs: number | null;
  readonly live: 'vod' | 'live' | 'event';
  /** How far back a live stream can be watched. */
  readonly dvrWindowMs: number | null;
  readonly protection: Protection;
  /** Names of key systems (`com.widevine.alpha`), where it is DRM. */
  readonly drmSystems: readonly string[];
  readonly expiresAt: Expiry | null;
  /** Null: the server was not asked. */
  readonly probe: Probe | null;
  readonly poster: string | null;
  readonly title: string | null;
}

/** An item of which nothing is known but where it is. */
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
