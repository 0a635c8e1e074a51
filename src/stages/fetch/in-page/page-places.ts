// Runs in the page, as source text, together with serializer.ts: positions of elements. The serializer gets these functions as an argument, because bundlers
// rename imports.

export interface Origin {
  readonly x: number;
  readonly y: number;
}

/** Position, size and font size of an element with direct text: `x,y,width,height,letters`. Null without direct text, and for elements that no rule needs. */
function placeOf(element: Element, tag: string, origin: Origin): string | null {
  if (/^(script|noscript|template|textarea|select|option|title|form|svg|button)$/.test(tag)) return null;
  let text = element.firstChild;
  while (text !== null && !(text.nodeType === 3 && /\S/.test(text.nodeValue ?? ''))) text = text.nextSibling;
  // half of a page's texts are short links, whose position no rule needs
  if (text === null || (tag === 'a' && (text.nodeValue ?? '').length < 40)) return null;
  const letters = Math.round(Number.parseFloat(getComputedStyle(element).fontSize) * 10) / 10;
  const place = rectangleOf(element, origin);
  return `${place.endsWith(',0,0') ? rectangleOf(textRange(text), origin) : place},${letters}`;
}

/** The range of a text: an element without a box (`display: contents`) is where its text is. */
function textRange(text: Node): Range {
  const range = new Range();
  range.selectNode(text);
  return range;
}

function rectangleOf(element: Element | Range, origin: Origin): string {
  const { x, y, width, height } = element.getBoundingClientRect();
  return [x + origin.x, y + origin.y, width, height].map(Math.round).join();
}

/** Origin of a frame's coordinates on the page. */
function originOf(frame: Element, origin: Origin): Origin {
  const { x, y } = frame.getBoundingClientRect();
  return { x: x + origin.x + frame.clientLeft, y: y + origin.y + frame.clientTop };
}

/** Elements that stay in the window while the page scrolls, such as bars and dialogs, if they cover one of nine points of the window. */
function layersOverPage(): ReadonlySet<Node> {
  const layers = new Set<Node>();
  const checked = new Set<Node>();
  const shares = [0.02, 0.5, 0.98];
  for (const across of shares) {
    for (const down of shares) {
      let node: Node | null = elementAt(across * innerWidth, down * innerHeight);
      for (; node !== null && !checked.has(node); node = parentOf(node)) {
        checked.add(node);
        if (node instanceof Element && getComputedStyle(node).position === 'fixed') layers.add(node);
      }
    }
  }
  return layers;
}

/** The innermost element at a point, also inside shadow trees. */
function elementAt(x: number, y: number): Element | null {
  let element = Document.prototype.elementFromPoint.call(document, x, y);
  for (;;) {
    const root = element === null ? null : (Reflect.get(Element.prototype, 'shadowRoot', element) as ShadowRoot | null);
    const inner = root?.elementFromPoint(x, y) ?? null;
    if (inner === null || inner === element) return element;
    element = inner;
  }
}

/** The parent, or the host of a shadow root. */
const parentOf = (node: Node): Node | null =>
  (Reflect.get(Node.prototype, 'parentNode', node) as Node | null) ?? (node instanceof ShadowRoot ? node.host : null);

export interface PagePlaces {
  readonly placeOf: typeof placeOf;
  readonly rectangleOf: typeof rectangleOf;
  readonly originOf: typeof originOf;
  readonly layersOverPage: typeof layersOverPage;
}

/** Source of the functions above, to run in the page. */
export const placesSource: string = [
  ...[placeOf, textRange, rectangleOf, originOf, layersOverPage, elementAt].map(String),
  `const parentOf = ${String(parentOf)};`,
].join('\n');
/** Evaluates to a `PagePlaces`. */
export const placesExpression = '{ placeOf, rectangleOf, originOf, layersOverPage }';
