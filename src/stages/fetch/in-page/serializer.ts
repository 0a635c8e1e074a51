import { type PagePlaces, placesSource } from './page-places.ts';

export interface SerializeLimits {
  readonly maxNodes: number;
  readonly maxChars: number;
}

export interface SerializeOptions extends SerializeLimits {
  /** Adds `data-r="x,y,width,height"` to each element of the body, CSS px from the page's top left. Costs a reflow and makes the HTML a quarter longer. */
  readonly rectangles: boolean;
}

/** Beyond these numbers of DOM nodes and characters a page is refused as an attack. */
export const serializeLimits: SerializeLimits = { maxNodes: 500_000, maxChars: 20 * 1024 * 1024 };

/**
 * Runs in the page (as source text). Serializes the document as HTML, with more than `outerHTML` has:
 * - open shadow roots, as `<template shadowrootmode="open">`
 * - the bodies of same-origin frames, as `<x-frame data-src>` after their `<iframe>`
 * - `data-v="0"` on elements of the body that are not visible, `data-v="over"` on layers over the page
 * - `data-g="x,y,width,height,letters"` on elements with direct text: position, size and font size in CSS px; on `html` only the page's width
 *
 * Styles are left out, and scripts except JSON and short inline ones that name a media file.
 * @returns null beyond the limits
 */
export function serializeDocument(options: SerializeOptions, places: PagePlaces): string | null {
  const parts: string[] = ['<!doctype html>'];
  const layers = places.layersOverPage();
  const state = { nodes: 0, chars: 0, origin: { x: scrollX, y: scrollY } };
  const write = (text: string): void => {
    state.chars += text.length;
    parts.push(text);
  };
  /** `isPlaced`: the parent has a position, which holds for inline elements too. `isInHidden`: the parent is not visible. */
  const walk = (raw: Node, inBody: boolean, isPlaced: boolean, isInHidden: boolean): void => {
    state.nodes++;
    if (state.nodes > options.maxNodes || state.chars > options.maxChars) return;
    const node = isForm(raw) ? withoutControls(raw) : raw;
    if (node.nodeType === 3) write(escapeText(node));
    if (node.nodeType !== 1) return;
    const element = node as Element;
    const tag = element.localName;
    if (isLeftOut(element, tag)) return;
    const body = inBody || tag === 'body';
    const hidden = body && isHidden(element, isInHidden);
    const marks: string[] = [];
    if (body && options.rectangles) marks.push(`data-r="${places.rectangleOf(element, state.origin)}"`);
    const hasParentPlace = isPlaced && isInline(tag);
    const place = body && !hidden && !hasParentPlace ? places.placeOf(element, tag, state.origin) : null;
    if (place !== null) marks.push(`data-g="${place}"`);
    if (tag === 'html') marks.push(`data-g="${element.clientWidth}"`);
    if (hidden) marks.push('data-v="0"');
    else if (layers.has(raw)) marks.push('data-v="over"');
    write(openTag(element, tag, marks));
    if (isVoid(tag)) return;
    const placed = place !== null || hasParentPlace;
    if (element.shadowRoot) {
      write('<template shadowrootmode="open">');
      for (const child of element.shadowRoot.childNodes) walk(child, body, placed, hidden);
      write('</template>');
    }
    const inner = tag === 'template' ? (element as HTMLTemplateElement).content : element;
    if (tag !== 'iframe') for (const child of inner.childNodes) walk(child, body, placed, hidden);
    write(`</${tag}>`);
    const framed = tag === 'iframe' || tag === 'frame' ? frameBody(element as HTMLIFrameElement) : null;
    if (framed === null) return;
    write(`<x-frame data-src="${escapeAttribute((element as HTMLIFrameElement).src)}">`);
    const { origin } = state;
    state.origin = places.originOf(element, origin);
    for (const child of framed.childNodes) walk(child, true, false, hidden);
    state.origin = origin;
    write('</x-frame>');
  };
  // an image document that fails to load, or a script, may leave a document without a root
  const root: Element | null = document.documentElement;
  if (root !== null) walk(root, false, false, false);
  return state.nodes > options.maxNodes || state.chars > options.maxChars ? null : parts.join('');
}

