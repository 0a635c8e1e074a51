import type { MediaItem } from '../../model/media/media-item.ts';
import type { Downloader } from './commands.ts';

/** What a tool reads from stdin for a manifest without an address. */
export interface ManifestInput {
  readonly text: string;
  /** Of a file with this text. */
  readonly extension: string;
}

const mimeTypes = {
  hls: 'application/vnd.apple.mpegurl',
  dash: 'application/dash+xml',
  smooth: 'application/vnd.ms-sstr+xml',
} as const;

/**
 * ffmpeg reads the manifest itself. yt-dlp reads a list of addresses, in which the manifest is a data: address: as a file it would need --enable-file-urls, and
 * then a playlist that this one names could copy files of this machine into the output.
 */
export function manifestInput(item: MediaItem, tool: Downloader): ManifestInput {
  const { delivery } = item;
  const kind = delivery === 'dash' || delivery === 'smooth' ? delivery : 'hls';
  const text = manifestText(item);
  if (tool === 'ffmpeg') return { text, extension: { hls: 'm3u8', dash: 'mpd', smooth: 'ism' }[kind] };
  const data = Buffer.from(text).toString('base64');
  return { text: `data:${mimeTypes[kind]};base64,${data}\n`, extension: 'url.txt' };
}

/** Returns the text of a manifest with absolute addresses, so that a tool can read it from stdin or a file. */
export function manifestText({ delivery, inlineManifest, inlineManifestBase, url }: MediaItem): string {
  const text = inlineManifest ?? '';
  const base = inlineManifestBase ?? url;
  if (delivery === 'hls') return withAbsoluteUris(text, base);
  return delivery === 'dash' ? withAbsoluteBase(text, base) : withAbsoluteFragments(text, base);
}

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
  if (!/^https?:/.test(base)) return text;
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
