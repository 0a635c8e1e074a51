import type { Page } from '../../model/page/page.ts';
import { affordanceWords } from './in-page/affordance-words.ts';

// Whether scripts may build a player on a page whose source shows no media. Strings only: a page is not parsed a second time for this.

/** What speaks for a player. Pages of a host with the same hint are expected to be alike. */
export interface PlayerHint {
  /** Numbers are left out: `id clip-#`. */
  readonly name: string;
  /** False: only an empty box that any script may fill. */
  readonly isStrong: boolean;
}

/** Hints of one page that are kept, strong ones first. */
const maxHints = 8;
/** Elements of the content, and characters of inline scripts, that are read. */
const [maxElements, maxScriptChars] = [6_000, 200_000];
const maxName = 48;
/** Letters in a box that waits for its player: a label at most. */
const maxLabel = 60;
/** Characters after a tag in which that label ends. */
const labelSpan = 600;

const tags = /<(\/?)([a-z][a-z0-9-]*)((?:\s[^<>]*)?)>/gi;
const boxes = /^(?:div|section|figure|span|button|canvas|p)$|-/i;
/** Their content is not the page's, or is no markup. */
const skipped = /^(?:script|style|noscript|template|aside|nav|footer|svg|a|select|form)$/i;
const attributes = /\b(class|id|data-[\w-]+)(?:=(?:"([^"]{0,300})"|'([^']{0,300})'|([^\s"'<>]{1,300})))?/gi;

const playerWord =
  /^(?:\w*players?|videos?|video\w+|vids?|films?|movies?|trailers?|podcasts?|audios?|episodes?|clips?|vods?|hls|jwp|plyr|flv|mpegts|livestreams?|webcasts?|mediathek|watch|sendung|footage)$/;
/** In every word of players: other elements are passed by. */
const playerPart =
  /play|vid|film|movie|trailer|podcast|audio|episode|clip|vod|hls|jwp|plyr|flv|mpegts|stream|webcast|mediathek|watch|sendung|footage/i;
/** Beside a word of players: boxes about players and films, in sports and lists, and those of a theme. */
const otherWord =
  /^(?:names?|stats?|profiles?|scores?|ranks?|ranking|lists?|cards?|counts?|search|icons?|links?|tags?|categor(?:y|ies)|nav|menus?|related|trending|latest|popular|more|recommended|recommendations?|teasers?|thumbs?|thumbnails?|promos?|ads?|adverts?|caption|share|social|title|no|non|without|not|consent|cookies?|newsletter|comments?|sidebar|activity)$/;
/** What scripts fill otherwise: advertisements, comments, consent, menus, maps, charts. */
const otherFilling =
  /(?:^|[^a-z])(?:ads?|gpt|dfp|adv|advert\w*|adslot\w*|sponsor\w*|banner\w*|taboola|outbrain|comments?|disqus\w*|respond|giscus|utterances|cookie\w*|consent\w*|share\w*|sharing|social\w*|nav\w*|menu\w*|search\w*|toc|icons?|modal\w*|toast\w*|overlay\w*|backdrop\w*|captcha\w*|recaptcha\w*|newsletter\w*|subscri\w*|paywall\w*|login|tracking|pixel|analytics|spinner|progress\w*|mask|loading|loader|footer|header|sidebar|related\w*|recommend\w*|map|maps|charts?|graph\w*|tables?|polls?|quiz|weather|clear\w*|separator|divider|spacer|placeholder|anchor|top|end|tooltip\w*|portal|live-?region|announcer|rating\w*|reactions?|likes?|mathjax|tweet\w*|instagram|facebook|slider|gallery)(?:[^a-z]|$)/i;

/** Of an empty box: what it is to show. */
const fillingKey =
  /\s(data-(?:[a-z]+-)?(?:id|ref|uuid|guid|key|asset|item|media|source|file|src|url|config|options|props|settings))=["']?(?=[^"'<>\s]*[\d{/]|[^"'<>\s]{8})/i;

