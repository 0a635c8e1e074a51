import { mediaAddress } from './media-url.ts';

type TextKind = 'hls' | 'dash' | 'smooth' | 'vast';

const kinds: readonly (readonly [RegExp, TextKind])[] = [
  [/^\s*#EXTM3U/, 'hls'],
  [/^\s*(<\?xml[^>]*>\s*)?(<!--[\s\S]*?-->\s*)?<(\w+:)?MPD\b/, 'dash'],
  [/^\s*(<\?xml[^>]*>\s*)?(<!--[\s\S]*?-->\s*)?<SmoothStreamingMedia\b/, 'smooth'],
  [/^\s*(<\?xml[^>]*>\s*)?(<!--[\s\S]*?-->\s*)?<(VAST|(vmap:)?VMAP)\b/i, 'vast'],
];

/** Returns the kind of a text by its beginning; null: none of these kinds. */
export function kindOfText(text: string): TextKind | null {
  const start = text.replace(/^\ufeff/, '').slice(0, 2_000);
  return kinds.find(([pattern]) => pattern.test(start))?.[1] ?? null;
}

/** All addresses in an HLS playlist: renditions, segments, keys. */
export function addressesInPlaylist(text: string, base: string): Set<string> {
  const lines = text.split(/\r?\n/);
  const raw = lines.flatMap((line) =>
    line.startsWith('#') ? [...line.matchAll(/\bURI="([^"]+)"/g)].map(([, uri = '']) => uri) : line.trim(),
  );
  return new Set(raw.filter((uri) => uri !== '').flatMap((uri) => resolved(uri, base)));
}

/** Media files (creatives) in a VAST response. */
export function mediaFilesIn(vast: string, base: string): string[] {
  const files = vast.matchAll(/<MediaFile\b[^>]*>\s*(?:<!\[CDATA\[\s*)?([^<\]]+)/gi);
  return [...files].flatMap(([, address = '']) => mediaAddress(address.trim(), base) ?? []);
}

const resolved = (uri: string, base: string): string[] => (URL.canParse(uri, base) ? [new URL(uri, base).href] : []);

/** Files in an MPD whose ranges are its segments. */
export function baseUrlsIn(mpd: string, base: string): string[] {
  const named = mpd.matchAll(/<(?:\w+:)?BaseURL\b[^>]*>\s*([^<\s]+)\s*</g);
  return [...named].flatMap(([, address = '']) => resolved(address.replaceAll('&amp;', '&'), base));
}
