import type { MediaItem, MediaVariant } from '../../../model/media/media-item.ts';
import type { ProtectionFacts } from './protection.ts';

/** What a manifest says of its medium. */
export interface Manifest extends ProtectionFacts {
  readonly delivery: 'hls' | 'dash' | 'smooth';
  readonly variants: readonly MediaVariant[];
  /** Null: unknown, as for an HLS master or a live stream. */
  readonly durationMs: number | null;
  readonly live: MediaItem['live'];
  readonly dvrWindowMs: number | null;
  /** Address of the first segment; null: unknown. */
  readonly firstSegment: string | null;
}
