import type { AboutMedium, Entry, Evidence, Sighting } from '../../../model/media/media-sighting.ts';
import {
  attribute,
  contextEvidence,
  type MarkupContext,
  type MarkupElement,
  posterOf,
  readPlayerElement,
} from './element.ts';
import { isKnownEmbed } from './embeds/embeds.ts';
import { embedMedium, maxFacades, readEmbedCalls, readFacade } from './embeds/facades.ts';
import { entryOf } from './entries.ts';
import { mayHoldPlayer } from './frames.ts';
import { LinkTexts } from './link-texts.ts';
import { childrenOf, type MarkupNode, parseMarkup } from './markup-tree.ts';
import { ownTitle } from './media-names.ts';
import { kindOfUrl, mediaAddress, mediaExtension } from './media-url.ts';
import { type ContentLink, isBesideContent, readLink } from './play-links.ts';
import { callsPlayer, readScript } from './script-text.ts';
import { sighting } from './sighting.ts';
import { readDeclared, readMediaJsonLd } from './structured.ts';

/** What a page's markup says about media. */
export interface MarkupFacts {
  readonly sightings: Sighting[];
  /** Stand-ins for players of other sites. */
  readonly facades: Sighting[];
  /** Number of <video> and <audio> elements, with or without an address; without silent loops and those in links. */
  playerElements: number;
  hasMediaObject: boolean;
  /** A script creates media elements, or sets up a player. */
  hasPlayerCall: boolean;
  /** The page loads a known player library. */
  hasPlayerLibrary: boolean;
  /** The page has a custom element for a player: <x-player>, <video-js>, <amp-video>. */
  hasPlayerTag: boolean;
  /** Number of play buttons outside links. */
  playButtons: number;
  /** A frame of an unknown host that looks like a player; only the browser can show what it plays. */
  hasPlayerFrame: boolean;
  /** Addresses of frames that may hold a player. */
  readonly frames: string[];
  isDeclaredVideo: boolean;
  /** JSON-LD says that the page is about a film, a series or an episode. */
  isAboutFilm: boolean;
  /** Links of the content that may lead to media. */
  readonly links: ContentLink[];
  readonly texts: LinkTexts;
  /** og:title, else <title>; '' if there is neither. */
  title: string;
  /** Headlines and the description, which say what the page is about. */
  readonly subjects: string[];
  /** What each media object in JSON-LD says. */
  readonly about: AboutMedium[];
}

/** Links with signs of media that are kept; a longer list does not change the decision. */
const maxLinks = 300;
const maxSubjects = 6;
const adBox = /(^|[\s_-])(ads?|advert(isement)?|preroll|sponsor(ed)?)([\s_-]|$)/i;
const playerPath = /[/_.-](embed|player|video|watch|iframe)/i;
const declaredVideo = /^(og:video(:(url|secure_url))?|og:audio(:(url|secure_url))?|twitter:player:stream)$/i;

const playerTag = /^(?!x-frame).*-(player|video|audio)$|^(video|player|media|amp-video|lite)-/;
const playerLibrary =
  /\b(hls|dash(\.all)?|video|plyr|jwplayer|flowplayer|shaka-player|mediaelement[-\w]*|clappr|dplayer|artplayer|xgplayer|nplayer|ckplayer|flv|mpegts|tcplayer|aliplayer|bitmovinplayer|kaltura\w*|brightcove\w*|theoplayer|fluidplayer|mp4box|wavesurfer|howler)([-.@/]?[\w.@-]*)?\.js\b/i;
/** @param address of a script */
export const isPlayerLibrary = (address: string): boolean => playerLibrary.test(address);

const playWords = /(^|[^a-z])play([^a-z]|$)|play[-_]?(btn|button|icon|overlay|video)|播放|再生|재생/i;
const notPlayWords = /playlist|playback|display|autoplay|gameplay|role-play/i;

function isPlayButton(element: MarkupElement): boolean {
  const isButton = /^(button|div|span|i|svg|img|a)$/.test(element.tagName);
  if (!isButton || attribute(element, 'href')?.match(/^(https?:|\/)/)) return false;
  const names = ['aria-label', 'title', 'class', 'id'].map((name) => attribute(element, name) ?? '').join(' ');
  return playWords.test(names) && !notPlayWords.test(names);
}

