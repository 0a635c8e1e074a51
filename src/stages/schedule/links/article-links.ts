import type { Link } from '../../../model/web/link.ts';
import type { AddressVerdict } from '../../../model/web/url-pattern.ts';
import { decoded } from '../../../text/characters.ts';
import { idParameters, listWords, pagerParameters, peopleWords } from '../../../text/path-words.ts';

// Which links may lead to articles, where lists or other pages are not wanted: at the last depth that `--depth` allows, and without `lists` in `--discover`.

/** What is known of a link before its page is fetched. */
export interface LinkFeatures {
  readonly link: Link;
  /** By what is known of the site's addresses; null: not asked. */
  readonly verdict: AddressVerdict | null;
}

/** Directories directly below which every page is a list, however long its name is. Others of `listWords` may be sections of articles. */
const archiveDirectory =
  /^(?:tags?|topics?|labels?|keywords?|etiquetas?|schlagworte?|categor(?:y|ies)|categorias?|kategorien?|rubri(?:k|que|ca)s?|authors?|autore?n?|auteurs?|pages?|seite|pagina|strona|search)$/;
/** `/2025/`, `/2025/11/`, `/2025/11/03/`, `/2025-11`: archives of a year, month or day. */
const datePath = /\/(?:19|20)\d\d(?:[/_-]\d{1,2}){0,2}\/?$/;
/** A number that names an article: five digits in a name, or a name of at least three digits that is no year. */
const idNumber = /\d{5}|^(?!(?:19|20)\d\d$)\d{3,}$/;
/** Words in the name of an article, at least. A tag or an author has fewer. */
const minTitleWords = 4;
/** Below this confidence a class by the form of an address is no evidence against it: short titles look like sections. */
const sureClass = 0.8;

/** Whether the page behind a link is a list by its address, or by what visits have shown of such addresses. */
export function isListLink({ link, verdict }: LinkFeatures): boolean {
  if (verdict !== null && isKnown(verdict)) return verdict.class === 'listing';
  return isListAddress(link.url);
}

/** Why the page behind a link is hardly an article; null: it may be one. */
export function whyNoArticle(features: LinkFeatures): string | null {
  const { link, verdict } = features;
  if (isListLink(features)) return 'the address is that of a list';
  if (isOtherLink(features)) return 'the address is that of a page that is no article';
  // without any evidence for the address, its place decides
  return link.region !== 'content' && verdict?.class !== 'article' ? 'a menu or footer links to it' : null;
}

/** Whether the page behind a link is neither an article nor a list: an imprint, a form, a gallery. */
export const isOtherLink = ({ verdict }: LinkFeatures): boolean =>
  verdict?.class === 'other' && verdict.confidence >= sureClass;

/** The links of a page; where none in its content may be an article, the regions were not recognised, and those of menus count as content. */
export function withKnownRegions<L extends Link>(links: readonly L[]): readonly L[] {
  if (links.some(({ url, region }) => region === 'content' && !isListAddress(url))) return links;
  return links.map((link) => (link.region === 'navigation' ? { ...link, region: 'content' } : link));
}

/** By addresses of which visits have shown what they are. */
const isKnown = ({ pattern, confidence }: AddressVerdict): boolean =>
  pattern !== null && pattern.labelled > 0 && confidence >= sureClass;

/** Whether an address has the form of a list: the front page, a page below `/tag/`, `/author/` or `/page/`, a date archive, `?paged=2`, `?cat=3`. */
export function isListAddress(address: string): boolean {
  const { pathname, searchParams } = new URL(address);
  const names = [...searchParams.keys()].map((name) => name.toLowerCase());
  const hasId = [...searchParams].some(
    ([name, value]) => idParameters.has(name.toLowerCase()) && /^[\w-]+$/.test(value),
  );
  if (hasId) return false;
  const segments = pathname
    .toLowerCase()
    .split('/')
    .filter((text) => text !== '');
  if (/^(?:index|default)(?:\.[a-z]{2,5})?$/.test(segments.at(-1) ?? '')) segments.pop();
  const name = segments.at(-1)?.replace(/\.[a-z]{2,5}$/, '') ?? '';
  const isTitle = titleWords(name) >= minTitleWords || idNumber.test(name);
  if (names.some((key) => listParameters.has(key)) && !isTitle) return true;
  if (segments.length === 0) return names.length === 0;
  if (datePath.test(pathname)) return true;
  const directories = segments.slice(0, -1);
  if (archiveDirectory.test(directories.at(-1) ?? '')) return true;
  return !isTitle && [...directories, name].some((text) => listWords.has(text) || peopleWords.has(text));
}

/** Parameters of pagers, searches and archives. */
const listParameters = new Set([
  ...pagerParameters,
  ...['cat', 'category', 'tag', 'tags', 'topic', 'author', 'm', 'q', 's', 'search', 'keyword', 'keywords', 'suche'],
]);

/** Number of words in a path segment; two letters of a script without spaces count as one. */
function titleWords(segment: string): number {
  const text = decoded(segment);
  const dense = text.match(/[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}]/gu)?.length ?? 0;
  return text.split(/[-_+.~ ]+/).filter((word) => word !== '').length + Math.floor(dense / 2);
}

/** Whether an address is a further page of a list: `?page=2`, `/page/2/`, `/seite-3`. */
export function isFurtherPageAddress(address: string): boolean {
  const { pathname, searchParams } = new URL(address);
  const hasPager = [...searchParams].some(([name, value]) => pagerParameters.has(name.toLowerCase()) && value !== '');
  return hasPager || /\/(?:page|seite|pagina|strona|p)[/_-]?\d{1,4}(?:\.\w+)?\/?$/i.test(pathname);
}
