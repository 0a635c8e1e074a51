import type { Evidence, Sighting } from '../../../model/media/media-sighting.ts';
import { attribute, type Element, type Place, placeEvidence, readPlayerElement } from './element.ts';
import { isKnownEmbed } from './embeds.ts';
import { childrenOf, type Node, parseMarkup } from './markup-tree.ts';
import { kindOfUrl, mediaAddress, mediaExtension } from './media-url.ts';
import { callsPlayer, readScript } from './script-text.ts';
import { sighting } from './sighting.ts';
import { readDeclared, readJsonLd } from './structured.ts';

/** What a page's markup says of media. */
export interface MarkupFacts {
  readonly sightings: Sighting[];
  /** <video>/<audio> that are no silent loops and in no link, with an address or without. */
  playerElements: number;
  hasMediaObject: boolean;
  /** A script makes media elements, or sets a player up. */
  hasPlayerCall: boolean;
  /** A script file of a player that is known. */
  hasPlayerLibrary: boolean;
  /** <x-player>, <video-js>, <amp-video>. */
  hasPlayerTag: boolean;
  /** Buttons that say that they play, in no link. */
  playButtons: number;
  /** A frame of a host that is not known, but is made for watching: what plays there only the browser can tell. */
  hasPlayerFrame: boolean;
  isDeclaredVideo: boolean;
  /** og:title, else <title>; '' without. */
  title: string;
}

const adBox = /(^|[\s_-])(ads?|advert(isement)?|preroll|sponsor(ed)?)([\s_-]|$)/i;
const playerPath = /[/_.-](embed|player|video|watch|iframe)/i;
const declaredVideo = /^(og:video(:(url|secure_url))?|og:audio(:(url|secure_url))?|twitter:player:stream)$/i;

const playerTag = /^(?!x-frame).*-(player|video|audio)$|^(video|player|media|amp-video|lite)-/;
const playerLibrary =
  /\b(hls|dash(\.all)?|video|plyr|jwplayer|flowplayer|shaka-player|mediaelement[-\w]*|clappr|dplayer|artplayer|xgplayer|nplayer|ckplayer|flv|mpegts|tcplayer|aliplayer|bitmovinplayer|kaltura\w*|brightcove\w*|theoplayer|fluidplayer|mp4box|wavesurfer|howler)([-.@/]?[\w.@-]*)?\.js\b/i;
const playWords = /(^|[^a-z])play([^a-z]|$)|play[-_]?(btn|button|icon|overlay|video)|播放|再生|재생/i;
const notPlayWords = /playlist|playback|display|autoplay|gameplay|role-play/i;

function isPlayButton(element: Element): boolean {
  const isButton = /^(button|div|span|i|svg|img|a)$/.test(element.tagName);
  if (!isButton || attribute(element, 'href')?.match(/^(https?:|\/)/)) return false;
  const names = ['aria-label', 'title', 'class', 'id'].map((name) => attribute(element, name) ?? '').join(' ');
  return playWords.test(names) && !notPlayWords.test(names);
}

/** One walk over the page, frames and shadow roots included; an explicit stack, as hostile pages nest deeper than ours may. */
export function readMarkup(html: string, pageUrl: string): MarkupFacts {
  const facts: MarkupFacts = {
    sightings: [],
    playerElements: 0,
    hasMediaObject: false,
    hasPlayerCall: false,
    hasPlayerLibrary: false,
    hasPlayerTag: false,
    playButtons: 0,
    hasPlayerFrame: false,
    isDeclaredVideo: false,
    title: '',
  };
  const place = { base: pageUrl, itemType: '', isInLink: false, isInAd: false };
  const rows: Row[] = [{ nodes: [parseMarkup(html)], at: 0, place }];
  for (let row = rows.at(-1); row !== undefined; row = rows.at(-1)) {
    const node = row.nodes[row.at++];
    if (node === undefined) rows.pop();
    else
      rows.push({
        nodes: childrenOf(node),
        at: 0,
        place: 'tagName' in node ? enter(node, row.place, facts) : row.place,
      });
  }
  return facts;
}

/** Siblings, and the next one to read. */
interface Row {
  readonly nodes: readonly Node[];
  at: number;
  readonly place: Place;
}

/** Reads one element; @returns the place of its children */
function enter(element: Element, place: Place, facts: MarkupFacts): Place {
  readers[element.tagName]?.(element, place, facts);
  readAttributes(element, place, facts);
  facts.hasPlayerTag ||= playerTag.test(element.tagName);
  if (!place.isInLink && !place.isInAd && isPlayButton(element)) facts.playButtons++;
  const label = `${attribute(element, 'class') ?? ''} ${attribute(element, 'id') ?? ''}`;
  // the serialised document of a same-origin frame stands in an <x-frame> behind it
  const frame = element.tagName === 'x-frame' ? mediaAddress(attribute(element, 'data-src') ?? '', place.base) : null;
  return {
    itemType: attribute(element, 'itemtype') ?? place.itemType,
    base: frame ?? place.base,
    isInLink: place.isInLink || (element.tagName === 'a' && attribute(element, 'href') !== null),
    isInAd: place.isInAd || adBox.test(label),
  };
}