/** Reads the media of a page in one walk, frames and shadow roots included. The walk uses an explicit stack: hostile pages nest deeply. */
export function readMarkup(html: string, pageUrl: string): MarkupFacts {
  const facts: MarkupFacts = {
    sightings: [],
    facades: [],
    playerElements: 0,
    hasMediaObject: false,
    hasPlayerCall: false,
    hasPlayerLibrary: false,
    hasPlayerTag: false,
    playButtons: 0,
    hasPlayerFrame: false,
    frames: [],
    isDeclaredVideo: false,
    isAboutFilm: false,
    links: [],
    texts: new LinkTexts(),
    title: '',
    subjects: [],
    about: [],
  };
  const context = { base: pageUrl, itemType: '', isInLink: false, isInAd: false, isBeside: false, poster: null };
  const rows: SiblingCursor[] = [{ nodes: [parseMarkup(html, facts.texts)], at: 0, context }];
  for (let row = rows.at(-1); row !== undefined; row = rows.at(-1)) {
    const node = row.nodes[row.at++];
    if (node === undefined) rows.pop();
    else
      rows.push({
        nodes: childrenOf(node),
        at: 0,
        context: 'tagName' in node ? readElement(node, row.context, facts) : row.context,
      });
  }
  if (facts.facades.length <= maxFacades) facts.sightings.push(...facts.facades);
  return facts;
}

/** Sibling nodes, and the index of the next one to read. */
interface SiblingCursor {
  readonly nodes: readonly MarkupNode[];
  at: number;
  readonly context: MarkupContext;
}

/** Reads one element into `facts`. @returns the context of its children */
function readElement(element: MarkupElement, context: MarkupContext, facts: MarkupFacts): MarkupContext {
  readers[element.tagName]?.(element, context, facts);
  readAttributes(element, context, facts);
  const facade = readFacade(element, context);
  if (facade !== null) facts.facades.push(facade);
  facts.hasPlayerTag ||= playerTag.test(element.tagName);
  if (!context.isInLink && !context.isInAd && isPlayButton(element)) facts.playButtons++;
  const label = `${attribute(element, 'class') ?? ''} ${attribute(element, 'id') ?? ''}`;
  // the serialiser puts the document of a same-origin frame into an <x-frame> after it
  const frame = element.tagName === 'x-frame' ? mediaAddress(attribute(element, 'data-src') ?? '', context.base) : null;
  return {
    itemType: attribute(element, 'itemtype') ?? context.itemType,
    base: frame ?? context.base,
    isInLink: context.isInLink || (element.tagName === 'a' && attribute(element, 'href') !== null),
    isInAd: context.isInAd || adBox.test(label),
    isBeside: context.isBeside || isBesideContent(element),
    poster: posterOf(element, context),
  };
}

const readers: Readonly<Record<string, (element: MarkupElement, context: MarkupContext, facts: MarkupFacts) => void>> =
  {
    video: readPlayer,
    audio: readPlayer,
    'video-js': readPlayer,
    a: readAnchor,
    embed: readObject,
    object: readObject,
    iframe: readFrame,
    script: readScriptElement,
    title: (element, _context, facts) => {
      facts.title ||= textOf(element).trim();
    },
    h1: readHeadline,
    meta: readMeta,
  };

function readHeadline(element: MarkupElement, _context: MarkupContext, { subjects }: MarkupFacts): void {
  if (subjects.length < maxSubjects) subjects.push(textOf(element).slice(0, 300));
}

function readPlayer(element: MarkupElement, context: MarkupContext, facts: MarkupFacts): void {
  const { sightings, isPlayer } = readPlayerElement(element, context, `element ${facts.sightings.length}`);
  facts.sightings.push(...sightings);
  if (isPlayer) facts.playerElements++;
}

function readAnchor(element: MarkupElement, context: MarkupContext, facts: MarkupFacts): void {
  addFile(attribute(element, 'href'), context, ['linked file'], facts);
  if (context.isBeside || context.isInAd || facts.links.length >= maxLinks) return;
  const link = readLink(element, context, facts.texts);
  if (link !== null) facts.links.push(link);
}

function readObject(element: MarkupElement, context: MarkupContext, facts: MarkupFacts): void {
  const source = attribute(element, 'src') ?? attribute(element, 'data');
  addFile(source, context, ['in the markup'], facts, { mimeType: attribute(element, 'type') });
  readFrame(element, context, facts);
}

