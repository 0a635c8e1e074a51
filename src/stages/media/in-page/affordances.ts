import { affordanceWords } from './affordance-words.ts';
import type { HookStore } from './hooks.ts';
import { type ElementPlace, placeOf } from './place.ts';

export type AffordanceKind =
  | 'named entry'
  | 'entry'
  | 'medium'
  | 'load the player'
  | 'play button'
  | 'player'
  | 'watch link'
  | 'opener'
  | 'skip the ad';

interface AffordanceBox {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Something in a frame that a person might click to get to the film. */
export interface Affordance {
  /** Index in the reading: `aimExpression` takes it. */
  readonly target: number;
  readonly kind: AffordanceKind;
  readonly areaPx: number;
  /** The nearest box around it that is as large as a player, CSS px from the frame's top left corner, or null. */
  readonly box: AffordanceBox | null;
  /** The media element's number; null: it is no media element. */
  readonly medium: number | null;
  /** How much its place speaks for it: a dialog and the main part more than a list or the side. */
  readonly placePoints: number;
  readonly label: string;
  /** How often it was clicked; a medium that plays needs no click: endless. */
  readonly tried: number;
  /** Lies over the middle of a muted medium without controls that has begun. */
  readonly coversSilent: boolean;
}

/** `embed`: addresses of players of other sites, which are items as they are. */
type AffordanceWords = Readonly<Record<keyof typeof affordanceWords | 'embed', RegExp>>;

interface Reading {
  readonly store: HookStore;
  readonly words: AffordanceWords;
  /** Names of the film in the page's address: of its hash, query and last part. */
  readonly names: readonly string[];
  readonly readPlace: (element: Element) => ElementPlace;
}

/** Runs in a frame (as source text): lists what a person might click to start a film, and keeps the elements for `aim`. Links to other pages are left out. */
function listAffordances(reading: Reading): Affordance[] {
  const { store } = reading;
  const targets: Element[] = [];
  const affordances: Affordance[] = [];
  const silent = [...document.querySelectorAll('video')].filter(
    // a clip that begins again stands at 0 for a moment
    ({ muted, defaultMuted, controls, paused, currentTime, played }) =>
      (muted || defaultMuted) && !controls && (!paused || currentTime > 0 || played.length > 0),
  );
  const middles = silent.map((video) => video.getBoundingClientRect());
  const isPlaying = (element: Element): boolean =>
    element instanceof HTMLMediaElement && !element.paused && element.currentTime > 0;
  let visited = 0;
  for (const root of [document, ...store.roots]) {
    for (const element of root.querySelectorAll('*')) {
      if (++visited > 20_000 || affordances.length >= 80) break;
      if (/^(html|body|head|script|style|link|meta|template|svg|path|source|track|br)$/.test(element.localName))
        continue;
      const kind = kindOfAffordance(element, reading);
      if (
        kind === null ||
        (kind !== 'medium' &&
          !element.checkVisibility({ visibilityProperty: true, opacityProperty: kind !== 'player' }))
      )
        continue;
      const box = element.getBoundingClientRect();
      const covers = ({ left, top, width, height }: DOMRect): boolean =>
        box.left < left + width / 2 &&
        box.right > left + width / 2 &&
        box.top < top + height / 2 &&
        box.bottom > top + height / 2;
      affordances.push({
        target: targets.push(element) - 1,
        kind,
        areaPx: box.width * box.height,
        box: playerBoxOf(element),
        medium: element instanceof HTMLMediaElement ? (store.numbers.get(element) ?? null) : null,
        placePoints: placePointsOf(element, reading, kind),
        label: `${kind}: <${element.localName}> ${(element.textContent?.trim() || nameOf(element)).trim().replace(/\s+/g, ' ').slice(0, 60)}`,
        tried: isPlaying(element) ? Number.POSITIVE_INFINITY : (store.tried.get(element) ?? 0),
        coversSilent: !(element instanceof HTMLMediaElement) && middles.some(covers),
      });
    }
  }
  store.targets = targets;
  return affordances;
}

/** Part of `listAffordances`. */
function nameOf(element: Element): string {
  const attributes = ['aria-label', 'title', 'class', 'id', 'data-testid', 'data-action', 'name', 'alt'];
  return attributes.map((name) => element.getAttribute(name) ?? '').join(' ');
}

/** Part of `listAffordances`: null where a click is not likely to bring the film. */
function kindOfAffordance(element: Element, reading: Reading): AffordanceKind | null {
  const { store, words } = reading;
  const link = element.closest('a[href]');
  const href = link instanceof HTMLAnchorElement ? link.href : '';
  const isAway = /^https?:/.test(href) && href.split('#')[0] !== location.href.split('#')[0];
  if (isAway && !store.clickable.has(link as Element)) return null;
  const { width, height } = element.getBoundingClientRect();
  if (element instanceof HTMLMediaElement) {
    const isLoop = element.loop && (element.muted || element.defaultMuted) && !element.controls;
    if (link !== null || (isLoop && !element.paused)) return null;
    if (element.paused && store.startedWith.get(element) !== element.currentSrc) return 'medium';
    return element instanceof HTMLVideoElement && width >= 200 && height >= 100 ? 'player' : null;
  }
  if (width < 4 || height < 4) return null;
  if (element instanceof HTMLIFrameElement && words.embed.test(element.src)) return null;
  const text = (element.textContent ?? '').trim();
  const short = text.length <= 60 ? text : '';
  const name = nameOf(element);
  const isSmall = width * height <= 600 * 400;
  const isClickable =
    store.clickable.has(element) ||
    /^(button|summary|a|label)$/.test(element.localName) ||
    (element as HTMLElement).onclick != null ||
    /^(button|tab|option|menuitem|link)$/.test(element.getAttribute('role') ?? '');
  if (isEntryOf(element, reading.names, isClickable)) return 'named entry';
  // not the box around it, whose click pauses the film
  const isInner = element.querySelector('video, audio, button, [role="button"], a') === null;
  if (isSmall && isInner && ((short !== '' && words.skip.test(short)) || /skip[-_ ]?(ad|btn|button)/i.test(name)))
    return 'skip the ad';
  if (isClickable && isSmall && short !== '' && words.load.test(short)) return 'load the player';
  if (isSmall && ((words.play.test(name) && !words.notPlay.test(name)) || /^\s*[▶►⏵⯈]\ufe0f?\s*$/.test(short)))
    return 'play button';
  const hasPicture = element.localName === 'img' || element.querySelector('img, picture, canvas, svg') !== null;
  const isPlayerSized = width >= 160 && height >= 90 && width * height <= 1.3 * innerWidth * innerHeight;
  const isReactive = isClickable || store.hoverable.has(element) || getComputedStyle(element).cursor === 'pointer';
  if (isClickable && words.entry.test(short)) return 'entry';
  if (isPlayerSized && ((width >= 200 && words.player.test(name)) || (isReactive && (hasPicture || text.length <= 80))))
    return 'player';
  if (isSmall && words.watch.test(short)) return 'watch link';
  const isOpener = short !== '' && isSmall && (isClickable || isReactive) && element.childElementCount <= 4;
  return isOpener && words.opener.test(`${short} ${name}`) && !words.notOpener.test(`${short} ${name}`)
    ? 'opener'
    : null;
}

/** Part of `listAffordances`: whether it is the entry, in a list of films, that the address names, and is not chosen yet. */
function isEntryOf(element: Element, names: readonly string[], isClickable: boolean): boolean {
  if (names.length === 0 || !(isClickable || /^(li|option|article|div|tr|td|span)$/.test(element.localName)))
    return false;
  const plain = (text: string): string =>
    text
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, ' ')
      .trim();
  const values: string[] = [];
  for (const { name, value } of element.attributes) {
    if (/^(class|style|src|srcset|alt|title|type|role|on.*|aria-.*)$/.test(name) || value === '' || value.length > 200)
      continue;
    if (name === 'href')
      values.push(
        ...value
          .split(/[#?&]/)
          .slice(1)
          .flatMap((part) => [part, part.split('=')[1] ?? '']),
      );
    else if (name !== 'id' || isClickable) values.push(value, `${name.replace(/^data-/, '')} ${value}`);
  }
  if (isClickable && element.childElementCount <= 3) values.push((element.textContent ?? '').slice(0, 80));
  if (!values.some((value) => names.includes(plain(value)))) return false;
  const state = `${element.className} ${element.parentElement?.className}`;
  const isChosen =
    /(^|[\s_-])(active|current|selected|playing|on)([\s_-]|$)/i.test(state) ||
    /^(true|page|location|step)$/.test(
      element.getAttribute('aria-current') ?? element.getAttribute('aria-selected') ?? '',
    );
  return (
    !isChosen && !(element instanceof HTMLAnchorElement && element.getAttribute('href')?.startsWith('http') === true)
  );
}

/** Part of `listAffordances`. */
function playerBoxOf(element: Element): AffordanceBox | null {
  for (let box: Element | null = element; box !== null && box !== document.body; box = box.parentElement) {
    const { x, y, width, height } = box.getBoundingClientRect();
    if (width >= 200 && height >= 100) return { x, y, width, height };
  }
  return null;
}

/** Part of `listAffordances`. */
function placePointsOf(element: Element, { words, readPlace }: Reading, kind: AffordanceKind): number {
  const isIn = (selector: string): boolean => element.closest(selector) !== null;
  let points = 0;
  if (isIn('dialog[open], [role="dialog"], [aria-modal="true"]')) points += 3;
  if (isIn('main, article, [role="main"], figure')) points += 1;
  if (isIn('aside, nav, footer, header nav, [role="complementary"], [role="navigation"]')) points -= 4;
  for (let box = element.parentElement; box !== null; box = box.parentElement) {
    if (!words.aside.test(`${box.id} ${box.getAttribute('class') ?? ''}`)) continue;
    points -= 4;
    break;
  }
  if (/^(medium|player|play button)$/.test(kind)) {
    const { isBeside, isTrailer, isCalledTrailer, isPreview } = readPlace(element);
    if (isBeside || isTrailer || isCalledTrailer || isPreview) points = Math.min(points, -8); // the page's own film comes first, even where it has to be waited for
  }
  // the film comes first, where both are offered
  const label = `${element.textContent?.slice(0, 60) ?? ''} ${nameOf(element)}`;
  if (words.trailer.test(label) && !words.trailer.test(document.querySelector('h1')?.textContent ?? '')) points -= 4;
  const kin = element.getAttribute('class') ?? '';
  if (kind !== 'entry' && kin !== '' && document.getElementsByClassName(kin).length >= 3) points -= 2;
  return points;
}

const wordsSource = (embed: string): string =>
  `{${Object.entries({ ...affordanceWords, embed })
    .map(([name, source]) => `${name}: new RegExp(${JSON.stringify(source)}, 'iu')`)
    .join(', ')}}`;

/** @param names of the film in the page's address @param hosts as in `frameStateExpression` */
export const affordancesExpression = (key: string, names: readonly string[], hosts: string): string =>
  `(() => { const store = window[Symbol.for(${JSON.stringify(key)})]; if (store === undefined) return []; ${nameOf} ${kindOfAffordance} ${isEntryOf} ${playerBoxOf} ${placePointsOf}
  return (${listAffordances})({ store, words: ${wordsSource(hosts)}, names: ${JSON.stringify(names)}, readPlace: ${placeOf} }); })()`;
