import type { MediaItem } from '../../../model/media/media-item.ts';
import type { Evidence } from '../../../model/media/media-sighting.ts';
import type { PlayState } from './watched-page.ts';

/** From this score on, a medium is likely the page's. */
export const likelyScore = 15;

export const needsHelp = (top: MediaItem | null): boolean =>
  top === null || top.score < likelyScore || !hasStrongEvidence(top) || isLastResort(top);

/** What surrounds another page's film is the page's own only once nothing else is left to try. */
export const isLastResort = ({ reasons }: MediaItem): boolean =>
  reasons.includes('beside the content') && !reasons.includes('named by the address');

/** Whether the medium was requested while the page's content plays, and is no clip before it. */
export const isComplete = (state: PlayState, { url, reasons }: MediaItem): boolean =>
  state.isPlaying && !state.isAdOn && reasons.includes('seen on the network') && !state.clip(url).mayBeInterlude;

/** An address in a script may be incomplete, or belong to another page: other evidence must support it. */
export const hasStrongEvidence = ({ reasons }: MediaItem): boolean =>
  reasons.some((reason) => strongEvidence.has(reason));
const strongEvidence: ReadonlySet<string> = new Set<Evidence>([
  'seen on the network',
  'current source',
  'in the markup',
  'JSON-LD or Open Graph',
]);
