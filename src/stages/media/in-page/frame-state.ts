import type { HookReport, HookStore } from './hooks.ts';
import { type ElementPlace, placeOf } from './place.ts';
import { posterIn } from './poster.ts';
import { readShownEmbeds, type ShownEmbed } from './shown-embeds.ts';

/** The current state of a media element. */
export interface MediaElementState {
  /** Unique in the frame, the same with each reading. */
  readonly number: number;
  /** Current address; '' if none. `blob:` is a MediaSource, or a file of unknown origin; of other blobs it is the address that the bytes came from. */
  readonly url: string;
  /** Size of the file in a blob of unknown origin; null for other addresses. */
  readonly blobBytes: number | null;
  readonly isStream: boolean;
  readonly isAudio: boolean;
  readonly widthPx: number;
  readonly heightPx: number;
  readonly isShown: boolean;
  readonly isSilentLoop: boolean;
  readonly isInLink: boolean;
  readonly isInAd: boolean;
  readonly place: ElementPlace;
  /** The player's box shows that an advertisement plays, or a button to skip it. */
  readonly isCalledAd: boolean;
  readonly isPlaying: boolean;
  readonly hasEnded: boolean;
  /** Position, ms; more than 0: it has played. */
  readonly positionMs: number;
  /** Null: not known yet; -1: endless. */
  readonly durationMs: number | null;
  readonly poster: string;
  readonly title: string;
  readonly captions: readonly { readonly url: string; readonly language: string; readonly label: string }[];
}

export interface FrameState {
  readonly elements: readonly MediaElementState[];
  /** Players of known video hosts. */
  readonly embeds: readonly ShownEmbed[];
  readonly report: HookReport;
  readonly mseBytes: number;
  readonly mseTypes: readonly string[];
  /** Width of the largest visible canvas that could be a player; 0: no canvas. */
  readonly canvasWidthPx: number;
  /** Number of changes of the document so far. */
  readonly changes: number;
  /** Time until the next timer of its scripts fires, ms; null: none is set. */
  readonly timerMs: number | null;
}

/** Part of `readFrameState`: the element and those around it, out of shadow roots. */
function* ancestors(element: Element): Generator<Element> {
  for (let current: Element | null = element; current !== null; ) {
    yield current;
    const root: Node = current.getRootNode();
    current = current.parentElement ?? (root instanceof ShadowRoot ? root.host : null);
  }
}

