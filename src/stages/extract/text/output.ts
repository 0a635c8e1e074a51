import sanitizeHtml from 'sanitize-html';
import type { ImageRef } from '../../../model/article/draft.ts';
import { webUrl } from '../../../model/web/canonical-url.ts';
import type { Document } from '../dom/document.ts';
import type { Element } from '../dom/tree.ts';
import { type Block, blocksText, foldSpace, lettersIn } from '../page/blocks.ts';
import { cutBlocks } from '../page/page-tree.ts';
import { parseInto } from '../page/parse.ts';
import { allRulesOn, type RulesOff } from '../rules-off.ts';
import { toMarkdown } from './markdown.ts';

export interface BodyOutput {
  readonly body: string;
  readonly bodyHtml: string;
  readonly markdown: string;
  readonly images: readonly ImageRef[];
  /** Blocks of the body, captions included. */
  readonly blocks: readonly Block[];
}

/** Structure and emphasis stay; scripts, embedded content and styles are removed. */
const allowed: sanitizeHtml.IOptions = {
  allowedTags:
    'p br hr h1 h2 h3 h4 h5 h6 ul ol li dl dt dd blockquote q cite pre code kbd samp em strong b i u s del ins mark small sub sup a abbr time table caption thead tbody tfoot tr th td figure figcaption img ruby rt rp div span section'.split(
      ' ',
    ),
  allowedAttributes: {
    a: ['href', 'title'],
    img: ['src', 'alt', 'width', 'height'],
    time: ['datetime'],
    td: ['colspan', 'rowspan'],
    th: ['colspan', 'rowspan', 'scope'],
    ol: ['start'],
    code: ['class'],
    abbr: ['title'],
  },
  allowedClasses: { code: ['language-*'] },
  allowedSchemes: ['http', 'https', 'mailto'],
  allowProtocolRelative: false,
  disallowedTagsMode: 'discard',
};

/** Renders the body as text, safe HTML and Markdown. Captions belong to the images, not to the text, except in a gallery. Changes the document. */
export function renderBody(
  element: Element,
  document: Document,
  baseUrl: string,
  off: RulesOff = allRulesOn,
): BodyOutput {
  resolveAddresses(element, baseUrl);
  // saves the sanitizer from parsing attributes that it drops
  for (const inner of element.querySelectorAll('*')) dropOtherAttributes(inner);
  const sanitized = sanitizeHtml(element.innerHTML, allowed)
    .replace(/<(p|div|span|section)>\s*<\/\1>/g, '')
    .replace(/\n{3,}/g, '\n\n')
    // Turndown's search for white space takes quadratic time
    .replace(/\s{200,}/g, '\n\n')
    .trim();
  const clean = removeDisallowed(parseInto(document.createElement('div'), sanitized));
  const blocks = cutBlocks(element);
  const paragraphs = blocks.filter((block) => block.element.closest('figcaption') === null);
  return {
    body: blocksText(hasCaptions(blocks, paragraphs, off) ? blocks : paragraphs),
    bodyHtml: clean.innerHTML,
    markdown: toMarkdown(clean),
    images: imagesOf(clean),
    blocks,
  };
}

/** Whether captions are text of the body. */
function hasCaptions(blocks: readonly Block[], paragraphs: readonly Block[], off: RulesOff): boolean {
  if (blocks.length === paragraphs.length) return false;
  return isGallery(blocks, paragraphs) ? !off.has('body/gallery') : off.has('body/without-captions');
}

/** Whether the captions hold more text than the paragraphs: then they are the text of a picture series. */
function isGallery(blocks: readonly Block[], paragraphs: readonly Block[]): boolean {
  if (blocks.length - paragraphs.length < minCaptions) return false;
  return lettersIn(blocks) > 2 * lettersIn(paragraphs);
}

/** Captions of a gallery. Chosen by hand, not measured. */
const minCaptions = 3;

const allowedTags = new Set(allowed.allowedTags || []);
const allowedAttributes = new Map(
  Object.entries(allowed.allowedAttributes || {}).map(([tag, names]) => [tag, new Set<unknown>(names)]),
);

/**
 * Removes disallowed elements and attributes a second time. The parser of sanitize-html differs from a browser's: text to the one may be markup to the other.
 * This tree follows the HTML specification, and the output is serialised from it.
 */
export function removeDisallowed(clean: Element): Element {
  for (const element of clean.querySelectorAll('*')) {
    if (!allowedTags.has(element.localName) || element.namespaceURI !== clean.namespaceURI) element.remove();
    else dropOtherAttributes(element);
  }
  return clean;
}

function dropOtherAttributes(element: Element): void {
  const names = allowedAttributes.get(element.localName);
  if (element.attributes.some(({ name }) => names?.has(name) !== true))
    element.attributes = element.attributes.filter(({ name }) => names?.has(name));
}

/** Attributes in which lazy loaders keep the address of an image. */
const lazySources = ['data-src', 'data-original', 'data-lazy-src', 'data-url'];

/** The address of an `img`, as the page writes it; null or empty: it has none. */
export function imageSource(image: Element): string | null {
  const lazy = lazySources.map((name) => image.getAttribute(name)).find((value) => value);
  const fromSet = image.getAttribute('srcset')?.trim().split(/,\s+/).at(-1)?.split(/\s+/)[0];
  const declared = image.getAttribute('src');
  return lazy ?? (declared === null || declared.startsWith('data:') ? (fromSet ?? null) : declared);
}

function resolveAddresses(element: Element, baseUrl: string): void {
  for (const link of element.querySelectorAll('a[href]')) {
    const url = absoluteUrl(link.getAttribute('href') ?? '', baseUrl);
    if (url === null) link.removeAttribute('href');
    else link.setAttribute('href', url);
  }
  for (const image of element.querySelectorAll('img')) {
    const source = imageSource(image);
    const url = source ? webUrl(source, baseUrl) : null;
    if (url === null) image.remove();
    else image.setAttribute('src', url);
  }
}

/** Keeps the fragment: a link in the text may lead to a place within a page. */
function absoluteUrl(href: string, baseUrl: string): string | null {
  return URL.canParse(href, baseUrl) ? new URL(href, baseUrl).href : null;
}

function imagesOf(clean: Element): ImageRef[] {
  const images = [...clean.querySelectorAll('img[src]')].map((image) => ({
    url: image.getAttribute('src') ?? '',
    alt: foldSpace(image.getAttribute('alt') ?? ''),
    caption: foldSpace(image.closest('figure')?.querySelector('figcaption')?.textContent ?? ''),
  }));
  return [...new Map(images.map((image) => [image.url, image])).values()].slice(0, 100);
}
