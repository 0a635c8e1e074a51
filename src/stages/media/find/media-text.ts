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

/** The files that a manifest names: their addresses, and folders in which it numbers them. */
interface ManifestParts {
  readonly files: readonly string[];
  readonly folders: readonly string[];
}

/** @param base address that answered */
export const partsOfManifest = (kind: TextKind, text: string, base: string): ManifestParts =>
  kind === 'hls' ? partsOfPlaylist(text, base) : kind === 'dash' ? partsOfMpd(text, base) : { files: [], folders: [] };

/** Renditions, segments, keys of an HLS playlist. */
function partsOfPlaylist(text: string, base: string): ManifestParts {
  const lines = text.split(/\r?\n/);
  const variables = new Map(
    [...text.matchAll(/#EXT-X-DEFINE:.*\bNAME="([^"]+)".*\bVALUE="([^"]*)"/g)].map(([, name = '', value = '']) => [
      name,
      value,
    ]),
  );
  const raw = lines.flatMap((line) =>
    line.startsWith('#') ? [...line.matchAll(/\bURI="([^"]+)"/g)].map(([, uri = '']) => uri) : line.trim(),
  );
  const uris = raw.map((uri) => uri.replace(/\{\$([\w-]+)\}/g, (match, name: string) => variables.get(name) ?? match));
  return { files: [...new Set(uris.filter((uri) => uri !== '').flatMap((uri) => resolved(uri, base)))], folders: [] };
}

/** Longer lists of BaseURLs are an attack. */
const maxBases = 60;

/** Files in an MPD, whose ranges or numbers are its segments. Relative addresses are resolved against every BaseURL, as the levels are not told apart here. */
function partsOfMpd(mpd: string, base: string): ManifestParts {
  const named = [...mpd.matchAll(/<(?:\w+:)?BaseURL\b[^>]*>\s*(?:<!\[CDATA\[\s*)?([^<\s\]]+)/g)].map(([, text = '']) =>
    unescaped(text),
  );
  const bases = new Set([base]);
  for (const address of named.slice(0, maxBases))
    for (const outer of [...bases])
      if (bases.size < maxBases) for (const url of resolved(address, outer)) bases.add(url);
  bases.delete(base);
  const files = [...bases].filter((url) => !url.endsWith('/'));
  const folders = [...bases].filter((url) => url.endsWith('/'));
  const templates = mpd.matchAll(/\b(?:media|initialization|sourceURL|index)\s*=\s*["']([^"']+)["']/g);
  for (const [, text = ''] of [...templates].slice(0, 1_000)) {
    const [fixed = '', ...numbered] = unescaped(text).split('$');
    const isElsewhere = /^(https?:)?\/|^\.\.\//.test(fixed);
    if (!isElsewhere) continue; // in a folder that is known
    for (const url of resolved(fixed, base)) {
      if (numbered.length === 0) files.push(url);
      else if (new URL(url).pathname !== '/') folders.push(new URL('.', url).href);
    }
  }
  return { files, folders: [...new Set(folders)] };
}

const unescaped = (text: string): string => text.replaceAll('&amp;', '&');

/** Media files (creatives) in a VAST response. */
export function mediaFilesIn(vast: string, base: string): string[] {
  const files = vast.matchAll(/<MediaFile\b[^>]*>\s*(?:<!\[CDATA\[\s*)?([^<\]]+)/gi);
  return [...files].flatMap(([, address = '']) => mediaAddress(address.trim(), base) ?? []);
}

const resolved = (uri: string, base: string): string[] => (URL.canParse(uri, base) ? [new URL(uri, base).href] : []);
