import type { Token } from 'parse5';
import type { Element } from '../dom/tree.ts';
import { furnitureName } from '../page/furniture-names.ts';

/** What words in class, id, role and similar names speak of, by a pattern each; the number of a group is its place here. From the block-classifier prototype. */
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
  news: 'newsletter|subscri|signup|sign-up|register|login|paywall|member|account|donat|support|cta|offer|premium|piano|trial|promo',
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

/** Bit mask of groups. */
export const groupBits = (...names: readonly GroupName[]): number =>
  names.reduce((mask, name) => mask | (1 << groupNames.indexOf(name)), 0);

/** Text for people: it counts for class words only. */
const label = 'aria-label';
/** Attributes that makers of pages put names into. */
const naming = [
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
const places = new Map<string, number>(naming.map((name, at) => [name, at]));
/** Longer values are data, not names. */
const longestName = 300;

/** Sites repeat their class names from page to page: remembered, and forgotten all at once before they grow too many. */
class Memory<T> {
  readonly #known = new Map<string, T>();
  readonly #make: (key: string) => T;
  constructor(make: (key: string) => T) {
    this.#make = make;
  }
  of(key: string): T {
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    if (this.#known.size >= 20_000) this.#known.clear();
    const made = this.#make(key);
    this.#known.set(key, made);
    return made;
  }
}

// neither a pattern nor a word goes over a space: a list of names says what each of them says
const masks: Memory<number> = new Memory((names) => {
  if (/\s/.test(names)) return names.split(/\s+/).reduce((mask, name) => mask | masks.of(name), 0);
  const text = names.replace(/([a-z])([A-Z])/g, '$1-$2').replaceAll('_', '-');
  return groupPatterns.reduce((mask, pattern, at) => (pattern.test(text) ? mask | (1 << at) : mask), 0);
});
const wordLists = new Memory((names) =>
  (names.match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])|\p{L}+/gu) ?? [])
    .filter((word) => word.length >= 2 && word.length <= 24)
    .map((word) => word.toLowerCase()),
);
const styles = new Memory((classes) =>
  classes
    .split(/\s+/)
    .filter((name) => name !== '')
    .sort()
    .join(' ')
    .replace(/\d+/g, '#'),
);

const isName = ({ name, value }: Token.Attribute): boolean =>
  places.has(name) && value !== '' && value.length < longestName;

const namesFurniture = (name: string): boolean => furnitureName.test(name);
const withoutFurniture = new Memory((names) =>
  names
    .split(/\s+/)
    .filter((name) => !namesFurniture(name))
    .join(' '),
);

const furnitureIn = new Memory((names) => names.split(/\s+/).filter(namesFurniture));

/** The names of an element that say that it is no article. */
export const furnitureNamesOf = ({ attributes }: Element): readonly string[] =>
  attributes.flatMap((attribute) =>
    attribute.name !== label && isName(attribute) ? furnitureIn.of(attribute.value) : [],
  );

/** What the names of an element speak of: a bit mask of `groupNames`. */
export function groupsOf({ attributes }: Element): number {
  let groups = 0;
  for (const attribute of attributes)
    if (attribute.name !== label && isName(attribute)) groups |= masks.of(attribute.value);
  return groups;
}

/** The same, without the names that speak of furniture. */
export function otherGroupsOf({ attributes }: Element): number {
  let groups = 0;
  for (const attribute of attributes)
    if (attribute.name !== label && isName(attribute)) groups |= masks.of(withoutFurniture.of(attribute.value));
  return groups;
}

/** The single words of an element's names, lower case. */
export const nameWordsOf = ({ attributes }: Element): readonly string[] => wordsIn(attributes, (names) => names);

/** The same, without the names that speak of furniture. */
export const otherNameWordsOf = ({ attributes }: Element): readonly string[] =>
  wordsIn(attributes, (names) => withoutFurniture.of(names));

function wordsIn(attributes: readonly Token.Attribute[], read: (names: string) => string): readonly string[] {
  const named = attributes.filter(isName);
  if (named.length > 1) named.sort((a, b) => (places.get(a.name) ?? 0) - (places.get(b.name) ?? 0));
  const words = named.map(({ value }) => wordLists.of(read(value)));
  return words.length === 1 && words[0] !== undefined ? words[0] : words.flat();
}

/** Tag and classes of an element, digits as `#`: siblings that look alike have the same style. */
export const styleOf = (element: Element): string =>
  `${element.localName}.${styles.of(element.getAttribute('class') ?? '')}`;
