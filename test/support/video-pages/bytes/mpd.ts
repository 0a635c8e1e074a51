import type { FilmAxes } from '../plan/axes.ts';
import { audioStream, filmSegments, segmentS } from './film-bytes.ts';

export interface MpdPlan {
  readonly kind: FilmAxes['kind'] | 'DRM';
  /** Address of the segments' folder; empty: beside the manifest. */
  readonly base: string;
  /** When a live stream began, ISO 8601. */
  readonly liveSince: string;
}

export const clearKey = { id: '0123456789abcdef0123456789abcdef', key: '00112233445566778899aabbccddeeff' } as const;

const rewindS = { live: 12, DVR: 120 } as const;
const widevine = 'edef8ba9-79d6-4ace-a3c8-27dcd51d21ed';
const clearKeySystem = 'e2719d58-a985-b3c9-781a-b030af78d30e';

const uuid = (hex: string): string => hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');

const protectionBy = (system: string): string =>
  `<ContentProtection schemeIdUri="urn:mpeg:dash:mp4protection:2011" value="cenc" xmlns:cenc="urn:mpeg:cenc:2013" cenc:default_KID="${uuid(clearKey.id)}"/><ContentProtection schemeIdUri="urn:uuid:${system}"/>`;

/** The manifest of a DASH film: pictures in two sizes, and sound. */
export function mpd({ kind, base, liveSince }: MpdPlan): string {
  const template = (isLocked: boolean): string =>
    `<SegmentTemplate timescale="1" duration="${segmentS}" startNumber="0" initialization="${isLocked ? 'e' : 's'}$RepresentationID$-init.mp4" media="${isLocked ? 'e' : 's'}$RepresentationID$-$Number$.m4s"/>`;
  const isLive = kind === 'live' || kind === 'DVR';
  const attributes = isLive
    ? `type="dynamic" availabilityStartTime="${liveSince}" minimumUpdatePeriod="PT4S" suggestedPresentationDelay="PT4S" timeShiftBufferDepth="PT${rewindS[kind]}S"`
    : `type="static" mediaPresentationDuration="PT${filmSegments * segmentS}S"`;
  const video = `<AdaptationSet contentType="video" mimeType="video/mp4" segmentAlignment="true" startWithSAP="1">${kind === 'DRM' ? protectionBy(widevine) : ''}${template(false)}
<Representation id="0" codecs="avc1.4d4015" bandwidth="110000" width="320" height="180" frameRate="25"/>
<Representation id="1" codecs="avc1.4d400c" bandwidth="45000" width="192" height="108" frameRate="25"/></AdaptationSet>`;
  const sound = `<AdaptationSet contentType="audio" mimeType="audio/mp4" lang="en" segmentAlignment="true" startWithSAP="1">${kind === 'ClearKey' ? protectionBy(clearKeySystem) : kind === 'DRM' ? protectionBy(widevine) : ''}${template(kind === 'ClearKey')}
<Representation id="${audioStream}" codecs="mp4a.40.2" bandwidth="32000" audioSamplingRate="44100"/></AdaptationSet>`;
  return `<?xml version="1.0" encoding="utf-8"?>
<MPD xmlns="urn:mpeg:dash:schema:mpd:2011" profiles="urn:mpeg:dash:profile:isoff-live:2011" ${attributes} minBufferTime="PT2S">
${base === '' ? '' : `<BaseURL>${base}</BaseURL>`}<Period id="0" start="PT0S">
${kind === 'audio' ? '' : video}
${sound}
</Period></MPD>
`;
}
