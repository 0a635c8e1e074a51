import type { MediaItem } from '../../model/media-item.ts';

/** A manifest that stands by itself: its addresses are absolute, so that it can be read from anywhere. */
export function manifestText({ delivery, inlineManifest, inlineManifestBase, url }: MediaItem): string {
  const text = inlineManifest ?? '';
  const base = inlineManifestBase ?? url;
  if (!/^https?:/.test(base)) return text;
  return delivery === 'hls' ? absolutePlaylist(text, base) : absoluteMpd(text, base);
}

export const manifestExtension = ({ delivery }: MediaItem): string =>
  delivery === 'hls' ? 'm3u8' : delivery === 'dash' ? 'mpd' : 'ism';

const absolute = (address: string, base: string): string =>
  URL.canParse(address, base) ? new URL(address, base).href : address;

function absolutePlaylist(text: string, base: string): string {
  return text
    .split(/\r?\n/)
    .map((line) => {
      if (line.startsWith('#'))
        return line.replace(/\bURI="([^"]*)"/g, (_, uri: string) => `URI="${absolute(uri, base)}"`);
      return line.trim() === '' ? line : absolute(line.trim(), base);
    })
    .join('\n');
}

/** ISO 23009-1: a BaseURL of the MPD is what all others are relative to; without one, the MPD's own address is. */
function absoluteMpd(text: string, base: string): string {
  const period = text.search(/<(\w+:)?Period\b/);
  const head = period < 0 ? text : text.slice(0, period);
  const own = /(<(?:\w+:)?BaseURL\b[^>]*>)\s*([^<]*?)\s*(<)/.exec(head);
  if (own !== null) {
    const [whole, open = '', address = '', close = ''] = own;
    return text.replace(whole, () => `${open}${escaped(absolute(unescaped(address), base))}${close}`);
  }
  return text.replace(
    /<((?:\w+:)?)MPD\b[^>]*>/,
    (start, prefix: string) => `${start}<${prefix}BaseURL>${escaped(new URL('.', base).href)}</${prefix}BaseURL>`,
  );
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const unescaped = (text: string): string => text.replaceAll('&lt;', '<').replaceAll('&amp;', '&');
