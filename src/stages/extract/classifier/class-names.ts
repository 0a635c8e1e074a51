import type { Token } from 'parse5';
import type { Element } from '../dom/tree.ts';
import { furnitureName } from '../page/furniture-names.ts';

/** Groups of names: a pattern of words in class, id, role and similar attributes. The number of a group is its position. The shipped model is trained on these. */
const patterns = {
  body: 'article_?-?(body|text|content|copy)|(story|post|entry|news|main|page|body)_?-?(body|content|text|copy|para)|articlebody|bodytext|richtext|rich-text|rte|prose|text-?block|paragraph|zoom|wysiwyg|texte|fliess|cuerpo',
  content: 'content|article|artikel|story|post\\b|entry|text|main|copy',
  share: 'share|sharing|social|addthis|facebook|twitter|whatsapp|bookmark|\\bbds|jiathis|tools?\\b|toolbar',
  comment: 'comment|kommentar|disqus|discuss|reply|respond|feedback|review|pinglun',
  related:
    'relat|recommend|more|popular|trend|teaser|promo|read(next|also)|also|suggest|similar|most|latest|further|linklist|outbrain|taboola|recirc|rail|upnext|xiangguan|hot',
  nav: '\\bnav|navi|menu|bread|crumb|pag(er|ination)|skip|masthead|topbar|toolbar|tabs?\\b|dropdown|jump|prev|next',
  ad: '\\bad[s-]?\\b|ads|advert|sponsor|banner|anzeige|werb|dfp|gpt|promot|commercial|affiliate|guanggao|\\bgg',
  footer: 'foot|bottom|copyright|imprint|legal|colophon|disclaimer',
  side: 'side|widget|sidebar|aside|column|right|left|rail|module|box',
  byline: 'byline|author|autor|bio\\b|contributor|profile|writer|reporter|editor|credit|signature|avatar|source|agency',
  meta: 'meta|date|time|stamp|publish|updated|info|posted|datum|dateline|kicker|eyebrow|views|minutes|read-?time',
  caption:
    'caption|figure|image|img|photo|media|galler|picture|bild|foto|slide|carousel|lightbox|legend|video|player|embed',
  news: 'newsletter|subscri|signup|sign-up|register|login|paywall|member|account|donat|support|cta|offer|premium|trial|promo',
  tag: '\\btags?|categor|topic|keyword|label|section-?name|rubric|thema|schlagw',
  title: 'title|headline|heading|\\bh[1-3]\\b|titre|titel|hed\\b|header',
  lead: 'lead|intro|summary|excerpt|abstract|standfirst|dek|subhead|subtitle|teaser|deck|description|vorspann|chapo|sapo|desc',
  consent: 'cookie|consent|gdpr|privacy|modal|popup|pop-up|overlay|dialog|toast|alert|notice|notif',
  toc: 'toc|table-of|contents|anchor|footnote|reference|citation|notes?\\b|endnote|biblio',
  hidden:
    'hidden|hide|sr-only|visually|screen-?reader|invisible|collapse|accordion|tooltip|print|noprint|mobile|desktop',
  list: 'list|grid|card|item|feed|stream|archive|river|index|row|tile|collection|thumb',
  quote: 'quote|pull|callout|highlight|infobox|factbox|box\\b|key-?(takeaways|points)|inset|sidebar',
  product: 'price|product|shop|buy|cart|rating|star|score|coupon|deal|recipe|ingredient|faq',
} as const;

export type GroupName = keyof typeof patterns;
export const groupNames = Object.keys(patterns) as GroupName[];
const groupPatterns = Object.values(patterns).map((pattern) => new RegExp(pattern, 'i'));

/** Bit mask of some groups. */
export const groupBits = (...names: readonly GroupName[]): number =>
  names.reduce((mask, name) => mask | (1 << groupNames.indexOf(name)), 0);

