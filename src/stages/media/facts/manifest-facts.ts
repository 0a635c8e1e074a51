import type { MediaItem, MediaVariant } from '../../../model/media/media-item.ts';
import type { ProtectionFacts } from './protection.ts';

/** What a manifest says of its medium. */
export interface Manifest extends ProtectionFacts {
  readonly delivery: 'hls' | 'dash' | 'smooth';
  readonly variants: readonly MediaVariant[];
  /** Null where the manifest does not tell: an HLS master, a live stream. */
  readonly durationMs: number | null;
  readonly live: MediaItem['live'];
  readonly dvrWindowMs: number | null;
  /** The first piece: its beginning tells what the pieces are. Null: not known here. */
  readonly firstSegment: string | null;
}
