import type { HookStore } from './hooks.ts';

/** Where to click, CSS px from the frame's top left corner. */
export interface ClickPoint {
  readonly x: number;
  readonly y: number;
}

/** Runs in a frame (as source text): scrolls a listed element into view, and counts the trial. An option is chosen at once; null: nothing is to be clicked. */
function aim(key: string, target: number): ClickPoint | null {
  const store = (window as unknown as Record<symbol, HookStore | undefined>)[Symbol.for(key)];
  const element = store?.targets[target];
  if (store === undefined || element === undefined || !element.isConnected) return null;
  store.tried.set(element, (store.tried.get(element) ?? 0) + 1);
  store.changesAtTrial.set(element, store.changes);
  store.lastTried = element;
  const box = element instanceof HTMLLabelElement ? element.control : element;
  if (box instanceof HTMLOptionElement || (box instanceof HTMLInputElement && /^(radio|checkbox)$/.test(box.type)))
    store.choices++;
  const select = element instanceof HTMLOptionElement ? element.closest('select') : null;
  if (select !== null) {
    select.value = (element as HTMLOptionElement).value;
    for (const type of ['input', 'change']) select.dispatchEvent(new Event(type, { bubbles: true }));
    return null;
  }
  // a picture with one button: the first click is on the button, wherever it is
  const controls = [...element.querySelectorAll('button, [role="button"]')].filter((control) =>
    control.checkVisibility(),
  );
  const isPicture = controls.length === 1 && element.querySelector('video, audio') === null;
  const goal = isPicture && store.tried.get(element) === 1 ? (controls[0] ?? element) : element;
  goal.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
  const { left, top, width, height } = goal.getBoundingClientRect();
  const root = goal.getRootNode() as Document | ShadowRoot;
  // the middle, unless something else lies over it and not over the rest
  const places: readonly (readonly [number, number])[] = [
    [0.5, 0.5],
    [0.25, 0.5],
    [0.75, 0.5],
    [0.5, 0.2],
    [0.5, 0.8],
  ];
  const points = places.map(([x, y]) => ({ x: left + width * x, y: top + height * y }));
  return points.find(({ x, y }) => goal.contains(root.elementFromPoint(x, y))) ?? points[0] ?? null;
}

export const aimExpression = (key: string, target: number): string => `(${aim})(${JSON.stringify(key)}, ${target})`;

/** Runs in a frame (as source text): gives a listed element the focus. @returns false: it is gone */
function focus(key: string, target: number): boolean {
  const store = (window as unknown as Record<symbol, HookStore | undefined>)[Symbol.for(key)];
  const element = store?.targets[target];
  if (element === undefined || !element.isConnected) return false;
  if (document.activeElement !== element) (document.activeElement as HTMLElement | null)?.blur();
  element.scrollIntoView({ block: 'center', behavior: 'instant' });
  (element as HTMLElement).focus({ preventScroll: true });
  return true;
}

export const focusExpression = (key: string, target: number): string => `(${focus})(${JSON.stringify(key)}, ${target})`;

/** Runs in a frame (as source text): starts a listed media element, muted. @returns whether it had a source */
function start(key: string, target: number): boolean {
  const store = (window as unknown as Record<symbol, HookStore | undefined>)[Symbol.for(key)];
  const element = store?.targets[target];
  if (!(element instanceof HTMLMediaElement)) return false;
  store?.startedWith.set(element, element.currentSrc);
  element.scrollIntoView({ block: 'center', behavior: 'instant' });
  element.muted = true;
  element.play().catch(() => {}); // no address yet, or not allowed: the other gestures come next
  return element.currentSrc !== '' || element.querySelector('source') !== null;
}

export const startExpression = (key: string, target: number): string => `(${start})(${JSON.stringify(key)}, ${target})`;

/** Runs in a frame (as source text): takes short clips that play close to their end, so that what follows begins. @returns how many */
function hurryShortClips(key: string, numbers: readonly number[]): number {
  const store = (window as unknown as Record<symbol, HookStore | undefined>)[Symbol.for(key)];
  const roots: (Document | ShadowRoot)[] = [document, ...(store?.roots ?? [])];
  const elements = new Set<HTMLMediaElement>(store?.played ?? []);
  for (const root of roots)
    for (const media of root.querySelectorAll<HTMLMediaElement>('video, audio')) elements.add(media);
  const clips = [...elements].filter(
    (element) => numbers.includes(store?.numbers.get(element) ?? 0) && Number.isFinite(element.duration),
  );
  for (const clip of clips) {
    clip.playbackRate = 8; // where the server answers no ranges, seeking does nothing
    clip.currentTime = Math.max(clip.currentTime, clip.duration - 0.2);
    if (clip.paused && !clip.ended) clip.play().catch(() => {}); // its source has just changed
  }
  return clips.length;
}

export const hurryExpression = (key: string, numbers: readonly number[]): string =>
  `(${hurryShortClips})(${JSON.stringify(key)}, ${JSON.stringify(numbers)})`;

/** Runs in a frame (as source text): scrolls one step down, and waits until it is drawn. @returns the height of the page if it moved, px; otherwise 0 */
async function scrollDown(): Promise<number> {
  const page = document.scrollingElement ?? document.documentElement;
  const inner = [...document.querySelectorAll('main, [role="main"], body > div, body > div > div')].filter(
    (box) => box.scrollHeight > box.clientHeight + 100 && /auto|scroll/.test(getComputedStyle(box).overflowY),
  );
  let hasMoved = false;
  for (const box of [page, ...inner.slice(0, 5)]) {
    const before = box.scrollTop;
    box.scrollBy({ top: innerHeight * 0.85, behavior: 'instant' });
    hasMoved ||= box.scrollTop > before;
  }
  const drawn = new Promise<void>((done) => requestAnimationFrame(() => requestAnimationFrame(() => done())));
  const soon = new Promise<void>((done) => setTimeout(done, 120)); // a hidden frame is never drawn
  if (hasMoved) await Promise.race([drawn, soon]);
  return hasMoved ? page.scrollHeight : 0;
}

export const scrollDownExpression = `(${scrollDown})()`;

/** Runs in a frame (as source text): stops all media and removes their addresses, so that nothing more is loaded. */
function stopAll(key: string): void {
  const store = (window as unknown as Record<symbol, HookStore | undefined>)[Symbol.for(key)];
  const roots: (Document | ShadowRoot)[] = [document, ...(store?.roots ?? [])];
  const elements = new Set<HTMLMediaElement>(store?.played ?? []);
  for (const root of roots)
    for (const media of root.querySelectorAll<HTMLMediaElement>('video, audio')) elements.add(media);
  for (const element of elements) {
    element.pause();
    element.removeAttribute('src');
    element.load();
  }
}

export const stopExpression = (key: string): string => `(${stopAll})(${JSON.stringify(key)})`;
