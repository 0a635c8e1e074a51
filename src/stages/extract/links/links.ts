import { type CanonicalUrl, readAddress, type WebAddress, webUrl } from '../../../model/web/canonical-url.ts';
import type { Link, LinkRegion } from '../../../model/web/link.ts';
import type { Document } from '../dom/document.ts';
import type { Element } from '../dom/tree.ts';
import { foldSpace } from '../page/blocks.ts';
import { encodeQuery, legacyEncoding } from '../page/page-encoding.ts';
import { LinkRegions } from './link-regions.ts';

export interface LinksInput {
  readonly document: Document;
  /** Address against which relative ones are resolved; a `<base>` counts before it. */
  readonly baseUrl: string;
  readonly foundOn: CanonicalUrl;
  /** CSS selector of the regions that count as content; null: told by structure. */
  readonly selector: string | null;
  /** The page's header of that name: what it says of the encoding counts before the page's own. */
  readonly contentType?: string;
}

/** A page that names more is no list that anybody reads: the first are taken, a budget chooses among them (pipeline/lists/link-budgets.ts). */
export const maxLinks = 20_000;

/** All http(s) links of a page, one an address: with where it stands, the words in it and around it. The best place of several counts. */
export function findLinks({ document, baseUrl, foundOn, selector, contentType = '' }: LinksInput): Link[] {
  const base = webUrl(document.querySelector('base[href]')?.getAttribute('href') ?? '', baseUrl) ?? baseUrl;
  const encoding = legacyEncoding(document, contentType);
  const regions = selector === null ? null : [...document.querySelectorAll(selector)];
  const structure = new LinkRegions();
  const texts = new TeaserTexts();
  const links = new Map<CanonicalUrl, Link>();
  for (const anchor of document.elementsWhere(isLink)) {
    const href = anchor.getAttribute('href') ?? '';
    if (/^\s*(#(?!!)|javascript:|mailto:|tel:|data:)/i.test(href)) continue;
    const address = readAddress(encoding === null ? href : encodeQuery(href, encoding), base);
    if (address === null) continue;
    const { url } = address;
    if (links.size >= maxLinks && !links.has(url)) continue;
    const region =
      regions === null
        ? structure.regionOf(anchor)
        : regions.some((box) => box.contains(anchor))
          ? 'content'
          : 'navigation';
    const link = linkOf(anchor, address, { foundOn, region, texts });
    const earlier = links.get(url);
    links.set(url, earlier === undefined ? link : mergeLinks(earlier, link));
  }
  return [...links.values()];
}

const isLink = (element: Element): boolean =>
  (element.localName === 'a' || element.localName === 'area') && element.hasAttribute('href');

const regionOrder: readonly LinkRegion[] = ['content', 'navigation', 'footer'];

/** The picture, the headline and "more" of one teaser: the content's place, the longest words. */
function mergeLinks(a: Link, b: Link): Link {
  const [first, second] = regionOrder.indexOf(b.region) < regionOrder.indexOf(a.region) ? [b, a] : [a, b];
  return first.region === second.region && second.anchorText.length > first.anchorText.length
    ? { ...first, anchorText: second.anchorText, context: second.context }
    : first;
}

function linkOf(
  anchor: Element,
  address: WebAddress,
  { foundOn, region, texts }: Pick<Link, 'foundOn' | 'region'> & { readonly texts: TeaserTexts },
): Link {
  const anchorText =
    foldSpace(anchor.textContent) ||
    foldSpace(anchor.getAttribute('title') ?? anchor.querySelector('img')?.getAttribute('alt') ?? '');
  return {
    ...address,
    foundOn,
    anchorText: anchorText.slice(0, 300),
    context: region === 'content' ? contextOf(anchor, anchorText, texts) : '',
    region,
    publishedAt: null,
  };
}

/** The text of the smallest box around the anchor that says more than the anchor: its teaser. */
function contextOf(anchor: Element, anchorText: string, texts: TeaserTexts): string {
  let box = anchor.parentElement;
  for (let up = 0; box !== null && up < 4; up++, box = box.parentElement) {
    const text = texts.of(box);
    if (text === null) return '';
    if (text.length > anchorText.length + 20) return text.slice(0, 400);
  }
  return '';
}

/** A box with more text is no teaser. */
const maxTeaserLength = 1_000;

/** Texts of the boxes around links; many links stand in the same ones. */
class TeaserTexts {
  readonly #known = new Map<Element, string | null>();

  /** White space folded; null: too much for a teaser. */
  of(box: Element): string | null {
    const cached = this.#known.get(box);
    if (cached !== undefined) return cached;
    const text = foldSpace(box.textContent);
    const short = text.length > maxTeaserLength ? null : text;
    this.#known.set(box, short);
    return short;
  }
}
