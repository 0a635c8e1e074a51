import type { MediaItem } from '../../../model/media/media-item.ts';
import type { Candidate } from './prominence.ts';
import { type PlayState, sureScore } from './watched-page.ts';

/** From these points on, an affordance likely brings the film. */
export const promising = 4;

/**
 * Returns what a person would start though the page has a medium already: the entry that the address names, a start button over something silent that plays, or
 * the page's own player, which waits, where the medium is elsewhere or not even loaded. The best first.
 */
export function betterCandidates(candidates: readonly Candidate[], state: PlayState, top: MediaItem): Candidate[] {
  const places = state.elementsOf(top.url);
  const fresh = candidates.filter(
    ({ kind, tried, placePoints }) => tried === 0 && (placePoints >= 0 || kind === 'named entry'),
  );
  const isIts = ({ frame, medium }: Candidate): boolean =>
    places.some((place) => place.frame === frame && place.number === medium);
  const own = candidates.filter(isIts);
  const isBeside = own.length > 0 && own.every(({ placePoints }) => placePoints < 0);
  const isPlayingBig = state.playingPx >= 200 * 100;
  const tests: readonly ((candidate: Candidate) => boolean)[] = [
    ({ kind }) => kind === 'named entry',
    ({ kind, coversSilent }) => kind === 'play button' && coversSilent,
    // its element is listed, and it is not the prominent one
    (candidate) =>
      candidate.isProminent && !isIts(candidate) && own.length > 0 && !own.some(({ isProminent }) => isProminent),
    // its element plays beside the content, or is smaller than the player that waits
    (candidate) =>
      candidate.isProminent && own.length === 0 && places.length > 0 && areaOf(candidate) > 2 * state.playingPx,
    // it is only named, and a player waits
    (candidate) =>
      candidate.isProminent && places.length === 0 && !isPlayingBig && !top.reasons.includes('seen on the network'),
    // it is beside the content, and something in the content promises a film
    ({ points, kind }) => isBeside && points >= promising && kind !== 'skip the ad',
    // it was never loaded, and a click may show what the page plays
    (candidate) =>
      candidate.points >= promising &&
      !isPlayingBig &&
      !top.reasons.includes('seen on the network') &&
      (top.score < sureScore || places.length === 0) &&
      !isIts(candidate),
    // its own element has not asked for it: what it sends, cookies among it, is seen only when it plays
    (candidate) => candidate.kind === 'medium' && isIts(candidate) && !top.reasons.includes('seen on the network'),
  ];
  return [...new Set(tests.flatMap((test) => fresh.filter(test)))];
}

const areaOf = ({ box }: Candidate): number => (box === null ? 0 : box.width * box.height);
