import { decoded } from '../../../text/characters.ts';
import { wordTokens } from '../../../text/likeness.ts';
import type { Element } from '../dom/tree.ts';
import type { Block } from '../page/blocks.ts';

/** Classes and ids of the site's name in common themes. */
const siteNameClass =
  /(?:^|[-_\s])(?:site|blog|brand|logo)[-_]?(?:title|name|logo|brand|text)(?:[-_\s]|$)|(?:^|\s)(?:site|blog|brand|logo)(?:\s|$)|masthead|navbar-brand/i;
/** Path of the front page, also of a language's or of a copy in the Wayback Machine. */
const frontPagePath = /^(?:\/web\/\d+\/https?:\/+[^/]+)?\/(?:index\.\w+|home|[a-z]{2})?\/?$/;
/** Legal lines contain the site's name. */
const legalLine = /[©℗®]|\bcopyright\b/i;

/** Characters around a name that its key leaves out. */
const maxExtraMarks = 10;

/** A function that says whether a block names the site rather than the article. @param names the outlet's names in the head */
export function siteNameTest(names: readonly string[], url: string): (block: Block) => boolean {
  const allNames = [...names, ...hostNames(url)];
  const keys = new Set(allNames.map(nameKey));
  const longest = Math.max(0, ...allNames.map((name) => name.length)) + maxExtraMarks;
  return ({ text, element }) => {
    if ((text.length <= longest && keys.has(nameKey(text))) || legalLine.test(text)) return true;
    const heading = element.closest('h1, h2, h3');
    return heading !== null && (siteNameClass.test(`${heading.className} ${heading.id}`) || linksHome(heading, url));
  };
}

/** Characters. Shorter parts of a host name are no names: "www", "news", "com". */
const minHostNameLength = 5;
/** The parts of the host name that may be the outlet's name: "harbourgazette" of "www.harbourgazette.example". */
const hostNames = (url: string): readonly string[] =>
  new URL(url).hostname
    .split('.')
    .slice(0, -1)
    .filter((name) => name.length >= minHostNameLength);

/** A text's words, joined: texts that differ in spaces and punctuation have the same key. */
export const nameKey = (text: string): string => wordTokens(text).join('');

/** Separators of the headline and the site's name in `<title>`. */
const titleSeparator = /\s+[|–—»«·:•/-]+\s+|\s*[|｜_ㅣ丨│┃‖❘∣]\s*/gu;

/**
 * The site's names as the page itself gives them: pieces of `<title>` that are also the text of a link to the front page.
 * @example title "Carnets - Options", a link `<a href="/">Carnets</a>`: "Carnets"
 */
export function namesInTitle(title: string, blocks: readonly Block[], url: string): readonly string[] {
  const pieces = new Map([title, ...title.split(titleSeparator)].map((piece) => [nameKey(piece), piece.trim()]));
  pieces.delete('');
  const longest = title.length + maxExtraMarks;
  const names = blocks
    .filter((block) => block.linkLength > 0 && block.text.length <= longest && pieces.has(nameKey(block.text)))
    .filter(({ element }) => linksHome(element, url))
    .map(({ text }) => nameKey(text));
  return [...new Set(names)].map((key) => pieces.get(key) ?? '');
}

/** A title without the site's names at its ends; empty if it has nothing else. */
export function withoutNames(title: string, names: readonly string[]): string {
  const keys = new Set(names.map(nameKey));
  let [from, to] = [0, title.length];
  if (keys.has(nameKey(title))) return '';
  for (const { index, 0: mark } of title.matchAll(titleSeparator)) {
    if (from === 0 && keys.has(nameKey(title.slice(0, index)))) from = index + mark.length;
    else if (keys.has(nameKey(title.slice(index + mark.length)))) to = Math.min(to, index);
  }
  return title.slice(from, Math.max(from, to));
}

function linksHome(heading: Element, url: string): boolean {
  const href = (heading.closest('a') ?? heading.querySelector('a'))?.getAttribute('href')?.trim();
  const target = href && !href.startsWith('#') && URL.canParse(href, url) ? new URL(href, url) : null;
  return target !== null && target.search === '' && frontPagePath.test(target.pathname) && target.href !== url;
}

/** Words of an address: those of the path segment with the most words, without numbers. */
export function urlWords(url: string): readonly string[] {
  const pieces = new URL(url).pathname
    .split('/')
    .map((piece) => wordTokens(decoded(piece).replace(/\.\w{2,5}$/, '')).filter((word) => !/^\d+$/.test(word)));
  return pieces.reduce((longest, piece) => (piece.length >= longest.length ? piece : longest), []);
}