function openTag(element: Element, tag: string, marks: readonly string[]): string {
  let text = `<${tag}`;
  for (const { name, value } of element.attributes) {
    if (isOurs(name) || /[\s"'<>/=]/.test(name)) continue;
    text += ` ${name}="${escapeAttribute(value)}"`;
  }
  for (const mark of marks) text += ` ${mark}`;
  return `${text}>`;
}

/** Attributes that only the serializer sets: a page must not forge them. */
const isOurs = (name: string): boolean => name === 'data-v' || name === 'data-r' || name === 'data-g';

function isHidden(element: Element, isInHidden: boolean): boolean {
  const options = { opacityProperty: true, visibilityProperty: true };
  if (element.checkVisibility === undefined || element.checkVisibility(options)) return false;
  // `display: contents` has no box but shows its children; the proxy of a form is not an Element
  return isInHidden || !(element instanceof Element) || getComputedStyle(element).display !== 'contents';
}

/** Reads the prototype's property: a form's controls hide its own ones in every world, for example `<input name="nodeName">`. */
function isForm(node: Node): boolean {
  const name = Reflect.get(Node.prototype, 'nodeName', node) as string;
  return name === 'FORM' || name === 'form';
}

/** A proxy of the form with the prototype's properties. */
function withoutControls(form: Node): Node {
  const get = (_: object, name: string | symbol): unknown => {
    const value: unknown = Reflect.get(HTMLFormElement.prototype, name, form);
    return typeof value === 'function' ? value.bind(form) : value;
  };
  return new Proxy({}, { get }) as Node;
}

/** Inline elements, as in extraction. */
const isInline = (tag: string): boolean =>
  /^(a|abbr|acronym|b|bdi|bdo|big|cite|code|data|del|dfn|em|font|i|ins|kbd|mark|q|rp|rt|ruby|s|samp|small|span|strike|strong|sub|sup|time|tt|u|var)$/.test(
    tag,
  );

function isLeftOut(element: Element, tag: string): boolean {
  if (tag === 'style') return true;
  if (tag !== 'script') return false;
  const { type } = element as HTMLScriptElement;
  if (type === 'application/ld+json' || type === 'application/json') return false;
  const text = element.textContent ?? '';
  return text.length > 65_536 || !/\.(m3u8|mpd|mp4|flv|webm)\b/.test(text);
}

function frameBody(frame: HTMLIFrameElement): Element | null {
  try {
    return frame.contentDocument?.body ?? null;
  } catch {
    return null; // a frame of another origin throws
  }
}

const isVoid = (tag: string): boolean =>
  /^(area|base|br|col|embed|hr|img|input|link|meta|param|source|track|wbr)$/.test(tag);

function escapeText(node: Node): string {
  const text = node.nodeValue ?? '';
  const parent = node.parentNode === null ? '' : node.parentNode.nodeName;
  // a script may have put an end tag, and forged marks after it, into their text; in JSON the backslash changes nothing
  if (parent === 'SCRIPT' || parent === 'NOSCRIPT') return text.replace(/<\/(?=script|noscript)/gi, '<\\/');
  return text.replace(/[&<>]/g, (char) => (char === '&' ? '&amp;' : char === '<' ? '&lt;' : '&gt;'));
}

function escapeAttribute(text: string): string {
  return text.replace(/[&"]/g, (char) => (char === '&' ? '&amp;' : '&quot;'));
}

/** Source of `serializeDocument` and all functions that it calls, to run in the page. */
export const serializerSource = [
  placesSource,
  ...[serializeDocument, openTag, isHidden, isForm, withoutControls].map(String),
  ...[isLeftOut, frameBody, escapeText, escapeAttribute].map(String),
  ...Object.entries({ isVoid, isOurs, isInline }).map(([name, test]) => `const ${name} = ${String(test)};`),
].join('\n');