function readFrame(element: MarkupElement, context: MarkupContext, facts: MarkupFacts): void {
  const source = attribute(element, 'src') ?? attribute(element, 'data-src') ?? attribute(element, 'data');
  const url = mediaAddress(source ?? '', context.base);
  if (url === null) return;
  const isWide = attribute(element, 'allowfullscreen') !== null || /fullscreen/.test(attribute(element, 'allow') ?? '');
  facts.hasPlayerFrame ||= isWide && !context.isInAd && playerPath.test(url);
  if (!isKnownEmbed(url)) {
    if (mayHoldPlayer(element, url, context)) facts.frames.push(url);
    return;
  }
  facts.sightings.push(
    sighting(url, 'embed', ['in the markup', ...contextEvidence(context)], {
      title: ownTitle(attribute(element, 'title')),
      medium: embedMedium(url),
    }),
  );
}

function readScriptElement(element: MarkupElement, context: MarkupContext, facts: MarkupFacts): void {
  facts.hasPlayerLibrary ||= isPlayerLibrary(attribute(element, 'src') ?? '');
  const text = textOf(element);
  if (/ld\+json/i.test(attribute(element, 'type') ?? '')) {
    const { sightings, hasMediaObject, isAboutFilm, about } = readMediaJsonLd(text, context.base);
    facts.sightings.push(...sightings);
    facts.about.push(...about);
    facts.isAboutFilm ||= isAboutFilm;
    facts.hasMediaObject ||= hasMediaObject;
    return;
  }
  facts.sightings.push(...readScript(text, context.base));
  facts.facades.push(...readEmbedCalls(text));
  facts.hasPlayerCall ||= callsPlayer(text);
}

function readMeta(element: MarkupElement, context: MarkupContext, facts: MarkupFacts): void {
  const name = attribute(element, 'property') ?? attribute(element, 'name') ?? '';
  const content = attribute(element, 'content') ?? '';
  if (/^og:title$/i.test(name) && content !== '') facts.title = content.trim();
  if (/^((og|twitter):)?description$/i.test(name) && facts.subjects.length < maxSubjects)
    facts.subjects.push(content.slice(0, 300));
  if (/^og:type$/i.test(name)) facts.isDeclaredVideo ||= /^video/i.test(content);
  if (declaredVideo.test(name)) facts.sightings.push(...readDeclared(content, context.base, {}));
}

/** Attributes of any element that may hold addresses: microdata, data-…, inline handlers. */
function readAttributes(element: MarkupElement, context: MarkupContext, facts: MarkupFacts): void {
  // images have a contentUrl, too
  if (/^(contentUrl|embedUrl)$/.test(attribute(element, 'itemprop') ?? '') && !/ImageObject/.test(context.itemType)) {
    const raw = attribute(element, 'content') ?? attribute(element, 'href') ?? attribute(element, 'src') ?? '';
    facts.sightings.push(...readDeclared(raw, context.base, {}));
  }
  if (element.tagName === 'video' || element.tagName === 'audio' || element.tagName === 'source') return;
  for (const { name, value } of element.attrs) {
    if (!name.startsWith('data-') && !name.startsWith('on')) continue;
    if (mediaExtension.test(value) && !/[\s"']/.test(value))
      addFile(value, context, ['in the markup'], facts, { entry: entryOfElement(element, context) });
    else facts.sightings.push(...readScript(value, context.base));
    if (name === 'data-setup') facts.facades.push(...readEmbedCalls(value));
  }
}

/** Elements with the same data attributes are a list: `<li data-episode="3" data-src="…">`. */
function entryOfElement({ tagName, attrs }: MarkupElement, { base }: MarkupContext): Entry {
  const fields = attrs.flatMap(({ name, value }): [string, string][] =>
    name === 'id' || name.startsWith('data-') ? [[name.replace(/^data-/, ''), value]] : [],
  );
  return entryOf(`${tagName} ${fields.map(([name]) => name).join(' ')}`, fields, { base });
}

function addFile(
  raw: string | null,
  context: MarkupContext,
  evidence: readonly Evidence[],
  facts: MarkupFacts,
  more: Partial<Sighting> = {},
): void {
  const url = mediaAddress(raw ?? '', context.base);
  const kind = url === null ? null : kindOfUrl(url, more.mimeType ?? null);
  if (url === null || kind === null || kind === 'segment') return;
  facts.sightings.push(sighting(url, kind, [...evidence, ...contextEvidence(context)], more));
}

const textOf = (element: MarkupElement): string =>
  element.childNodes.map((child) => ('value' in child ? child.value : '')).join('');
