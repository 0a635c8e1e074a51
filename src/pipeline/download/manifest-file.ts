import type { MediaItem } from '../../model/media/media-item.ts';

/** Returns the text of a manifest with absolute addresses, so that a tool can read it from stdin or a file. */
export function manifestText({ delivery, inlineManifest, inlineManifestBase, url }: MediaItem): string {
  const text = inlineManifest ?? '';
  const base = inlineManifestBase ?? url;
  if (!/^https?:/.test(base)) return text;
  if (delivery === 'hls') return withAbsoluteUris(text, base);
  return delivery === 'dash' ? withAbsoluteBase(text, base) : withAbsoluteFragments(text, base);
}

export const manifestExtension = ({ delivery }: MediaItem): string =>
  delivery === 'hls' ? 'm3u8' : delivery === 'dash' ? 'mpd' : 'ism';

function absoluteUrl(address: string, base: string): string {
  const url = URL.canParse(address, base) ? new URL(address, base) : null;
  return url !== null && /^(https?|data):$/.test(url.protocol) ? url.href : refusedUrl;
}

/** Replaces addresses that a page must not pass to a tool: local files and other protocols. The name never resolves (RFC 6761). */
const refusedUrl = 'https://refused.invalid/';
const otherProtocols =
  /(["'>\s])(?:file|concatf?|subfile|pipe|fd|async|cache|crypto|tee|unix|tcp|udp|rtp|rtmp|s?ftp|smb|gopher|ipfs)[:,+]/gi;

function withAbsoluteUris(text: string, base: string): string {
  return text
    .split(/\r?\n/)
    .map((line) => {
      if (line.startsWith('#'))
        return line.replace(/\bURI="([^"]*)"/g, (_, uri: string) => `URI="${absoluteUrl(uri, base)}"`);
      return line.trim() === '' ? line : absoluteUrl(line.trim(), base);
    })
    .join('\n');
}

/** ISO 23009-1: all addresses are relative to the BaseURL of the MPD; without it, to the MPD's own address. */
function withAbsoluteBase(mpd: string, base: string): string {
  const text = mpd.replace(otherProtocols, `$1${refusedUrl}`);
  const period = text.search(/<(\w+:)?Period\b/);
  const head = period < 0 ? text : text.slice(0, period);
  const own = /(<(?:\w+:)?BaseURL\b[^>]*>)\s*([^<]*?)\s*(<)/.exec(head);
  if (own !== null) {
    const [whole, open = '', address = '', close = ''] = own;
    return text.replace(whole, () => `${open}${escaped(absoluteUrl(unescaped(address), base))}${close}`);
  }
  return text.replace(
    /<((?:\w+:)?)MPD\b[^>]*>/,
    (start, prefix: string) => `${start}<${prefix}BaseURL>${escaped(new URL('.', base).href)}</${prefix}BaseURL>`,
  );
}

/** MS-SSTR 2.2.2.3: the addresses of fragments are patterns with {bitrate} and {start time}. */
function withAbsoluteFragments(manifest: string, base: string): string {
  return manifest.replace(
    /(<StreamIndex\b[^>]*?\bUrl\s*=\s*)(["'])(.*?)\2/g,
    (_, start: string, quote: string, pattern: string) => {
      const url = absoluteUrl(unescaped(pattern), base).replace(/%7B(\w|%20)+%7D/gi, (part) =>
        decodeURIComponent(part),
      );
      return `${start}${quote}${escaped(url)}${quote}`;
    },
  );
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const unescaped = (text: string): string => text.replaceAll('&lt;', '<').replaceAll('&amp;', '&');