/** A label for people: it counts for class words only. */
const label = 'aria-label';
/** Attributes that hold names. */
const namingAttributes = [
  'class',
  'id',
  'role',
  'itemprop',
  'data-component',
  'data-testid',
  'data-test',
  'data-module',
  'data-type',
  'data-qa',
  'rel',
  'property',
  'data-role',
  'data-widget',
  'data-name',
  'data-block',
  'data-link-name',
  label,
] as const;
const attributeOrder = new Map<string, number>(namingAttributes.map((name, at) => [name, at]));
/** Characters; longer values are data, not names. */
const maxNameChars = 300;

/** Caches values by class names, which a site repeats on its pages. At 20,000 entries the cache is cleared. */
class Cache<T> {
  readonly #values = new Map<string, T>();
  readonly #make: (key: string) => T;
  constructor(make: (key: string) => T) {
    this.#make = make;
  }
  of(key: string): T {
    const cached = this.#values.get(key);
    if (cached !== undefined) return cached;
    if (this.#values.size >= 20_000) this.#values.clear();
    const value = this.#make(key);
    this.#values.set(key, value);
    return value;
  }
}

// no pattern and no word contains a space, so the groups of a list of names are those of its names
const masks: Cache<number> = new Cache((names) => {
  if (/\s/.test(names)) return names.split(/\s+/).reduce((mask, name) => mask | masks.of(name), 0);
  const text = names.replace(/([a-z])([A-Z])/g, '$1-$2').replaceAll('_', '-');
  return groupPatterns.reduce((mask, pattern, at) => (pattern.test(text) ? mask | (1 << at) : mask), 0);
});
const wordLists = new Cache((names) =>
  (names.match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])|\p{L}+/gu) ?? [])
    .filter((word) => word.length >= 2 && word.length <= 24)
    .map((word) => word.toLowerCase()),
);
const styles = new Cache((classes) =>
  classes
    .split(/\s+/)
    .filter((name) => name !== '')
    .sort()
    .join(' ')
    .replace(/\d+/g, '#'),
);

const isName = ({ name, value }: Token.Attribute): boolean =>
  attributeOrder.has(name) && value !== '' && value.length < maxNameChars;

const namesFurniture = (name: string): boolean => furnitureName.test(name);
const withoutFurniture = new Cache((names) =>
  names
    .split(/\s+/)
    .filter((name) => !namesFurniture(name))
    .join(' '),
);

const furnitureIn = new Cache((names) => names.split(/\s+/).filter(namesFurniture));

/** Names of an element that mark it as furniture. */
export const furnitureNamesOf = ({ attributes }: Element): readonly string[] =>
  attributes.flatMap((attribute) =>
    attribute.name !== label && isName(attribute) ? furnitureIn.of(attribute.value) : [],
  );

/** Groups of an element's names: a bit mask of `groupNames`. */
export function nameGroupsOf({ attributes }: Element): number {
  let groups = 0;
  for (const attribute of attributes)
    if (attribute.name !== label && isName(attribute)) groups |= masks.of(attribute.value);
  return groups;
}

/** The same without furniture names. */
export function otherNameGroupsOf({ attributes }: Element): number {
  let groups = 0;
  for (const attribute of attributes)
    if (attribute.name !== label && isName(attribute)) groups |= masks.of(withoutFurniture.of(attribute.value));
  return groups;
}

/** Single words of an element's names, lower case. */
export const nameWordsOf = ({ attributes }: Element): readonly string[] => wordsIn(attributes, (names) => names);

/** The same without furniture names. */
export const otherNameWordsOf = ({ attributes }: Element): readonly string[] =>
  wordsIn(attributes, (names) => withoutFurniture.of(names));

function wordsIn(attributes: readonly Token.Attribute[], read: (names: string) => string): readonly string[] {
  const named = attributes.filter(isName);
  if (named.length > 1) named.sort((a, b) => (attributeOrder.get(a.name) ?? 0) - (attributeOrder.get(b.name) ?? 0));
  const words = named.map(({ value }) => wordLists.of(read(value)));
  return words.length === 1 && words[0] !== undefined ? words[0] : words.flat();
}

/** Tag and classes of an element, digits as `#`: similar siblings have the same style. */
export const styleOf = (element: Element): string =>
  `${element.localName}.${styles.of(element.getAttribute('class') ?? '')}`;
