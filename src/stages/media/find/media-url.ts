import type { Exchange } from '../../../model/web/exchange.ts';
import { decoded } from '../../../text/characters.ts';
/** What an address leads to; a `segment` is a part of a stream and never an item. */
export type UrlKind = 'progressive' | 'hls' | 'dash' | 'smooth' | 'flv-stream' | 'segment';

const byMime: readonly (readonly [RegExp, UrlKind])[] = [
  [/mpegurl/i, 'hls'],
  [/dash\+xml/i, 'dash'],
  [/vnd\.ms-sstr\+xml/i, 'smooth'],
  [/video\/(mp2t|iso\.segment)|audio\/iso\.segment/i, 'segment'],
  [/video\/x-flv/i, 'flv-stream'],
  [/^(video|audio)\//i, 'progressive'],
];

const byPath: readonly (readonly [RegExp, UrlKind])[] = [
  [/\.m3u8?$|\/manifest\(format=m3u8/i, 'hls'],
  [/\.mpd$|\/manifest\(format=mpd/i, 'dash'],
  [/\.isml?\/manifest$|\.isml?$/i, 'smooth'],
  [/\/(fragments|qualitylevels)\([^/]*\)/i, 'segment'],
  [/\.(ts|m4s|m4f|cmf[vat]|m2ts)$/i, 'segment'],
  [/\.flv$/i, 'flv-stream'],
  [/\.(mp4|m4v|webm|mov|mkv|ogv|ogg|oga|opus|mp3|m4a|aac|wav|flac|avi|wmv|3gp)$/i, 'progressive'],
];

/** Extensions that mark a media address within a text. */
export const mediaExtension = /\.(?:m3u8|mpd|mp4|m4v|webm|mov|flv|ogv|mp3|m4a)(?=$|[?#])/i;

/**
 * Returns the kind of medium that an address leads to; null if unknown.
 * @param mimeType from the markup or the response, or null; extensions of manifests and segments overrule it, as these are often mislabelled
 */
export function kindOfUrl(url: string, mimeType: string | null): UrlKind | null {
  const path = decoded(new URL(url).pathname);
  const ofPath = byPath.find(([pattern]) => pattern.test(path))?.[1] ?? null;
  if (ofPath !== null && ofPath !== 'progressive') return ofPath;
  return byMime.find(([pattern]) => pattern.test(mimeType ?? ''))?.[1] ?? ofPath;
}

/** Returns the absolute http(s) address without entities and JSON escapes; null for anything else (blob:, data:, a template). */
export function mediaAddress(raw: string, base: string): string | null {
  const text = raw
    .trim()
    .replace(/\\u([0-9a-f]{4})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    .replaceAll('\\/', '/')
    .replaceAll('&amp;', '&');
  if (text === '' || /[\s{}<>"'`]/.test(text) || !URL.canParse(text, base)) return null;
  const url = new URL(text, base);
  return url.protocol === 'http:' || url.protocol === 'https:' ? url.href : null;
}

/** Returns the address without parameters that select a byte range or number a request: sightings with the same key are one medium. */
export function mediaUrlKey(url: string): string {
  if (!/^https?:/.test(url)) return url;
  const parsed = new URL(url);
  parsed.hash = '';
  for (const name of [...parsed.searchParams.keys()].filter(isRangeName)) parsed.searchParams.delete(name);
  return parsed.href;
}

/** `?0-65535` is jsmpeg's. */
const isRangeName = (name: string): boolean => /^(range|bytestart|byteend|rn|rbuf|\d+-\d+)$/.test(name);

/** Returns the address of the whole file; an address without a range stays as it is, to the byte. */
export function withoutRange(url: string): string {
  const hasRange = /^https?:/.test(url) && [...new URL(url).searchParams.keys()].some(isRangeName);
  return hasRange ? mediaUrlKey(url) : url;
}

export const fileName = (url: string): string => decoded(new URL(url).pathname).split('/').at(-1) ?? '';

/** Scheme, host and path up to the last slash. */
export const mediaFolder = (url: string): string => new URL('.', url).href;

/** Answers to scripts that may be a medium: not text, not pictures, and not read as a medium already. */
export function carriersIn(exchanges: readonly Exchange[]): Exchange[] {
  const carriers = exchanges.filter(
    ({ url, type, method, status, mimeType, text }) =>
      /^https?:/.test(url) &&
      /^(xhr|fetch|other)$/.test(type) &&
      method === 'GET' &&
      (status === 200 || status === 206) &&
      text === null &&
      /^$|octet-stream|^(video|audio)\//.test(mimeType) &&
      !/\.(m?js|css|wasm|json|html?|jpe?g|png|webp|gif|svg|woff2?|vtt|srt)$/i.test(new URL(url).pathname) &&
      /^(null|segment)$/.test(String(kindOfUrl(url, mimeType === 'video/mp2t' ? null : mimeType) ?? null)),
  );
  return [...new Map(carriers.map((exchange) => [exchange.url, exchange])).values()];
}
