import type { Evidence, Sighting } from '../../../model/media/media-sighting.ts';
import { readEntries } from './entries.ts';
import { kindOfUrl, mediaAddress, mediaExtension, mediaUrlKey } from './media-url.ts';
import { sighting } from './sighting.ts';

const extensions = /\.(?:m3u8|mpd|mp4|m4v|webm|mov|flv|ogv|mp3|m4a)(?=[?#"'`\\&])/gi;
/** Longer strings are data, not addresses. */
const maxAddress = 2_000;
/** Calls that set up a player: it loads media even if the script names no address. */
const playerCall =
  /\b(jwplayer|videojs|flowplayer|flvjs\.createPlayer|mpegts\.createPlayer|dashjs\.MediaPlayer|bitmovin\.player)\s*\(|\bnew\s+(?:window\.)?(Hls|DPlayer|Artplayer|Plyr|Player|xgplayer|HlsPlayer|Aliplayer|TCPlayer|Clappr\.Player|shaka\.Player|MediaSource)\s*\(/;
const adKey = /\b(ads?|adverts?|adUrl|adTagUrl|preroll|midroll|vast\w*)\\?["']?\s*[:=(]\s*\\?["'`]$/i;
const previewKey = /\b(preview|hover|thumb|thumbnail|sprite)\w*\\?["']?\s*[:=(]\s*\\?["'`]$/i;

/** Scripts that create a media element. */
const makesElement =
  /createElement\(\s*['"`](video|audio)['"`]|<(video|audio)\b|new\s+Audio\s*\(|\bplay_?url\b\s*[:=]/i;

export const callsPlayer = (script: string): boolean => playerCall.test(script) || makesElement.test(script);

/**
 * Finds quoted media addresses in a script, JSON or an attribute. The search goes from the extension outwards, as quotes can't be paired without parsing. A
 * string that is concatenated with another one is ignored.
 * @param base the page's address
 */
export function readScript(script: string, base: string): Sighting[] {
  const sightings: Sighting[] = [];
  const entries = readEntries(script, base);
  let end = 0;
  for (const { index } of script.matchAll(extensions)) {
    if (index < end) continue; // a second extension in one address
    const span = quotedAround(script, index);
    if (span === null) continue;
    end = span.to;
    const text = script.slice(span.from, span.to);
    const url = mediaExtension.test(text) && !isPartOfSum(script, span) ? mediaAddress(text, base) : null;
    const kind = url === null ? null : kindOfUrl(url, null);
    if (url === null || kind === null || kind === 'segment') continue;
    sightings.push(
      sighting(url, kind, ['in script text', ...evidenceOfKey(script.slice(Math.max(0, span.from - 60), span.from))], {
        entry: entries.get(mediaUrlKey(url)) ?? null,
      }),
    );
  }
  return sightings;
}

interface Span {
  readonly from: number;
  readonly to: number;
}

/** Returns the span between the quotes around an index, escaped quotes (JSON in a string) included; null if a space or a bracket comes first. */
function quotedAround(script: string, index: number): Span | null {
  const isEnd = (at: number): boolean => /["'`\s<>]/.test(script.charAt(at));
  let from = index;
  while (from > 0 && index - from < maxAddress && !isEnd(from - 1)) from--;
  let to = index;
  while (to < script.length && to - index < maxAddress && !isEnd(to)) to++;
  const [before, after] = [script.charAt(from - 1), script.charAt(to)];
  if (!/["'`]/.test(before) || before !== after) return null;
  return { from, to: script.charAt(to - 1) === '\\' ? to - 1 : to };
}

function isPartOfSum(script: string, { from, to }: Span): boolean {
  const before = script
    .slice(Math.max(0, from - 20), from)
    .replace(/\\?["'`]$/, '')
    .trimEnd();
  const after = script
    .slice(to, to + 20)
    .replace(/^\\?["'`]/, '')
    .trimStart();
  return before.endsWith('+') || after.startsWith('+');
}

/** Evidence from the key before the string: `previewUrl: '…'`. */
function evidenceOfKey(before: string): Evidence[] {
  if (adKey.test(before)) return ['ad'];
  return previewKey.test(before) ? ['preview name'] : [];
}
