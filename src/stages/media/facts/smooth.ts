import { XMLParser } from 'fast-xml-parser';
import type { MediaVariant } from '../../../model/media/media-item.ts';
import { type Manifest, systemsIn } from './protection.ts';

interface Level {
  readonly '@Bitrate'?: string;
  readonly '@MaxWidth'?: string;
  readonly '@MaxHeight'?: string;
  readonly '@FourCC'?: string;
}

interface StreamIndex {
  readonly '@Type'?: string;
  readonly '@Language'?: string;
  readonly QualityLevel?: readonly Level[];
}

interface SmoothMedia {
  readonly '@Duration'?: string;
  readonly '@TimeScale'?: string;
  readonly '@IsLive'?: string;
  readonly '@DVRWindowLength'?: string;
  readonly StreamIndex?: readonly StreamIndex[];
}

const kinds: Readonly<Record<string, MediaVariant['kind']>> = { video: 'video', audio: 'audio', text: 'subtitles' };

/** Reads a Smooth Streaming manifest (MS-SSTR 2.2.2). @throws Error if it is not one */
export function parseSmooth(text: string, url: string): Manifest {
  const parser = new XMLParser({
    ignoreAttributes: false,
    attributeNamePrefix: '@',
    isArray: (name) => name === 'StreamIndex' || name === 'QualityLevel',
    processEntities: false,
  });
  const { SmoothStreamingMedia: media } = parser.parse(text) as { readonly SmoothStreamingMedia?: SmoothMedia };
  if (media === undefined) throw new Error('no manifest: it has no SmoothStreamingMedia');
  const ticks = Number(media['@TimeScale'] ?? 10_000_000);
  const ms = (length: string | undefined): number | null => Math.round((Number(length ?? 0) / ticks) * 1_000) || null;
  const isLive = /^true$/i.test(media['@IsLive'] ?? '');
  const isProtected = /<Protection\b/.test(text);
  return {
    delivery: 'smooth',
    variants: (media.StreamIndex ?? []).flatMap((stream) => variantsOf(stream, url)),
    durationMs: isLive ? null : ms(media['@Duration']),
    live: isLive ? 'live' : 'vod',
    dvrWindowMs: isLive ? ms(media['@DVRWindowLength']) : null,
    firstSegment: null,
    protection: isProtected ? 'cenc' : 'none',
    drmSystems: isProtected ? systemsIn(text) : [],
  };
}

/** A level has no address: it gets that of the manifest. */
function variantsOf(stream: StreamIndex, url: string): MediaVariant[] {
  const kind = kinds[(stream['@Type'] ?? '').toLowerCase()];
  if (kind === undefined) return [];
  return (stream.QualityLevel ?? []).map((level) => ({
    url,
    kind,
    bandwidthBps: numberOf(level['@Bitrate']),
    widthPx: numberOf(level['@MaxWidth']),
    heightPx: numberOf(level['@MaxHeight']),
    frameRate: null,
    codecs: level['@FourCC'] ?? null,
    language: stream['@Language'] ?? null,
  }));
}

const numberOf = (text: string | undefined): number | null => (Number(text ?? 0) > 0 ? Number(text) : null);
