export interface SerializeLimits {
  readonly maxNodes: number;
  readonly maxChars: number;
}

export interface SerializeOptions extends SerializeLimits {
  /** Where each element of the body stands: `data-r="x,y,width,height"`, CSS px from the top left of the page (of its frame, in frames). Costs a reflow and a quarter of the text. */
  readonly rectangles: boolean;
}

/** DOM nodes and characters beyond which a page is no page (design: resource safety). */
export const serializeLimits: SerializeLimits = { maxNodes: 500_000, maxChars: 20 * 1024 * 1024 };

/**
 * Runs in the page (as source text): the document as HTML with what `outerHTML` lacks. Open shadow roots become `<template shadowrootmode="open">`; the body
 * of a same-origin frame stands in an `<x-frame data-src>` behind its `<iframe>`; `data-v="0"` marks elements of the body that are not shown. Styles go, and
 * scripts but data (JSON) and short inline ones that name a media file.
 * @returns null beyond the limits
 */
export function serializeDocument(options: SerializeOptions): string | null {
  const parts: string[] = ['<!doctype html>'];
  const state = { nodes: 0, chars: 0 };
  const write = (text: string): void => {
    state.chars += text.length;
    parts.push(text);
  };
  const walk = (node: Node, inBody: boolean): void => {
    state.nodes++;
    if (state.nodes > options.maxNodes || state.chars > options.maxChars) return;
    if (node.nodeType === 3) write(escapeText(node));
    if (node.nodeType !== 1) return;
    const element = node as Element;
    const tag = element.localName;
    if (isLeftOut(element, tag)) return;
    const body = inBody || tag === 'body';
    write(openTag(element, tag, body, options.rectangles));
    if (isVoid(tag)) return;
    if (element.shadowRoot) {
      write('<template shadowrootmode="open">');
      for (const child of element.shadowRoot.childNodes) walk(child, body);
      write('</template>');
    }
    const inner = tag === 'template' ? (element as HTMLTemplateElement).content : element;
    if (tag !== 'iframe') for (const child of inner.childNodes) walk(child, body);
    write(`</${tag}>`);
    const framed = tag === 'iframe' || tag === 'frame' ? frameBody(element as HTMLIFrameElement) : null;
    if (framed === null) return;
    write(`<x-frame data-src="${escapeAttribute((element as HTMLIFrameElement).src)}">`);
    for (const child of framed.childNodes) walk(child, true);
    write('</x-frame>');
  };
  walk(document.documentElement, false);
  return state.nodes > options.maxNodes || state.chars > options.maxChars ? null : parts.join('');
}

function openTag(element: Element, tag: string, inBody: boolean, rectangles: boolean): string {
  let text = `<${tag}`;
  for (const { name, value } of element.attributes) {
    if (isOurs(name, rectangles) || /[\s"'<>/=]/.test(name)) continue;
    text += ` ${name}="${escapeAttribute(value)}"`;
  }
  if (!inBody) return `${text}>`;
  if (rectangles) text += ` data-r="${rectangleOf(element)}"`;
  const hidden =
    element.checkVisibility && !element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  return hidden ? `${text} data-v="0">` : `${text}>`;
}

/** A page cannot say in our name what is shown and where. */
const isOurs = (name: string, rectangles: boolean): boolean => name === 'data-v' || (rectangles && name === 'data-r');

function rectangleOf(element: Element): string {
  const { x, y, width, height } = element.getBoundingClientRect();
  const view = element.ownerDocument.defaultView ?? window;
  return [x + view.scrollX, y + view.scrollY, width, height].map(Math.round).join();
}

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
  if (parent === 'SCRIPT' || parent === 'NOSCRIPT') return text;
  return text.replace(/[&<>]/g, (char) => (char === '&' ? '&amp;' : char === '<' ? '&lt;' : '&gt;'));
}

function escapeAttribute(text: string): string {
  return text.replace(/[&"]/g, (char) => (char === '&' ? '&amp;' : '&quot;'));
}

/** All that `serializeDocument` calls, for the page's side. */
export const serializerSource = [
  ...[serializeDocument, openTag, rectangleOf, isLeftOut, frameBody, escapeText, escapeAttribute].map(String),
  `const isVoid = ${String(isVoid)}; const isOurs = ${String(isOurs)};`,
].join('\n');
