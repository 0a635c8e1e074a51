import { z } from 'zod';
import { listOf, record } from '../schema.ts';

/**
 * `progressive`: one file; `hls`, `dash`, `smooth`: a manifest; `flv-stream`: one long answer; `embed`: another site's player. These have no address to
 * download: `mse-capture` (bytes that a script gives to MediaSource), `websocket` (the same over a socket), `mediastream` (WebRTC, a canvas).
 */
export const deliverySchema = z.enum([
  'progressive',
  'hls',
  'dash',
  'smooth',
  'flv-stream',
  'mse-capture',
  'websocket',
  'mediastream',
  'embed',
]);
export type Delivery = z.infer<typeof deliverySchema>;
const mediaRoleSchema = z.enum(['main', 'trailer', 'preview', 'background', 'ad', 'unknown']);
export type MediaRole = z.infer<typeof mediaRoleSchema>;

/**
 * `aes-128` and `sample-aes`: HLS with keys by HTTP; `cenc`, `cbcs`: DRM with a licence server (`drmSystems` names the system); `clearkey`: the same with keys in
 * the page; `obfuscated-segments`: segments with false first bytes.
 */
const protectionSchema = z.enum(['none', 'aes-128', 'sample-aes', 'cenc', 'cbcs', 'clearkey', 'obfuscated-segments']);
export type Protection = z.infer<typeof protectionSchema>;

const mediaVariantSchema = record({
  url: z.string(),
  kind: z.enum(['video', 'audio', 'subtitles']),
  bandwidthBps: z.number().nullable(),
  widthPx: z.number().nullable(),
  heightPx: z.number().nullable(),
  frameRate: z.number().nullable(),
  codecs: z.string().nullable(),
  language: z.string().nullable(),
});
export type MediaVariant = z.infer<typeof mediaVariantSchema>;

/** A file that belongs to a medium: a separate audio track, subtitles. */
const companionSchema = record({
  url: z.string(),
  kind: z.enum(['audio', 'video', 'subtitles']),
  language: z.string().nullable(),
  label: z.string().nullable(),
});
export type Companion = z.infer<typeof companionSchema>;

/** When an address expires, and which part of it says so. */
const expirySchema = record({
  /** ISO 8601. */
  at: z.string(),
  /** Name of the parameter; null: in the path. */
  param: z.string().nullable(),
  /** The signature scheme: `epoch`, `akamai`, `aliyun`, … */
  source: z.string(),
});
export type Expiry = z.infer<typeof expirySchema>;

/** A server's answer to a request for the first bytes, sent with the item's headers. */
const probeSchema = record({
  status: z.number(),
  /** The format by its first bytes, not by Content-Type: `mp4`, `webm`, `mpegts`, `flv`, …; null: unknown. */
  magic: z.string().nullable(),
  sizeBytes: z.number().nullable(),
  acceptsRange: z.boolean(),
  /** Headers without which the server refuses. */
  needs: listOf(z.enum(['referer', 'cookie'])),
});
export type Probe = z.infer<typeof probeSchema>;

/** One medium: a file, a master playlist or an MPD; never a rendition or segment of it. */
export const mediaItemSchema = record({
  /** The address that a downloader opens; `inline:…` or `data:…` where only the manifest's text is known, `mse:…` or `mediastream:…` where there is no address. */
  url: z.string(),
  delivery: deliverySchema,
  role: mediaRoleSchema,
  score: z.number(),
  reasons: listOf(z.string()),
  mimeType: z.string().nullable(),
  method: z.enum(['GET', 'POST']),
  /** Headers that the server requires, as the player sent them: Referer, Cookie, Authorization, Origin; lower-case names. */
  headers: z.record(z.string(), z.string()).readonly(),
  /** Body of a POST request. */
  body: z.string().nullable(),
  /** The text of a manifest that a GET can not fetch, and its base address. */
  inlineManifest: z.string().nullable(),
  inlineManifestBase: z.string().nullable(),
  variants: listOf(mediaVariantSchema),
  companions: listOf(companionSchema),
  durationMs: z.number().nullable(),
  live: z.enum(['vod', 'live', 'event']),
  /** How far back in time a live stream can be watched. */
  dvrWindowMs: z.number().nullable(),
  protection: protectionSchema,
  /** Names of DRM key systems (`com.widevine.alpha`); empty without DRM. */
  drmSystems: listOf(z.string()),
  expiresAt: expirySchema.nullable(),
  /** Null: no probe was made. */
  probe: probeSchema.nullable(),
  poster: z.string().nullable(),
  title: z.string().nullable(),
});
export type MediaItem = z.infer<typeof mediaItemSchema>;

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
