import { Parser } from 'm3u8-parser';
import { type DashPlaylist, parse as parseMpd } from 'mpd-parser';
import type { MediaVariant } from '../../../model/media/media-item.ts';
import { dashProtection, hlsProtection, type Manifest } from './protection.ts';
import { parseSmooth } from './smooth.ts';

/** ms; a live playlist of at least this length can be rewound. The usual window is a few segments. */
const minDvrMs = 60_000;

/**
 * Reads an HLS playlist, a DASH MPD or a Smooth Streaming manifest.
 * @param url its address, against which the children's are resolved
 * @throws Error if the text is not a manifest
 */
export function parseManifest(text: string, url: string): Manifest {
  const start = text.replace(/^\ufeff/, '').trimStart();
  if (start.startsWith('#EXTM3U')) return parseHls(start, url);
  if (/^<(\?xml|!--|(\w+:)?MPD\b)/.test(start) && /<(\w+:)?MPD\b/.test(start)) return parseDash(start, url);
  if (start.startsWith('<') && /<SmoothStreamingMedia\b/.test(start)) return parseSmooth(start, url);
  throw new Error(`no manifest: it begins with ${JSON.stringify(start.slice(0, 40))}, not with #EXTM3U or <MPD>`);
}

function parseHls(text: string, base: string): Manifest {
  const parser = new Parser();
  parser.push(text);
  parser.end();
  const { playlists = [], mediaGroups, segments, endList = false, playlistType } = parser.manifest;
  const video = playlists.flatMap(({ uri, attributes }) => variant('video', resolve(uri, base), attributes ?? {}));
  const isMaster = video.length > 0;
  const groups = mediaGroups === undefined ? [] : (['AUDIO', 'SUBTITLES'] as const);
  const others = groups.flatMap((group) =>
    Object.values(mediaGroups?.[group] ?? {})
      .flatMap((renditions) => Object.values(renditions))
      .flatMap(({ uri, language }) =>
        uri === undefined ? [] : variant(group === 'AUDIO' ? 'audio' : 'subtitles', resolve(uri, base), {}, language),
      ),
  );
  const lengthMs = Math.round(segments.reduce((sum, { duration }) => sum + duration, 0) * 1_000);
  const live = isMaster || endList ? 'vod' : playlistType === 'EVENT' ? 'event' : 'live';
  const first = segments[0]?.uri;
  return {
    delivery: 'hls',
    variants: distinct([...video.map(audioOnly), ...others]),
    durationMs: isMaster || !endList ? null : lengthMs,
    live,
    dvrWindowMs: live !== 'vod' && (live === 'event' || lengthMs >= minDvrMs) ? lengthMs : null,
    firstSegment: isMaster || first === undefined ? null : resolve(first, base),
    ...hlsProtection(text),
  };
}

function parseDash(text: string, base: string): Manifest {
  const isDynamic = /<(?:\w+:)?MPD\b[^>]*\btype\s*=\s*["']dynamic["']/.test(text); // the parser sets endList for these, too
  const { playlists, mediaGroups, duration = 0 } = parseMpd(text, { manifestUri: base });
  const video = playlists.flatMap((playlist) => dashVariant('video', playlist, base));
  const others = (['AUDIO', 'SUBTITLES'] as const).flatMap((group) =>
    Object.values(mediaGroups[group] ?? {})
      .flatMap((renditions) => Object.values(renditions))
      .flatMap(({ language, playlists: children = [] }) =>
        children.flatMap((child) => dashVariant(group === 'AUDIO' ? 'audio' : 'subtitles', child, base, language)),
      ),
  );
  return {
    delivery: 'dash',
    variants: [...video.map(audioOnly), ...others],
    durationMs: isDynamic || duration === 0 ? null : Math.round(duration * 1_000),
    live: isDynamic ? 'live' : 'vod',
    dvrWindowMs: isDynamic ? isoMs(/\btimeShiftBufferDepth\s*=\s*["']([^"']+)/.exec(text)?.[1]) : null,
    firstSegment: playlists[0]?.segments?.[0]?.resolvedUri ?? null,
    ...dashProtection(text),
  };
}

/** Milliseconds of an ISO 8601 duration such as PT1H30M5.5S; null for anything else, and for 0. */
function isoMs(duration: string | undefined): number | null {
  const [, hours = 0, minutes = 0, seconds = 0] = /^PT(?:(\d+)H)?(?:(\d+)M)?(?:([\d.]+)S)?$/.exec(duration ?? '') ?? [];
  const ms = Math.round((Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds)) * 1_000);
  return ms > 0 ? ms : null;
}

interface StreamAttributes {
  readonly BANDWIDTH?: number;
  readonly CODECS?: string;
  readonly 'FRAME-RATE'?: number;
  readonly RESOLUTION?: { readonly width: number; readonly height: number };
}

/** A representation that consists of segments has no address, or that of their folder: it gets that of the MPD. */
const dashVariant = (
  kind: MediaVariant['kind'],
  { resolvedUri, attributes }: DashPlaylist,
  base: string,
  language?: string,
) =>
  variant(
    kind,
    resolvedUri === undefined || /^$|\/$/.test(resolvedUri) ? base : resolve(resolvedUri, base),
    attributes,
    language,
  );

function variant(
  kind: MediaVariant['kind'],
  url: string | null,
  { BANDWIDTH, CODECS, RESOLUTION, 'FRAME-RATE': frameRate }: StreamAttributes,
  language?: string,
): MediaVariant[] {
  if (url === null) return [];
  return [
    {
      url,
      kind,
      bandwidthBps: BANDWIDTH ?? null,
      widthPx: RESOLUTION?.width ?? null,
      heightPx: RESOLUTION?.height ?? null,
      frameRate: frameRate ?? null,
      codecs: CODECS ?? null,
      language: language || null,
    },
  ];
}

/** Marks a rendition without a resolution and with audio codecs only as audio. */
const audioOnly = (variant: MediaVariant): MediaVariant =>
  variant.widthPx === null &&
  variant.codecs !== null &&
  variant.codecs.split(',').every((codec) => /^\s*(mp4a|ac-3|ec-3|opus|flac|vorbis)/i.test(codec))
    ? { ...variant, kind: 'audio' }
    : variant;

const resolve = (uri: string, base: string): string | null =>
  URL.canParse(uri, base) ? new URL(uri, base).href : null;

/** A master names a rendition once for each of its audio groups. */
const distinct = (variants: readonly MediaVariant[]): MediaVariant[] => [
  ...new Map(variants.map((item) => [`${item.url} ${item.kind} ${item.bandwidthBps}`, item])).values(),
];
