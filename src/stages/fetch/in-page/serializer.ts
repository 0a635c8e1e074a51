import { type PagePlaces, placesSource } from './page-places.ts';

export interface SerializeLimits {
  readonly maxNodes: number;
  readonly maxChars: number;
}

export interface SerializeOptions extends SerializeLimits {
  /** Where each element of the body stands: `data-r="x,y,width,height"`, CSS px from the top left of the page. Costs a reflow and a quarter of the text. */
  readonly rectangles: boolean;
}

/** DOM nodes and characters beyond which a page is no page (design: resource safety). */
export const serializeLimits: SerializeLimits = { maxNodes: 500_000, maxChars: 20 * 1024 * 1024 };

/**
 * Runs in the page (as source text): the document as HTML with what `outerHTML` lacks. Open shadow roots become `<template shadowrootmode="open">`; the body
 * of a same-origin frame stands in an `<x-frame data-src>` behind its `<iframe>`; `data-v="0"` marks elements of the body that are not shown, `data-v="over"` layers over the page, and
 * `data-g="x,y,width,height,letters"` says where those that hold text themselves stand on the page and how large their letters are (CSS px; `html` has the page's
 * width there). Styles go, and scripts but data (JSON) and short inline ones that name a media file.
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
  /** `isPlaced`: the text around a line's element has its place, which is the line's too. `isUnseen`: what is around is not shown. */
  const walk = (raw: Node, inBody: boolean, isPlaced: boolean, isUnseen: boolean): void => {
    state.nodes++;
    if (state.nodes > options.maxNodes || state.chars > options.maxChars) return;
    const node = isForm(raw) ? withoutControls(raw) : raw;
    if (node.nodeType === 3) write(escapeText(node));
    if (node.nodeType !== 1) return;
    const element = node as Element;
    const tag = element.localName;
    if (isLeftOut(element, tag)) return;
    const body = inBody || tag === 'body';
    const hidden = body && isHidden(element, isUnseen);
    const marks: string[] = [];
    if (body && options.rectangles) marks.push(`data-r="${places.rectangleOf(element, state.origin)}"`);
    const isLine = isPlaced && isOfLine(tag);
    const place = body && !hidden && !isLine ? places.placeOf(element, tag, state.origin) : null;
    if (place !== null) marks.push(`data-g="${place}"`);
    if (tag === 'html') marks.push(`data-g="${element.clientWidth}"`);
    if (hidden) marks.push('data-v="0"');
    else if (layers.has(raw)) marks.push('data-v="over"');
    write(openTag(element, tag, marks));
    if (isVoid(tag)) return;
    const placed = place !== null || isLine;
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
  // a picture that is none, or a script, leaves a document without its root
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

/** A page cannot say in our name what is shown and where. */
const isOurs = (name: string): boolean => name === 'data-v' || name === 'data-r' || name === 'data-g';

function isHidden(element: Element, isUnseen: boolean): boolean {
  const options = { opacityProperty: true, visibilityProperty: true };
  if (element.checkVisibility === undefined || element.checkVisibility(options)) return false;
  // no box of its own is no reason: what is in it is shown. A form is no element here, but what stands for one
  return isUnseen || !(element instanceof Element) || getComputedStyle(element).display !== 'contents';
}

/** Whatever its controls are called: they hide a form's own properties (`<input name="attributes">`), in every world. */
function isForm(node: Node): boolean {
  const name = Reflect.get(Node.prototype, 'nodeName', node) as string;
  return name === 'FORM' || name === 'form';
}

function withoutControls(form: Node): Node {
  const get = (_: object, name: string | symbol): unknown => {
    const value: unknown = Reflect.get(HTMLFormElement.prototype, name, form);
    return typeof value === 'function' ? value.bind(form) : value;
  };
  return new Proxy({}, { get }) as Node;
}

/** Elements of a line, as extraction sees it. */
const isOfLine = (tag: string): boolean =>
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
    return null; // another origin: the browser's only way to say so
  }
}

const isVoid = (tag: string): boolean =>
  /^(area|base|br|col|embed|hr|img|input|link|meta|param|source|track|wbr)$/.test(tag);

function escapeText(node: Node): string {
  const text = node.nodeValue ?? '';
  const parent = node.parentNode === null ? '' : node.parentNode.nodeName;
  // written by a script, their text may hold their own end, and marks of ours behind it; in JSON the backslash means nothing
  if (parent === 'SCRIPT' || parent === 'NOSCRIPT') return text.replace(/<\/(?=script|noscript)/gi, '<\\/');
  return text.replace(/[&<>]/g, (char) => (char === '&' ? '&amp;' : char === '<' ? '&lt;' : '&gt;'));
}

function escapeAttribute(text: string): string {
  return text.replace(/[&"]/g, (char) => (char === '&' ? '&amp;' : '&quot;'));
}

/** All that `serializeDocument` calls, for the page's side. */
export const serializerSource = [
  placesSource,
  ...[serializeDocument, openTag, isHidden, isForm, withoutControls].map(String),
  ...[isLeftOut, frameBody, escapeText, escapeAttribute].map(String),
  ...Object.entries({ isVoid, isOurs, isOfLine }).map(([name, test]) => `const ${name} = ${String(test)};`),
].join('\n');
