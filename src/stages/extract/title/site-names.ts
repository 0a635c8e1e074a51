import { tokensOf } from '../../../text/likeness.ts';
import type { Element } from '../dom/tree.ts';
import type { Block } from '../page/blocks.ts';

/** Names that themes give to the place of the site's own name. */
const siteNameClass =
  /(?:^|[-_\s])(?:site|blog|brand|logo)[-_]?(?:title|name|logo|brand|text)?(?:[-_\s]|$)|masthead|navbar-brand/i;
/** The front page, or that of one of its languages; also as an archive of pages has it. */
const frontPagePath = /^(?:\/web\/\d+\/https?:\/+[^/]+)?\/(?:index\.\w+|home|[a-z]{2})?\/?$/;
/** Legal lines name the site as heads do. */
const legalLine = /[©℗®]|\bcopyright\b/i;

/** Marks around a name that its key leaves out. */
const maxExtraMarks = 10;

/** Tells lines that name the site rather than the article. @param names the outlet's, as the head says them */
export function siteNameTest(names: readonly string[], url: string): (block: Block) => boolean {
  const keys = new Set(names.map(keyOf));
  const longest = Math.max(0, ...names.map((name) => name.length)) + maxExtraMarks;
  return ({ text, element }) => {
    if ((text.length <= longest && keys.has(keyOf(text))) || legalLine.test(text)) return true;
    const heading = element.closest('h1, h2, h3');
    return heading !== null && (siteNameClass.test(`${heading.className} ${heading.id}`) || linksHome(heading, url));
  };
}

/** Words only, white space and marks left out. */
export const keyOf = (text: string): string => tokensOf(text).join('');

function linksHome(heading: Element, url: string): boolean {
  const href = (heading.closest('a') ?? heading.querySelector('a'))?.getAttribute('href')?.trim();
  const target = href && !href.startsWith('#') && URL.canParse(href, url) ? new URL(href, url) : null;
  return target !== null && target.search === '' && frontPagePath.test(target.pathname) && target.href !== url;
}

/** Words of an address: of the piece of its path that has most of them, numbers left out. */
export function urlWords(url: string): readonly string[] {
  const pieces = new URL(url).pathname
    .split('/')
    .map((piece) => tokensOf(decoded(piece).replace(/\.\w{2,5}$/, '')).filter((word) => !/^\d+$/.test(word)));
  return pieces.reduce((longest, piece) => (piece.length >= longest.length ? piece : longest), []);
}

function decoded(piece: string): string {
  try {
    return decodeURIComponent(piece);
  } catch {
    return piece; // not UTF-8: as it stands
  }
}
