import sanitizeHtml from 'sanitize-html';
import type { ImageRef } from '../../../model/article/draft.ts';
import { webUrl } from '../../../model/web/canonical-url.ts';
import type { Document } from '../dom/document.ts';
import type { Element } from '../dom/tree.ts';
import { type Block, fold, textOf } from '../page/blocks.ts';
import { cutBlocks } from '../page/page-tree.ts';
import { parseInto } from '../page/parse.ts';
import { toMarkdown } from './markdown.ts';

export interface BodyOutput {
  readonly body: string;
  readonly bodyHtml: string;
  readonly markdown: string;
  readonly images: readonly ImageRef[];
  /** Its lines, those of captions too. */
  readonly blocks: readonly Block[];
}

/** Structure and emphasis stay; whatever runs, loads or styles goes. */
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

/** Turns the chosen part of a page into text, safe HTML and Markdown. Captions are of the pictures, not of the text. */
export function renderBody(element: Element, document: Document, baseUrl: string): BodyOutput {
  absolute(element, baseUrl);
  // the sanitizer would read all of them, to drop them
  for (const one of element.querySelectorAll('*')) dropOtherAttributes(one);
  const sanitized = sanitizeHtml(element.innerHTML, allowed)
    .replace(/<(p|div|span|section)>\s*<\/\1>/g, '')
    .replace(/\n{3,}/g, '\n\n')
    // Turndown's own search for white space takes its length squared
    .replace(/\s{200,}/g, '\n\n')
    .trim();
  const clean = onlyAllowed(parseInto(document.createElement('div'), sanitized));
  const blocks = cutBlocks(element);
  const paragraphs = blocks.filter((block) => block.element.closest('figcaption') === null);
  return {
    body: textOf(isGallery(blocks, paragraphs) ? blocks : paragraphs),
    bodyHtml: clean.innerHTML,
    markdown: toMarkdown(clean),
    images: imagesOf(clean),
    blocks,
  };
}

/** Captions of a picture series that tell more than what stands around them are its text. */
function isGallery(blocks: readonly Block[], paragraphs: readonly Block[]): boolean {
  if (blocks.length - paragraphs.length < fewestCaptions) return false;
  const [all, text] = [blocks, paragraphs].map((list) => list.reduce((sum, { length }) => sum + length, 0));
  return (all ?? 0) > 2 * (text ?? 0);
}

const fewestCaptions = 3;

const allowedTags = new Set(allowed.allowedTags || []);
const allowedAttributes = new Map(
  Object.entries(allowed.allowedAttributes || {}).map(([tag, names]) => [tag, new Set<unknown>(names)]),
);

/**
 * A second look after sanitize-html, whose parser is none of a browser: what ever got past it was text to the one and mark-up to the other. This tree is the
 * specification's, and what is given out is written from it.
 */
export function onlyAllowed(clean: Element): Element {
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

/** Where lazy loaders keep the picture until it is scrolled to. */
const lazySources = ['data-src', 'data-original', 'data-lazy-src', 'data-url'];

function absolute(element: Element, baseUrl: string): void {
  for (const link of element.querySelectorAll('a[href]')) {
    const url = tryUrl(link.getAttribute('href') ?? '', baseUrl);
    if (url === null) link.removeAttribute('href');
    else link.setAttribute('href', url);
  }
  for (const image of element.querySelectorAll('img')) {
    const lazy = lazySources.map((name) => image.getAttribute(name)).find((value) => value);
    const fromSet = image.getAttribute('srcset')?.trim().split(/,\s+/).at(-1)?.split(/\s+/)[0];
    const given = image.getAttribute('src');
    const source = lazy ?? (given === null || given.startsWith('data:') ? fromSet : given);
    const url = source ? webUrl(source, baseUrl) : null;
    if (url === null) image.remove();
    else image.setAttribute('src', url);
  }
}

/** A link in the text keeps its fragment: it leads to a place of a page. */
function tryUrl(href: string, baseUrl: string): string | null {
  return URL.canParse(href, baseUrl) ? new URL(href, baseUrl).href : null;
}

function imagesOf(clean: Element): ImageRef[] {
  const images = [...clean.querySelectorAll('img[src]')].map((image) => ({
    url: image.getAttribute('src') ?? '',
    alt: fold(image.getAttribute('alt') ?? ''),
    caption: fold(image.closest('figure')?.querySelector('figcaption')?.textContent ?? ''),
  }));
  return [...new Map(images.map((image) => [image.url, image])).values()].slice(0, 100);
}