const scriptAddress = /<script\b[^<>]*\bsrc=["']?([^"'<>\s]{1,500})/gi;
const inlineScripts = /<script\b(?![^<>]*\bsrc=)[^<>]*>([^<]{20,})/gi;
/** A script that sets something up which it calls a player, or names a film by its key. */
const inlineCall =
  /\b(?:init|create|load|setup|build|mount|start|make|new|render|attach)_?(?:Video|Player|Film|Stream|Clip|Movie|Podcast)[A-Z]?\w{0,30}\s*\(/i;
const inlineKey =
  /\b((?:video|player|stream|clip|film|movie|episode|podcast|media)_?(?:Id|Url|Src|Key|Ref|Config|Token|Uuid|Guid))\\?["']?\s*[:=]\s*\\?["'{\d]/i;
const addressWord =
  /[/_-](?:videos?|watch|play(?:er)?|films?|movies?|clips?|episodes?|mediathek|vod|webcasts?)(?:[/_.-]|$)/i;
/** A kicker of the headline. */
const titleWord =
  /^\W{0,3}(?:(?:im )?videos?|vidéo|vídeo|watch|film|clip|podcast|trailer|видео|wideo|视频|動画|영상)\s*(?:[:|–—-]|im\s)|[[(](?:video|vidéo|vídeo|watch|видео|视频|動画)[\])]/iu;
const watchLabel = new RegExp(affordanceWords.watch, 'iu');
const duration = /^\s*(?:\d{1,2}:)?\d{1,2}:\d{2}\s*$/;

/** The hints of a page that runs scripts; [] for one without. Pure; linear in the page's length. */
export function playerHints(html: string, finalUrl: string, network: Page['network']): PlayerHint[] {
  const addresses = [
    ...[...html.matchAll(scriptAddress)].map(([, address = '']) => address),
    ...network.filter(({ type }) => type === 'script').map(({ url }) => url),
  ];
  if (addresses.length === 0 && !/<script\b/i.test(html)) return [];
  const strong = new Set<string>();
  const weak = new Set<string>();
  if (addressWord.test(new URL(finalUrl).pathname)) strong.add('address');
  if (titles(html).some((title) => titleWord.test(title))) strong.add('headline');
  readContent(html, { strong, weak });
  for (const name of inlineNames(html)) strong.add(name);
  for (const address of addresses) {
    const file = fileName(address);
    if (isPlayerName(file)) strong.add(`script ${named(file)}`);
  }
  const hints = [
    ...[...strong].map((name) => ({ name, isStrong: true })),
    ...[...weak].map((name) => ({ name, isStrong: false })),
  ];
  return hints.slice(0, maxHints);
}

const titles = (html: string): string[] =>
  [/<title\b[^<>]*>([^<]{1,300})/i, /<h1\b[^<>]*>([^<]{1,300})/i].map(
    (pattern) => pattern.exec(html)?.[1]?.trim() ?? '',
  );

/** From the headline on: menus, and what a theme puts before them, are no content. */
function contentStart(html: string): number {
  const at = html.search(/<(?:article|main)\b|<h1\b/i);
  return at < 0 ? Math.max(0, html.search(/<body\b/i)) : at;
}

/** At the end of the last article, else before the last footer. */
function contentEnd(html: string): number {
  const ends = [...html.matchAll(/<(?:\/(?:article|main)|footer)\b/gi)];
  const end = ends.findLast(([tag]) => tag.startsWith('</')) ?? ends.at(-1);
  return end?.index ?? html.length;
}

interface HintNames {
  readonly strong: Set<string>;
  readonly weak: Set<string>;
}

function readContent(html: string, names: HintNames): void {
  const content = html.slice(contentStart(html), Math.max(contentStart(html), contentEnd(html)));
  /** Name of the element whose content is skipped, and how deep it nests in itself. */
  let inside: { readonly tag: string; depth: number } | null = null;
  let elements = 0;
  for (const match of content.matchAll(tags)) {
    const [whole, closing = '', name = '', rest = ''] = match;
    if (++elements > maxElements) return;
    const tag = name.toLowerCase();
    if (inside !== null) {
      if (tag === inside.tag) inside.depth += closing === '' ? 1 : -1;
      if (inside.depth === 0) inside = null;
      continue;
    }
    if (closing !== '' || rest.endsWith('/')) continue;
    if (skipped.test(tag)) inside = { tag, depth: 1 };
    else if (boxes.test(tag)) readBox(tag, rest, () => labelAfter(content, match.index + whole.length, tag), names);
  }
}

/** What a box shows before scripts fill it; null: more than a label. */
function labelAfter(content: string, from: number, tag: string): string | null {
  const span = content.slice(from, from + labelSpan);
  const end = span.toLowerCase().indexOf(`</${tag}`);
  if (end < 0) return null;
  const label = span
    .slice(0, end)
    .replace(/<[^<>]*>/g, ' ')
    .trim();
  return label.length > maxLabel ? null : label;
}

function readBox(tag: string, rest: string, labelOf: () => string | null, { strong, weak }: HintNames): void {
  const mayBeNamed = playerPart.test(rest) || playerPart.test(tag);
  const player = mayBeNamed ? namesOf(tag, rest).find(({ text }) => isPlayerName(text)) : undefined;
  const key = /^(?:span|p|button)$/.test(tag) ? null : keyOf(rest);
  const mayBeLabel = /^(?:span|p|button)$/.test(tag) || /duration|length|runtime|dauer/i.test(rest);
  if (player === undefined && key === null && !mayBeLabel) return;
  const label = labelOf();
  if (label === null) return;
  if (player !== undefined) strong.add(player.name);
  else if (watchLabel.test(label)) strong.add('label');
  else if (duration.test(label) && mayBeLabel && !/^(?:span|p|button)$/.test(tag)) strong.add('duration');
  else if (label === '' && key !== null) weak.add(`empty ${key}`);
}

/** The attribute by which a script knows what to fill the box with; null: there is none, or it is filled otherwise. */
function keyOf(rest: string): string | null {
  const key = fillingKey.exec(rest)?.[1];
  return key === undefined || otherFilling.test(rest) ? null : named(key);
}

interface BoxName {
  /** Of the hint. */
  readonly name: string;
  readonly text: string;
}

/** The names that a box has: of itself where it is a custom element, of its classes, its id and its data. */
const namesOf = (tag: string, rest: string): BoxName[] => [
  ...(tag.includes('-') ? [{ name: `element ${named(tag)}`, text: tag }] : []),
  ...[...rest.matchAll(attributes)].flatMap(([, attribute = '', ...values]): BoxName[] => {
    const key = attribute.toLowerCase();
    const value = values.find((text) => text !== undefined) ?? '';
    if (key === 'class') return value.split(/\s+/).map((text) => ({ name: `class ${named(text)}`, text }));
    return key === 'id' ? [{ name: `id ${named(value)}`, text: value }] : [{ name: named(key), text: key }];
  }),
];

function isPlayerName(text: string): boolean {
  const parts = text
    .replace(/([a-z])([A-Z])/g, '$1-$2')
    .toLowerCase()
    .split(/[^a-z]+/);
  return parts.some((part) => playerWord.test(part)) && !parts.some((part) => otherWord.test(part));
}

function* inlineNames(html: string): Generator<string> {
  let left = maxScriptChars;
  for (const [, text = ''] of html.matchAll(inlineScripts)) {
    const script = text.slice(0, left);
    const key = inlineKey.exec(script)?.[1];
    if (key !== undefined) yield `inline ${named(key)}`;
    if (inlineCall.test(script)) yield 'inline call';
    left -= script.length;
    if (left <= 0) return;
  }
}

/** Without its version and its path. */
const fileName = (address: string): string =>
  (address.split(/[?#]/, 1)[0] ?? '')
    .split('/')
    .at(-1)
    ?.replace(/\.(?:m?js|min|bundle|chunk|[\da-f]{6,})(?=\.|$)/gi, '') ?? '';

const named = (text: string): string => text.toLowerCase().replace(/\d+/g, '#').slice(0, maxName);
