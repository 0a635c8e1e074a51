import { kindOfUrl, mediaAddress, mediaExtension } from './media-url.ts';
import type { Evidence } from './ranking.ts';
import { type Sighting, sighting } from './sighting.ts';

const quoted = /(["'`])((?:(?!\1)[^\s\\<>]|\\\/|\\u[0-9a-fA-F]{4}){4,2000}?)\1/g;
/** Calls that set a player up: media come, though no address may stand in the text. */
const playerCall =
  /\b(jwplayer|videojs|flowplayer|flvjs\.createPlayer|mpegts\.createPlayer|dashjs\.MediaPlayer|bitmovin\.player)\s*\(|\bnew\s+(?:window\.)?(Hls|DPlayer|Artplayer|Plyr|Player|xgplayer|HlsPlayer|Aliplayer|TCPlayer|Clappr\.Player|shaka\.Player|MediaSource)\s*\(/;
const adKey = /\b(ads?|adverts?|adUrl|adTagUrl|preroll|midroll|vast\w*)["']?\s*[:=(]\s*$/i;
const previewKey = /\b(preview|hover|thumb|thumbnail|sprite)\w*["']?\s*[:=(]\s*$/i;

export const callsPlayer = (script: string): boolean => playerCall.test(script);

/**
 * Media addresses in quotes in a script, JSON or an attribute. A string that is added to another is no address of its own.
 * @param base the page's address
 */
export function readScript(script: string, base: string): Sighting[] {
  if (!/\.(m3u8|mpd|mp4|m4v|webm|mov|flv|ogv|mp3|m4a)/i.test(script)) return [];
  const found: Sighting[] = [];
  for (const match of script.matchAll(quoted)) {
    const text = match[2] ?? '';
    if (!mediaExtension.test(text) || isPartOfSum(script, match.index, match[0].length)) continue;
    const url = mediaAddress(text, base);
    const kind = url === null ? null : kindOfUrl(url, null);
    if (url === null || kind === null || kind === 'segment') continue;
    found.push(sighting(url, kind, ['in script text', ...evidenceOfKey(script.slice(0, match.index).slice(-60))]));
  }
  return found;
}

function isPartOfSum(script: string, start: number, length: number): boolean {
  const before = script.slice(Math.max(0, start - 20), start).trimEnd();
  const after = script.slice(start + length, start + length + 20).trimStart();
  return before.endsWith('+') || after.startsWith('+');
}

/** What the name before the colon or equals sign says: `previewUrl: '…'`. */
function evidenceOfKey(before: string): Evidence[] {
  if (adKey.test(before)) return ['ad'];
  return previewKey.test(before) ? ['preview name'] : [];
}
