// Runs in the page, as source text, beside serializer.ts: where things stand there. It comes in as an argument: a bundler renames what is imported.

export interface Origin {
  readonly x: number;
  readonly y: number;
}

/** Null where an element has no text of its own, or is not shown. */
function placeOf(element: Element, tag: string, origin: Origin): string | null {
  if (/^(script|noscript|template|textarea|select|option|title|form|svg|button)$/.test(tag)) return null;
  let text = element.firstChild;
  while (text !== null && !(text.nodeType === 3 && /\S/.test(text.nodeValue ?? ''))) text = text.nextSibling;
  // half of a page's texts are short links, of which no rule asks where they are
  if (text === null || (tag === 'a' && (text.nodeValue ?? '').length < 40)) return null;
  const letters = Math.round(Number.parseFloat(getComputedStyle(element).fontSize) * 10) / 10;
  const place = rectangleOf(element, origin);
  return `${place.endsWith(',0,0') ? rectangleOf(textRange(text), origin) : place},${letters}`;
}

/** An element without a box of its own (`display: contents`) stands where its text does. */
function textRange(text: Node): Range {
  const range = new Range();
  range.selectNode(text);
  return range;
}

function rectangleOf(element: Element | Range, origin: Origin): string {
  const { x, y, width, height } = element.getBoundingClientRect();
  return [x + origin.x, y + origin.y, width, height].map(Math.round).join();
}

/** Where a frame's own coordinates begin on the page. */
function originOf(frame: Element, origin: Origin): Origin {
  const { x, y } = frame.getBoundingClientRect();
  return { x: x + origin.x + frame.clientLeft, y: y + origin.y + frame.clientTop };
}

/** What stays in the window while the page is scrolled: bars and dialogs, as far as one of nine points of the window shows them. */
function layersOverPage(): ReadonlySet<Node> {
  const layers = new Set<Node>();
  const known = new Set<Node>();
  const shares = [0.02, 0.5, 0.98];
  for (const across of shares) {
    for (const down of shares) {
      let node: Node | null = elementAt(across * innerWidth, down * innerHeight);
      for (; node !== null && !known.has(node); node = parentOf(node)) {
        known.add(node);
        if (node instanceof Element && getComputedStyle(node).position === 'fixed') layers.add(node);
      }
    }
  }
  return layers;
}

/** The innermost one, in shadow trees too. */
function elementAt(x: number, y: number): Element | null {
  let found = Document.prototype.elementFromPoint.call(document, x, y);
  for (;;) {
    const root = found === null ? null : (Reflect.get(Element.prototype, 'shadowRoot', found) as ShadowRoot | null);
    const inner = root?.elementFromPoint(x, y) ?? null;
    if (inner === null || inner === found) return found;
    found = inner;
  }
}

/** The element around, out of shadow trees too. */
const parentOf = (node: Node): Node | null =>
  (Reflect.get(Node.prototype, 'parentNode', node) as Node | null) ?? (node instanceof ShadowRoot ? node.host : null);

export interface PagePlaces {
  readonly placeOf: typeof placeOf;
  readonly rectangleOf: typeof rectangleOf;
  readonly originOf: typeof originOf;
  readonly layersOverPage: typeof layersOverPage;
}

/** All of them, for the page's side, and the expression that gives them. */
export const placesSource: string = [
  ...[placeOf, textRange, rectangleOf, originOf, layersOverPage, elementAt].map(String),
  `const parentOf = ${String(parentOf)};`,
].join('\n');
export const placesExpression = '{ placeOf, rectangleOf, originOf, layersOverPage }';
