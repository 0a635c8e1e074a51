import { type CanonicalUrl, tryWebAddress, type WebAddress, webUrl } from '../../../model/web/canonical-url.ts';
import { type Link, type LinkRegion, maxPlaces } from '../../../model/web/link.ts';
import type { Document } from '../dom/document.ts';
import type { Element } from '../dom/tree.ts';
import { elementsByXPath, isXPath } from '../dom/xpath/xpath.ts';
import { foldSpace } from '../page/blocks.ts';
import { withoutPosts } from '../page/known-addresses.ts';
import { encodeQuery, legacyEncoding } from '../page/page-encoding.ts';
import { PageParts } from '../page/page-parts.ts';
import { LinkPlaces } from './link-places.ts';
import { LinkRegions } from './link-regions.ts';
import { TeaserDates } from './teaser-dates.ts';

export interface LinksInput {
  readonly document: Document;
  /** Relative addresses resolve against it, unless the page has a `<base>`. */
  readonly baseUrl: string;
  readonly foundOn: CanonicalUrl;
  /** CSS selector or XPath of the content regions, or of the links themselves; null: the page's structure decides. */
  readonly selector: string | null;
  /** The `content-type` header. Its encoding has priority over the one in the page. */
  readonly contentType?: string;
}

/** At most this many links per page, the first ones. Budgets choose among them later (crawl/links/link-budgets.ts). */
export const maxLinks = 20_000;

/**
 * All http(s) links of a page, one per address, with region, text and context. If several anchors have the same address, the best region counts.
 * @throws NewshawkError misconfigured where an XPath can't be evaluated on this page
 */
export function findLinks({ document, baseUrl, foundOn, selector, contentType = '' }: LinksInput): Link[] {
  const base = webUrl(document.querySelector('base[href]')?.getAttribute('href') ?? '', baseUrl) ?? baseUrl;
  const encoding = legacyEncoding(document, contentType);
  const regions = selector === null ? null : regionsOf(document, selector);
  const structure = new LinkRegions();
  const places = new LinkPlaces();
  const texts = new TeaserTexts();
  const dates = new TeaserDates(document);
  const parts = new PageParts(document, foundOn);
  const links = new Map<CanonicalUrl, Link>();
  for (const anchor of document.elementsWhere(isLink)) {
    const href = anchor.getAttribute('href') ?? '';
    if (/^\s*(#(?!!)|javascript:|mailto:|tel:|data:)/i.test(href)) continue;
    const address = tryWebAddress(encoding === null ? href : encodeQuery(href, encoding), base);
    if (address === null || parts.has(href, address.url)) continue;
    const { url } = address;
    if (links.size >= maxLinks && !links.has(url)) continue;
    const region = regions === null ? structure.regionOf(anchor) : isWithin(regions, anchor) ? 'content' : 'navigation';
    const place = selector === null ? places.of(anchor) : null;
    const link = linkOf(anchor, address, { foundOn, region, place }, texts, dates);
    const earlier = links.get(url);
    links.set(url, earlier === undefined ? link : mergeLinks(earlier, link));
  }
  return [...withoutPosts([...links.values()], foundOn)];
}

const regionsOf = (document: Document, selector: string): ReadonlySet<Element> =>
  new Set(isXPath(selector) ? elementsByXPath(document, selector) : document.querySelectorAll(selector));

function isWithin(regions: ReadonlySet<Element>, anchor: Element): boolean {
  for (let at: Element | null = anchor; at !== null; at = at.parentElement) if (regions.has(at)) return true;
  return false;
}

const isLink = (element: Element): boolean =>
  (element.localName === 'a' || element.localName === 'area') && element.hasAttribute('href');

const regionOrder: readonly LinkRegion[] = ['content', 'navigation', 'footer'];

/** Merges two links to one address (a teaser's image, headline and "more"): the better region, and within it the longer text. */
function mergeLinks(a: Link, b: Link): Link {
  const [first, second] = regionOrder.indexOf(b.region) < regionOrder.indexOf(a.region) ? [b, a] : [a, b];
  const places = [...new Set([...(a.places ?? []), ...(b.places ?? [])])].slice(0, maxPlaces);
  // the same link may stand beside several dates, such as that of a tag
  const date = [a, b]
    .flatMap(({ teaserDate = [] }) => teaserDate)
    .sort()
    .at(-1);
  const merged = {
    ...first,
    ...(places.length > 0 && { places }),
    ...(date !== undefined && { teaserDate: date }),
  };
  return first.region === second.region && second.anchorText.length > first.anchorText.length
    ? { ...merged, anchorText: second.anchorText, context: second.context }
    : merged;
}

/** Where a link stands. */
interface LinkPosition {
  readonly foundOn: CanonicalUrl;
  readonly region: LinkRegion;
  /** Its style path; null: a selector of the scraper chose it. */
  readonly place: string | null;
}

function linkOf(
  anchor: Element,
  address: WebAddress,
  { foundOn, region, place }: LinkPosition,
  texts: TeaserTexts,
  dates: TeaserDates,
): Link {
  const anchorText =
    foldSpace(anchor.textContent) ||
    foldSpace(anchor.getAttribute('title') ?? anchor.querySelector('img')?.getAttribute('alt') ?? '');
  const date = region === 'content' ? dates.of(anchor, (box) => texts.of(box) !== null) : null;
  return {
    ...address,
    foundOn,
    anchorText: anchorText.slice(0, 300),
    context: region === 'content' ? contextOf(anchor, anchorText, texts) : '',
    region,
    ...(place !== null && { places: [place] }),
    ...(date !== null && { teaserDate: date }),
    publishedAt: null,
  };
}

/** The text of the smallest box (up to four levels) that has more text than the anchor: its teaser. Empty if there is none. */
function contextOf(anchor: Element, anchorText: string, texts: TeaserTexts): string {
  let box = anchor.parentElement;
  for (let up = 0; box !== null && up < 4; up++, box = box.parentElement) {
    const text = texts.of(box);
    if (text === null) return '';
    if (text.length > anchorText.length + 20) return text.slice(0, 400);
  }
  return '';
}

/** Characters. A box with more text is no teaser. */
const maxTeaserLength = 1_000;

/** Texts of the boxes around links, cached: many links share a box. */
class TeaserTexts {
  readonly #texts = new Map<Element, string | null>();

  /** With white space folded; null: too long for a teaser. */
  of(box: Element): string | null {
    const cached = this.#texts.get(box);
    if (cached !== undefined) return cached;
    const text = foldSpace(box.textContent);
    const short = text.length > maxTeaserLength ? null : text;
    this.#texts.set(box, short);
    return short;
  }
}