/** Part of `readFrameState`: whether a short text in the player's box calls what plays an advertisement, or offers to skip it. */
function isCalledAd(element: HTMLMediaElement): boolean {
  const adText =
    /^\W*(ads?|advert(s|isement|ising)?|sponsored|commercial|werbung|anzeige|publicité|annonce|publicidad|anuncio|pubblicità|publicidade|реклама|广告|広告|광고)([\s:·•(\d].{0,40})?$|^\W*skip\W*$|\bskip\b.{0,12}(\bads?\b|\bin\b|\d)|\b(ad|advertisement|commercial)\b.{0,20}(\bends?\b|\bover\b|\bof\b|\d)|(video|film|programme|show|content|stream|movie|episode).{0,20}\b(starts?|begins?|follows?|resumes?|continues?|plays?)\b.{0,20}(\bafter\b|\bin\b|\bsoon\b|\bshortly\b)|跳过|überspringen|passer|omitir|saltar|пропустить|スキップ/i;
  const longestAdS = 65; // of longer clips the texts are not read
  if (element.paused || !(element.duration <= longestAdS)) return false;
  const area = (node: Element): number => node.getBoundingClientRect().width * node.getBoundingClientRect().height;
  const largest = area(element) * 1.7;
  const box = [...ancestors(element)].filter((node) => area(node) <= largest).at(-1) ?? element;
  const texts = [...box.querySelectorAll('*')]
    .slice(0, 300)
    .filter((node) => node.childElementCount <= 2 && node.checkVisibility({ visibilityProperty: true }))
    .map((node) => (node.textContent ?? '').trim());
  return texts.some((text) => text.length > 1 && text.length <= 60 && adText.test(text));
}

/** Widths of a root's canvases that may show a film; 0 for others. */
function canvasWidths(root: Document | ShadowRoot): number[] {
  return [...root.querySelectorAll('canvas')].slice(0, 20).map((canvas) => {
    const { width, height } = canvas.getBoundingClientRect();
    return width >= 200 && height >= 100 && canvas.checkVisibility() ? Math.round(width) : 0;
  });
}

/** Runs in a frame (as source text): reads its media elements, also those in closed shadow roots or outside the document, and takes the hooks' report. */
function readFrameState(
  key: string,
  helpers: {
    readonly readPlace: (element: Element) => ElementPlace;
    readonly readPoster: (element: HTMLMediaElement) => string;
    // an imported name is another one where tests run
    readonly readEmbeds: typeof readShownEmbeds;
    readonly hosts: RegExp;
  },
): FrameState {
  const { readPlace, readPoster, readEmbeds, hosts } = helpers;
  const adBox = /(^|[\s_-])(ads?|advert(isement)?|preroll|ima|vast|sponsor(ed)?)([\s_-]|$)/i;
  const store = (window as unknown as Record<symbol, HookStore | undefined>)[Symbol.for(key)];
  const roots: (Document | ShadowRoot)[] = [document, ...(store?.roots ?? [])];
  const elements = new Set<HTMLMediaElement>(store?.played ?? []);
  for (const root of roots)
    for (const media of root.querySelectorAll<HTMLMediaElement>('video, audio')) elements.add(media);
  const numberOf = (element: HTMLMediaElement): number => {
    if (store === undefined) return [...elements].indexOf(element) + 1;
    const number = store.numbers.get(element) ?? ++store.lastNumber;
    store.numbers.set(element, number);
    return number;
  };
  /** Its texts are read again only after some looks: each reading needs a layout of the page. */
  const isCalledAdNow = (element: HTMLMediaElement): boolean => {
    const last = store?.calledAd.get(element) ?? { looks: 0, value: false };
    const value = last.looks % 4 === 0 ? isCalledAd(element) : last.value;
    const isRead = !element.paused && !Number.isNaN(element.duration); // without a duration, its texts were not read
    if (isRead) store?.calledAd.set(element, { looks: last.looks + 1, value });
    return value;
  };
  const describe = (element: HTMLMediaElement): MediaElementState => {
    const box = element.getBoundingClientRect();
    const above = [...ancestors(element)];
    const { duration } = element;
    const isAudio = element instanceof HTMLAudioElement;
    const address = element.currentSrc || element.src;
    const blob = store?.blobs.get(address);
    return {
      number: numberOf(element),
      // the MediaSource of a worker is set as an object
      url: blob?.source ?? (address || (element.srcObject === null ? '' : 'blob:worker')),
      blobBytes: blob?.source === null ? blob.sizeBytes : null,
      isStream: typeof MediaStream !== 'undefined' && element.srcObject instanceof MediaStream,
      isAudio,
      widthPx: Math.round(box.width),
      heightPx: Math.round(box.height),
      isShown: box.width > 1 && box.height > 1 && element.checkVisibility({ visibilityProperty: true }),
      isSilentLoop: !isAudio && element.loop && (element.muted || element.defaultMuted) && !element.controls,
      isInLink: above.some((node) => node instanceof HTMLAnchorElement && /^https?:/.test(node.href) && !node.hash),
      isInAd: above.some((node) => adBox.test(`${node.id} ${node.getAttribute('class') ?? ''}`)),
      place: readPlace(element),
      isCalledAd: isCalledAdNow(element),
      isPlaying: !element.paused && !element.ended && element.readyState > 1,
      hasEnded: element.ended,
      positionMs: Math.round(element.currentTime * 1000),
      durationMs: Number.isNaN(duration) ? null : Number.isFinite(duration) ? Math.round(duration * 1000) : -1,
      poster: (element instanceof HTMLVideoElement && element.poster) || readPoster(element),
      title: element.title || element.getAttribute('aria-label') || '',
      captions: [...element.querySelectorAll('track')]
        .filter(({ kind, src }) => src !== '' && /^(subtitles|captions)?$/.test(kind))
        .map(({ src, srclang, label }) => ({ url: src, language: srclang, label })),
    };
  };
  const heard = store?.report ?? { manifests: [], texts: [], keySystems: [], keyRequests: 0 };
  if (store !== undefined) store.report = { manifests: [], texts: [], keySystems: [], keyRequests: 0 };
  return {
    elements: [...elements].slice(0, 60).map(describe),
    embeds: readEmbeds(store, { hosts, readPlace }),
    report: heard,
    mseBytes: store?.mseBytes ?? 0,
    mseTypes: store?.mseTypes ?? [],
    canvasWidthPx: Math.max(0, ...roots.flatMap(canvasWidths)),
    changes: store?.changes ?? 0,
    timerMs: store?.waits?.nextMs() ?? null,
  };
}

/** @param hosts source of a regular expression: addresses of players of known video hosts */
export const frameStateExpression = (key: string, hosts: string): string =>
  `(() => { ${ancestors} ${isCalledAd} ${canvasWidths} return (${readFrameState})(${JSON.stringify(key)}, { readPlace: ${placeOf}, readPoster: ${posterIn}, readEmbeds: ${readShownEmbeds}, hosts: new RegExp(${JSON.stringify(hosts)}, 'i') }); })()`;
