type Native = (...args: unknown[]) => unknown;

/** Part of both functions below: puts `around` before a native function, whose text `toString` still gives. */
function wrapNative(
  owner: object,
  [name, kind]: readonly [name: string, kind: 'value' | 'get' | 'set'],
  around: (call: { readonly native: () => unknown; readonly self: unknown; readonly args: unknown[] }) => unknown,
): void {
  const property = Object.getOwnPropertyDescriptor(owner, name);
  const native = property?.[kind] as Native | undefined;
  if (native === undefined) return;
  const wrapped = new Proxy(native, {
    apply: (target, self, args) => around({ native: () => Reflect.apply(target, self, args), self, args }),
  });
  Object.defineProperty(owner, name, { ...property, [kind]: wrapped });
}

/** Runs in every frame before its scripts (as source text): gives images the box that a loaded one would have. */
function styleImages(): void {
  // px; the size of a common poster, for images whose size only the file knows
  const natural = '640px 360px';
  const small = ['.svg', 'icon', 'logo', 'avatar', 'emoji', 'sprite', 'arrow'].map((name) => `img[src*="${name}" i]`);
  const sheet = new CSSStyleSheet();
  // in a layer, so that every style of the page wins
  sheet.replaceSync(`@layer {
    img, input[type="image" i] { display: inline-block; overflow: hidden; contain: size; contain-intrinsic-size: ${natural} }
    :where(img, input[type="image" i]):not([width][height]) { aspect-ratio: 16 / 9 }
    :is(${small}):not([width]):not([height]) { contain-intrinsic-size: 32px 32px; aspect-ratio: 1 }
  }`);
  const isOurs = (root: Node): boolean => (root.ownerDocument ?? root) === document;
  wrapNative(Element.prototype, ['attachShadow', 'value'], ({ native }) => {
    const root = native() as ShadowRoot;
    if (isOurs(root)) root.adoptedStyleSheets = [];
    return root;
  });
  for (const { prototype } of [Document, ShadowRoot])
    wrapNative(prototype, ['adoptedStyleSheets', 'set'], ({ native, self, args }) => {
      const [sheets] = args as [Iterable<CSSStyleSheet>];
      if (isOurs(self as Node)) args[0] = [sheet, ...[...sheets].filter((other) => other !== sheet)];
      return native();
    });
  document.adoptedStyleSheets = [];
  document.addEventListener('DOMContentLoaded', () => {
    // roots that the parser attaches: a template tag in the markup
    for (const { shadowRoot } of document.querySelectorAll('*'))
      if (shadowRoot !== null) shadowRoot.adoptedStyleSheets = [...shadowRoot.adoptedStyleSheets];
  });
}

/** Runs in every frame before its scripts (as source text): the scripts that wait for an image hear that it is loaded. */
function announceImages(): void {
  const { prototype } = HTMLImageElement;
  const { setTimeout: later } = window;
  const hasSource = (image: HTMLImageElement): boolean => image.src !== '' || image.srcset !== '';
  const announce = (image: HTMLImageElement): void => {
    if (hasSource(image)) later(() => image.dispatchEvent(new Event('load')), 0);
  };
  const changes = new MutationObserver((records) => {
    for (const image of new Set(records.map(({ target }) => target as HTMLImageElement))) announce(image);
  });
  const watched = new WeakSet<HTMLImageElement>();
  const watch = (image: HTMLImageElement): void => {
    if (watched.has(image)) return;
    watched.add(image);
    changes.observe(image, { attributes: true, attributeFilter: ['src', 'srcset'] });
    announce(image);
  };
  // only of images: every other element keeps the native functions
  const { addEventListener } = EventTarget.prototype;
  const onload = Object.getOwnPropertyDescriptor(HTMLElement.prototype, 'onload');
  Object.defineProperty(prototype, 'addEventListener', { value: addEventListener, configurable: true, writable: true });
  if (onload !== undefined) Object.defineProperty(prototype, 'onload', onload);
  wrapNative(prototype, ['addEventListener', 'value'], ({ self, args }) => {
    Reflect.apply(EventTarget.prototype.addEventListener, self, args); // which other hooks may have replaced since
    if (args[0] === 'load') watch(self as HTMLImageElement);
  });
  wrapNative(prototype, ['onload', 'set'], ({ native, self }) => {
    native();
    watch(self as HTMLImageElement);
  });
  document.addEventListener('DOMContentLoaded', () => {
    for (const image of document.querySelectorAll<HTMLImageElement>('img[onload]')) watch(image);
  });
  const answers = { complete: true, naturalWidth: 640, naturalHeight: 360 };
  for (const [name, answer] of Object.entries(answers))
    wrapNative(prototype, [name, 'get'], ({ native, self }) => {
      const real = native(); // throws where `self` is no image, as it should
      return hasSource(self as HTMLImageElement) ? answer : real;
    });
  wrapNative(prototype, ['decode', 'value'], ({ native, self }) =>
    hasSource(self as HTMLImageElement) ? Promise.resolve() : native(),
  );
}

/**
 * For a browser that loads no images: there, an image shrinks to its alternative text, whatever its attributes and styles say, and its `load` never fires. A poster
 * then has no place to click, and pages that wait for their poster stay as they are. With this script, images have their boxes, and nothing is requested.
 */
export const imageBoxesScript = `{ ${wrapNative} (${styleImages})(); (${announceImages})(); }`;
