import type { DefaultTreeAdapterTypes } from 'parse5';
import type { Evidence, Sighting } from '../../../model/media/media-sighting.ts';
import { kindOfUrl, mediaAddress } from './media-url.ts';
import { sighting } from './sighting.ts';

export type MarkupElement = DefaultTreeAdapterTypes.Element;

/** Where an element stands. */
export interface MarkupContext {
  /** Address against which relative ones are resolved: the page's, or its frame's. */
  readonly base: string;
  /** Of the nearest microdata item. */
  readonly itemType: string;
  readonly isInLink: boolean;
  readonly isInAd: boolean;
}

/** Widths from which an element is the page's main thing, or too small to be (px). */
const bigPx = 400;
const smallPx = 200;

export const attribute = (element: MarkupElement, name: string): string | null =>
  element.attrs.find((one) => one.name === name)?.value ?? null;

export function contextEvidence(context: MarkupContext): Evidence[] {
  return [...(context.isInAd ? (['ad'] as const) : []), ...(context.isInLink ? (['inside a link'] as const) : [])];
}

/**
 * A <video>, <audio> or a player library's own tag for one: its own address (also the lazy one) and those of its <source>s, all forms of one medium.
 * @param medium name of the medium, unique on the page
 * @returns `isPlayer`: something to watch or hear, no silent loop, in no link, whether it has an address yet or not
 */
export function readPlayerElement(
  element: MarkupElement,
  context: MarkupContext,
  medium: string,
): { sightings: Sighting[]; isPlayer: boolean } {
  const isLoop = isSilentLoop(element);
  const evidence: Evidence[] = [
    'in the markup',
    ...sizeEvidence(element),
    ...(isLoop ? (['silent loop without controls'] as const) : []),
    ...contextEvidence(context),
  ];
  const poster = mediaAddress(attribute(element, 'poster') ?? '', context.base);
  const title = attribute(element, 'title') ?? attribute(element, 'aria-label');
  const sightings = readSources(element, context.base).map(({ url, type }, index) =>
    playableSighting(url, type, index === 0 ? ['current source', ...evidence] : evidence, { poster, title, medium }),
  );
  return { sightings: sightings.filter((one) => one !== null), isPlayer: !isLoop && !context.isInLink };
}

function playableSighting(
  url: string,
  type: string | null,
  evidence: Evidence[],
  more: Partial<Sighting>,
): Sighting | null {
  const kind = kindOfUrl(url, type) ?? 'progressive'; // what a media element names is media, whatever its address looks like
  return kind === 'segment' ? null : sighting(url, kind, evidence, { ...more, mimeType: type });
}

function readSources(element: MarkupElement, base: string): { url: string; type: string | null }[] {
  const nested = element.childNodes.filter(
    (node): node is MarkupElement => 'tagName' in node && node.tagName === 'source',
  );
  return [element, ...nested].flatMap((one) => {
    const raw = attribute(one, 'src') || attribute(one, 'data-src') || attribute(one, 'data-lazy-src') || '';
    const url = mediaAddress(raw, base);
    return url === null ? [] : [{ url, type: attribute(one, 'type') }];
  });
}

/** The moving wallpaper of headers and hover cards. */
function isSilentLoop(element: MarkupElement): boolean {
  const has = (name: string) => attribute(element, name) !== null;
  return element.tagName !== 'audio' && has('muted') && has('loop') && !has('controls');
}

function sizeEvidence(element: MarkupElement): Evidence[] {
  const widthPx = Number.parseInt(attribute(element, 'width') ?? '', 10);
  if (Number.isNaN(widthPx) || attribute(element, 'width')?.endsWith('%')) return [];
  return evidenceOfWidth(widthPx);
}

/** @param widthPx as it is shown */
export const evidenceOfWidth = (widthPx: number): Evidence[] =>
  widthPx >= bigPx ? ['big element'] : widthPx < smallPx ? ['small element'] : [];
