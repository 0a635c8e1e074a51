import type { Evidence, Sighting } from '../../../model/media/media-sighting.ts';
import type { Exchange } from '../../../model/web/exchange.ts';
import { evidenceOfWidth } from '../find/element.ts';
import { ownTitle } from '../find/media-names.ts';
import { kindOfUrl, mediaAddress } from '../find/media-url.ts';
import { sighting } from '../find/sighting.ts';
import type { MediaElementState } from '../in-page/frame-state.ts';

/** The medium that an element has as its source; empty where that is no address. */
export function elementSightings(element: MediaElementState, base: string): Sighting[] {
  const url = mediaAddress(element.url, base);
  if (url === null) return [];
  const kind = kindOfUrl(url, null) ?? 'progressive'; // a media element loads only media, whatever the address looks like
  if (kind === 'segment') return [];
  const evidence: Evidence[] = ['current source', ...elementSizeEvidence(element)];
  if (element.isSilentLoop) evidence.push('silent loop without controls');
  if (element.isInLink) evidence.push('inside a link');
  if (element.isInAd) evidence.push('ad');
  if (element.place.isBeside) evidence.push('beside the content');
  if (element.place.isTrailer) evidence.push('under a trailer heading');
  if (element.place.isCalledTrailer) evidence.push('called a trailer');
  if (element.place.isPreview) evidence.push('called a preview');
  if (isSoundOfControls(element)) evidence.push('a short sound');
  return [
    sighting(url, kind, evidence, {
      durationMs: elementDurationMs(element),
      isLive: element.durationMs === -1,
      poster: mediaAddress(element.poster, base),
      title: ownTitle(element.title),
      captions: element.captions.map(({ url: track, language, label }) => ({
        url: track,
        kind: 'subtitles',
        language: language === '' ? null : language,
        label: label === '' ? null : label,
      })),
    }),
  ];
}

/** A click or a chime, of an element that is not in the document. */
const isSoundOfControls = ({ isAudio, isShown, durationMs }: MediaElementState): boolean =>
  isAudio && !isShown && durationMs !== null && durationMs > 0 && durationMs < 1_500;

export const isContentPlaying = ({ isSilentLoop, isInLink, isInAd, place, positionMs }: MediaElementState): boolean =>
  !isSilentLoop && !isInLink && !isInAd && !place.isBeside && !place.isTrailer && positionMs > 0;

export const areaOf = ({ widthPx, heightPx }: MediaElementState): number => widthPx * heightPx;

export const elementDurationMs = ({ durationMs }: MediaElementState): number | null =>
  durationMs === -1 ? null : durationMs;

/** A silent loop in a box that is named like an advertisement only decorates; with a text or a "skip" it is one that waits. */
export const isAdElement = ({ isInAd, isCalledAd, isSilentLoop }: MediaElementState): boolean =>
  isCalledAd || (isInAd && !isSilentLoop);

/** Evidence from the size; none for hidden elements and audio. */
export function elementSizeEvidence({ widthPx, isShown, isAudio }: MediaElementState): Evidence[] {
  return isShown && !isAudio ? evidenceOfWidth(widthPx) : [];
}

/** Smaller blobs may have the size of any other file. */
const minBlobBytes = 20_000;

/** An element that plays a blob of unknown origin, with the address of the file of the same size that the page has requested, where that is a medium. */
export function withFileOf(element: MediaElementState, exchanges: readonly Exchange[]): MediaElementState {
  const { blobBytes } = element;
  if (blobBytes === null || blobBytes < minBlobBytes) return element;
  const file = exchanges.findLast(
    ({ url, sizeBytes, mimeType }) =>
      sizeBytes === blobBytes && /^https?:/.test(url) && kindOfUrl(url, mimeType) === 'progressive',
  );
  return file === undefined ? element : { ...element, url: file.url };
}
