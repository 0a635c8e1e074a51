// Runs in the page, as source text, in our isolated world: the links of a list while it grows. The functions name each other, so they are put into one source.

/** A link as the page shows it. */
export interface ShownLink {
  /** Absolute. */
  readonly href: string;
  readonly text: string;
  /** Text of the smallest box around it that has more text: its teaser. */
  readonly context: string;
}

export interface ScrollResult {
  /** Links that were not there before. */
  readonly links: ShownLink[];
  /** Elements of the document. */
  readonly elements: number;
}

/** State of our isolated world, as long as the document lives. */
interface ListState {
  /** Addresses that were reported. */
  readonly seen: Set<string>;
  /** Controls that were clicked without effect. */
  readonly dead: WeakSet<Element>;
  /** Page numbers that were clicked. */
  readonly pages: Set<number>;
  last: Element | null;
}

function listState(): ListState {
  // no plain name: elements with an id are properties of the window in every world
  const name = Symbol.for('newshawk.list');
  const world = globalThis as { [name]?: ListState };
  const state = world[name] ?? { seen: new Set(), dead: new WeakSet(), pages: new Set([1]), last: null };
  world[name] = state;
  return state;
}

/** The document and its open shadow roots, also nested ones. */
function openRoots(): (Document | ShadowRoot)[] {
  const roots: (Document | ShadowRoot)[] = [document];
  for (const root of roots)
    for (const element of root.querySelectorAll('*')) if (element.shadowRoot !== null) roots.push(element.shadowRoot);
  return roots;
}

/** The links outside of menus that were not reported yet. */
function newLinks(): ShownLink[] {
  const { seen } = listState();
  const found = new Map<string, ShownLink>();
  for (const root of openRoots()) {
    for (const anchor of root.querySelectorAll<HTMLAnchorElement>('a[href], area[href]')) {
      const { href } = anchor;
      if (typeof href !== 'string' || !/^https?:/.test(href) || seen.has(href)) continue;
      if (anchor.closest('nav, footer, [role="navigation"], [role="contentinfo"]') !== null || isOwnHeading(anchor))
        continue;
      const text = folded(anchor.textContent) || folded(anchor.title || anchor.querySelector('img')?.alt || '');
      if (text.length >= (found.get(href)?.text.length ?? -1))
        found.set(href, { href, text: text.slice(0, 300), context: contextOf(anchor, text) });
    }
  }
  for (const href of found.keys()) seen.add(href);
  return [...found.values()];
}

/** Whether the link is the address of the heading around it: `?id=what-we-learned`. */
function isOwnHeading({ pathname, search, parentElement }: HTMLAnchorElement): boolean {
  const id = parentElement?.closest('h1, h2, h3, h4')?.id ?? '';
  return id !== '' && pathname === location.pathname && [...new URLSearchParams(search).values()].includes(id);
}

function folded(text: string | null): string {
  return (text ?? '').replace(/\s+/g, ' ').trim();
}

function contextOf(anchor: Element, text: string): string {
  let box = anchor.parentElement;
  for (let up = 0; box !== null && up < 4; up++, box = box.parentElement) {
    const around = folded(box.textContent);
    if (around.length > 1_000) return '';
    if (around.length > text.length + 20) return around.slice(0, 400);
  }
  return '';
}

/** Scrolls by screens to the end, or by `maxScreens`; lists that remove what is out of sight are read on the way. At the end it moves up and down once more: some observers report only changes. */
async function scrollThrough(maxScreens: number, maxMs: number, fromTop: boolean): Promise<ScrollResult> {
  const endsAt = performance.now() + maxMs;
  const links = newLinks();
  const boxes = scrollBoxes();
  if (fromTop) for (const box of boxes) box.scrollTo({ top: 0, behavior: 'instant' });
  const move = async (screens: number): Promise<boolean> => {
    const before = boxes.map(({ scrollTop }) => scrollTop);
    for (const box of boxes) box.scrollBy({ top: box.clientHeight * screens, behavior: 'instant' });
    await twoFrames();
    links.push(...newLinks());
    return boxes.some(({ scrollTop }, at) => Math.abs(scrollTop - (before[at] ?? 0)) > 1);
  };
  let screens = 0;
  while (screens < maxScreens && performance.now() < endsAt && (await move(0.9))) screens++;
  if (performance.now() < endsAt && (await move(-0.9))) await move(1);
  return { links, elements: document.getElementsByTagName('*').length };
}

/** The page, and its largest box with a scroll bar of its own. */
function scrollBoxes(): Element[] {
  let largest: { readonly box: Element; readonly area: number } | null = null;
  for (const box of [...(document.body?.getElementsByTagName('*') ?? [])].slice(0, 20_000)) {
    if (box.scrollHeight - box.clientHeight < 50 || !/auto|scroll/.test(getComputedStyle(box).overflowY)) continue;
    const area = box.clientWidth * box.clientHeight;
    if (area > (largest?.area ?? 40_000)) largest = { box, area };
  }
  const page = document.scrollingElement ?? document.documentElement;
  return largest === null ? [page] : [page, largest.box];
}

/** Observers and scroll listeners run with frames: on a busy machine one comes late, and rows that are removed would be scrolled past. A page that is never drawn must not stop us. */
function twoFrames(): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, 2_000);
    requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        clearTimeout(timer);
        resolve();
      }),
    );
  });
}

/** What other functions in the page use of this. */
export interface ListTools {
  readonly listState: typeof listState;
  readonly openRoots: typeof openRoots;
}

/** Source of the functions above. */
export const listLinksSource = [
  listState,
  openRoots,
  newLinks,
  isOwnHeading,
  folded,
  contextOf,
  scrollThrough,
  scrollBoxes,
  twoFrames,
]
  .map(String)
  .join('\n');
