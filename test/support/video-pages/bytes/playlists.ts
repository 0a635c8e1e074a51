import type { FilmAxes } from '../plan/axes.ts';
import { audioStream, filmSegments, segmentS, segmentsPerRound } from './film-bytes.ts';

/** The renditions of the HLS films, as `demo/media/carriers` has them. */
export const renditions = [
  { name: 'v0', bandwidthBps: 156_200, widthPx: 320, heightPx: 180, codecs: 'avc1.4d4015,mp4a.40.2' },
  { name: 'v1', bandwidthBps: 84_700, widthPx: 192, heightPx: 108, codecs: 'avc1.4d400c,mp4a.40.2' },
] as const;

export interface PlaylistPlan {
  readonly kind: FilmAxes['kind'];
  /** Ends with a slash; empty: beside the playlist. */
  readonly base: string;
  /** Seconds since a live stream began. */
  readonly liveS: number;
}

/** Segments that a live playlist shows, and one that can be rewound. */
const windowSegments = { live: 5, DVR: 60 } as const;

export function masterPlaylist({ kind, base }: PlaylistPlan): string {
  const sound = '#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="sound",NAME="main",DEFAULT=YES,URI=';
  const videos = renditions.map(
    ({ name, bandwidthBps, widthPx, heightPx, codecs }) =>
      `#EXT-X-STREAM-INF:BANDWIDTH=${bandwidthBps},RESOLUTION=${widthPx}x${heightPx},CODECS="${codecs}"${kind === 'split' ? ',AUDIO="sound"' : ''}\n${base}${name}.m3u8`,
  );
  const lines =
    kind === 'audio'
      ? [`#EXT-X-STREAM-INF:BANDWIDTH=34000,CODECS="mp4a.40.2"\n${base}a.m3u8`]
      : [...(kind === 'split' ? [`${sound}"${base}a.m3u8"`] : []), ...videos];
  return ['#EXTM3U', '#EXT-X-VERSION:6', ...lines, ''].join('\n');
}

/** @param name `v0`, `v1`, or `a` for the sound */
export function mediaPlaylist(name: string, { kind, base, liveS }: PlaylistPlan): string {
  const isLive = kind === 'live' || kind === 'DVR';
  const newest = Math.floor(liveS / segmentS);
  const first = isLive ? Math.max(0, newest - windowSegments[kind]) : 0;
  const count = isLive ? newest - first : filmSegments;
  const isFragmented = kind === 'audio' || kind === 'split';
  const stream = name === 'a' ? audioStream : name.slice(1);
  const numbers = Array.from({ length: count }, (_, at) => first + at);
  const segments = numbers.flatMap((number) => [
    // the transport streams are the same three again and again: their times start anew
    ...(!isFragmented && number > 0 && number % segmentsPerRound === 0 ? ['#EXT-X-DISCONTINUITY'] : []),
    `#EXTINF:${segmentS}.000,`,
    `${base}${isFragmented ? `s${stream}-${number}.m4s` : `${name}-${number}.ts`}`,
  ]);
  return [
    '#EXTM3U',
    '#EXT-X-VERSION:6',
    `#EXT-X-TARGETDURATION:${segmentS}`,
    `#EXT-X-MEDIA-SEQUENCE:${first}`,
    ...(isLive
      ? [`#EXT-X-DISCONTINUITY-SEQUENCE:${Math.floor(first / segmentsPerRound)}`]
      : ['#EXT-X-PLAYLIST-TYPE:VOD']),
    ...(kind === 'AES-128' ? [`#EXT-X-KEY:METHOD=AES-128,URI="${base}key",IV=0x${'0'.repeat(31)}7`] : []),
    ...(isFragmented ? [`#EXT-X-MAP:URI="${base}s${stream}-init.mp4"`] : []),
    ...segments,
    ...(isLive ? [] : ['#EXT-X-ENDLIST']),
    '',
  ].join('\n');
}