const readers: Readonly<Record<string, (element: Element, place: Place, facts: MarkupFacts) => void>> = {
  video: readPlayer,
  audio: readPlayer,
  'video-js': readPlayer,
  a: (element, place, facts) => addFile(attribute(element, 'href'), place, ['linked file'], facts),
  embed: readObject,
  object: readObject,
  iframe: readFrame,
  script: readScriptElement,
  title: (element, _place, facts) => {
    facts.title ||= textOf(element).trim();
  },
  meta: readMeta,
};

function readPlayer(element: Element, place: Place, facts: MarkupFacts): void {
  const { sightings, isPlayer } = readPlayerElement(element, place, `element ${facts.sightings.length}`);
  facts.sightings.push(...sightings);
  if (isPlayer) facts.playerElements++;
}

function readObject(element: Element, place: Place, facts: MarkupFacts): void {
  const source = attribute(element, 'src') ?? attribute(element, 'data');
  addFile(source, place, ['in the markup'], facts, attribute(element, 'type'));
  readFrame(element, place, facts);
}

function readFrame(element: Element, place: Place, facts: MarkupFacts): void {
  const source = attribute(element, 'src') ?? attribute(element, 'data-src') ?? attribute(element, 'data');
  const url = mediaAddress(source ?? '', place.base);
  if (url === null) return;
  const isWide = attribute(element, 'allowfullscreen') !== null || /fullscreen/.test(attribute(element, 'allow') ?? '');
  facts.hasPlayerFrame ||= isWide && !place.isInAd && playerPath.test(url);
  if (!isKnownEmbed(url)) return;
  facts.sightings.push(
    sighting(url, 'embed', ['in the markup', ...placeEvidence(place)], { title: attribute(element, 'title') }),
  );
}

function readScriptElement(element: Element, place: Place, facts: MarkupFacts): void {
  facts.hasPlayerLibrary ||= playerLibrary.test(attribute(element, 'src') ?? '');
  const text = textOf(element);
  if (/ld\+json/i.test(attribute(element, 'type') ?? '')) {
    const { sightings, hasMediaObject } = readJsonLd(text, place.base);
    facts.sightings.push(...sightings);
    facts.hasMediaObject ||= hasMediaObject;
    return;
  }
  facts.sightings.push(...readScript(text, place.base));
  facts.hasPlayerCall ||= callsPlayer(text);
}

function readMeta(element: Element, place: Place, facts: MarkupFacts): void {
  const name = attribute(element, 'property') ?? attribute(element, 'name') ?? '';
  const content = attribute(element, 'content') ?? '';
  if (/^og:title$/i.test(name) && content !== '') facts.title = content.trim();
  if (/^og:type$/i.test(name)) facts.isDeclaredVideo ||= /^video/i.test(content);
  if (declaredVideo.test(name)) facts.sightings.push(...readDeclared(content, place.base, {}));
}

/** Attributes that carry addresses whatever the element: microdata, data-…, inline handlers. */
function readAttributes(element: Element, place: Place, facts: MarkupFacts): void {
  // pictures have a contentUrl too
  if (/^(contentUrl|embedUrl)$/.test(attribute(element, 'itemprop') ?? '') && !/ImageObject/.test(place.itemType)) {
    const raw = attribute(element, 'content') ?? attribute(element, 'href') ?? attribute(element, 'src') ?? '';
    facts.sightings.push(...readDeclared(raw, place.base, {}));
  }
  if (element.tagName === 'video' || element.tagName === 'audio' || element.tagName === 'source') return;
  for (const { name, value } of element.attrs) {
    if (!name.startsWith('data-') && !name.startsWith('on')) continue;
    if (mediaExtension.test(value) && !/[\s"']/.test(value)) addFile(value, place, ['in the markup'], facts);
    else facts.sightings.push(...readScript(value, place.base));
  }
}

function addFile(
  raw: string | null,
  place: Place,
  evidence: readonly Evidence[],
  facts: MarkupFacts,
  mimeType: string | null = null,
): void {
  const url = mediaAddress(raw ?? '', place.base);
  const kind = url === null ? null : kindOfUrl(url, mimeType);
  if (url === null || kind === null || kind === 'segment') return;
  facts.sightings.push(sighting(url, kind, [...evidence, ...placeEvidence(place)], { mimeType }));
}

const textOf = (element: Element): string =>
  element.childNodes.map((child) => ('value' in child ? child.value : '')).join('');
