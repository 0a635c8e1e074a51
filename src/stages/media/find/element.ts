import type { DefaultTreeAdapterTypes } from 'parse5';
import type { Evidence, Sighting } from '../../../model/media/media-sighting.ts';
import { ownTitle } from './media-names.ts';
import { kindOfUrl, mediaAddress } from './media-url.ts';
import { sighting } from './sighting.ts';

export type MarkupElement = DefaultTreeAdapterTypes.Element;

/** What the ancestors of an element say about it. */
export interface MarkupContext {
  /** Base address: the page's, or the frame's. */
  readonly base: string;
  /** Type of the nearest microdata item. */
  readonly itemType: string;
  readonly isInLink: boolean;
  readonly isInAd: boolean;
  /** In a menu, a sidebar or a box of other pages. */
  readonly isBeside: boolean;
  /** The picture that a box around a player names for it; null: none. */
  readonly poster: string | null;
}

/** Widths, px: from `bigPx` on, an element is likely the main medium; below `smallPx` it is likely not. */
const bigPx = 400;
const smallPx = 200;

export const attribute = (element: MarkupElement, name: string): string | null =>
  element.attrs.find((attr) => attr.name === name)?.value ?? null;

const posterNames = ['poster', 'data-poster', 'data-lazy-poster', 'data-video-poster', 'data-poster-url'];
/** JSON for a player: video.js, Plyr and others. */
const settingNames = ['data-setup', 'data-plyr-config', 'data-config', 'data-options', 'data-settings'];
const settingsPoster = /["']?\bposter["']?\s*:\s*["']([^"']+)["']/;

/** The picture of an element's medium, as the element or a box around it names it; null: none. */
export function posterOf(element: MarkupElement, { base, poster }: MarkupContext): string | null {
  for (const { name, value } of element.attrs) {
    const isSetting = settingNames.includes(name);
    if (!isSetting && !posterNames.includes(name)) continue;
    const url = mediaAddress((isSetting ? settingsPoster.exec(value)?.[1] : value) ?? '', base);
    if (url !== null) return url;
  }
  return poster;
}

export function contextEvidence(context: MarkupContext): Evidence[] {
  const evidence: Evidence[] = [];
  if (context.isInAd) evidence.push('ad');
  if (context.isInLink) evidence.push('inside a link');
  if (context.isBeside) evidence.push('beside the content');
  return evidence;
}

/**
 * Reads a <video>, an <audio> or a player library's tag: its own address (lazy ones too) and those of its <source>s are forms of one medium.
 * @param medium name of the medium, unique on the page
 * @returns `isPlayer`: whether it is something to watch or hear, with or without an address; silent loops and elements in links are not
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
  const poster = posterOf(element, context);
  const title = ownTitle(attribute(element, 'title')) ?? ownTitle(attribute(element, 'aria-label'));
  const sightings = readSources(element, context.base).map(({ url, type }, index) =>
    playableSighting(url, type, index === 0 ? ['current source', ...evidence] : evidence, { poster, title, medium }),
  );
  return { sightings: sightings.filter((seen) => seen !== null), isPlayer: !isLoop && !context.isInLink };
}

function playableSighting(
  url: string,
  type: string | null,
  evidence: Evidence[],
  more: Partial<Sighting>,
): Sighting | null {
  const kind = kindOfUrl(url, type) ?? 'progressive'; // a media element names only media, whatever the address looks like
  const isStream = /\.(ts|m2ts)$/i.test(new URL(url).pathname); // a player gets it as a whole: it is a film
  if (kind === 'segment' && !isStream) return null;
  return sighting(url, kind === 'segment' ? 'progressive' : kind, evidence, { ...more, mimeType: type });
}

function readSources(element: MarkupElement, base: string): { url: string; type: string | null }[] {
  const nested = element.childNodes.filter(
    (node): node is MarkupElement => 'tagName' in node && node.tagName === 'source',
  );
  return [element, ...nested].flatMap((source) => {
    const raw = attribute(source, 'src') || attribute(source, 'data-src') || attribute(source, 'data-lazy-src') || '';
    const url = mediaAddress(raw, base);
    return url === null ? [] : [{ url, type: attribute(source, 'type') }];
  });
}

/** Silent loops decorate headers and hover cards. */
function isSilentLoop(element: MarkupElement): boolean {
  const has = (name: string) => attribute(element, name) !== null;
  return element.tagName !== 'audio' && has('muted') && has('loop') && !has('controls');
}

function sizeEvidence(element: MarkupElement): Evidence[] {
  const widthPx = Number.parseInt(attribute(element, 'width') ?? '', 10);
  if (Number.isNaN(widthPx) || attribute(element, 'width')?.endsWith('%')) return [];
  return evidenceOfWidth(widthPx);
}

/** @param widthPx the rendered or declared width */
export const evidenceOfWidth = (widthPx: number): Evidence[] =>
  widthPx >= bigPx ? ['big element'] : widthPx < smallPx ? ['small element'] : [];
