import type { HookReport, HookStore } from './hooks.ts';

/** The current state of a media element. */
export interface MediaElementState {
  /** Current address; '' if none. `blob:` is a MediaSource, or a file that a script assembled. */
  readonly url: string;
  readonly isStream: boolean;
  readonly isAudio: boolean;
  readonly widthPx: number;
  readonly heightPx: number;
  readonly isShown: boolean;
  readonly isSilentLoop: boolean;
  readonly isInLink: boolean;
  readonly isInAd: boolean;
  readonly isPlaying: boolean;
  /** Null: not known yet; -1: endless. */
  readonly durationMs: number | null;
  readonly poster: string;
  readonly title: string;
  readonly captions: readonly { readonly url: string; readonly language: string; readonly label: string }[];
}

export interface FrameState {
  readonly elements: readonly MediaElementState[];
  readonly report: HookReport;
  readonly mseBytes: number;
  readonly mseTypes: readonly string[];
}

/** Runs in a frame (as source text): reads its media elements, also those in closed shadow roots or outside the document, and takes the hooks' report. */
function readFrameState(key: string): FrameState {
  const adBox = /(^|[\s_-])(ads?|advert(isement)?|preroll|ima|vast|sponsor(ed)?)([\s_-]|$)/i;
  const store = (window as unknown as Record<symbol, HookStore | undefined>)[Symbol.for(key)];
  const roots: (Document | ShadowRoot)[] = [document, ...(store?.roots ?? [])];
  const elements = new Set<HTMLMediaElement>(store?.played ?? []);
  for (const root of roots)
    for (const media of root.querySelectorAll<HTMLMediaElement>('video, audio')) elements.add(media);
  const ancestors = function* (element: Element): Generator<Element> {
    for (let current: Element | null = element; current !== null; ) {
      yield current;
      const root: Node = current.getRootNode();
      current = current.parentElement ?? (root instanceof ShadowRoot ? root.host : null);
    }
  };
  const describe = (element: HTMLMediaElement): MediaElementState => {
    const box = element.getBoundingClientRect();
    const above = [...ancestors(element)];
    const { duration } = element;
    const isAudio = element instanceof HTMLAudioElement;
    return {
      // the MediaSource of a worker is set as an object
      url: element.currentSrc || element.src || (element.srcObject === null ? '' : 'blob:worker'),
      isStream: typeof MediaStream !== 'undefined' && element.srcObject instanceof MediaStream,
      isAudio,
      widthPx: Math.round(box.width),
      heightPx: Math.round(box.height),
      isShown: box.width > 1 && box.height > 1 && element.checkVisibility({ visibilityProperty: true }),
      isSilentLoop: !isAudio && element.loop && (element.muted || element.defaultMuted) && !element.controls,
      isInLink: above.some((node) => node instanceof HTMLAnchorElement && /^https?:/.test(node.href) && !node.hash),
      isInAd: above.some((node) => adBox.test(`${node.id} ${node.getAttribute('class') ?? ''}`)),
      isPlaying: !element.paused && !element.ended && element.readyState > 1,
      durationMs: Number.isNaN(duration) ? null : Number.isFinite(duration) ? Math.round(duration * 1000) : -1,
      poster: element instanceof HTMLVideoElement ? element.poster : '',
      title: element.title || element.getAttribute('aria-label') || '',
      captions: [...element.querySelectorAll('track')]
        .filter(({ kind, src }) => src !== '' && /^(subtitles|captions)?$/.test(kind))
        .map(({ src, srclang, label }) => ({ url: src, language: srclang, label })),
    };
  };
  const heard = store?.report ?? { manifests: [], texts: [], keySystems: [] };
  if (store !== undefined) store.report = { manifests: [], texts: [], keySystems: [] };
  return {
    elements: [...elements].slice(0, 60).map(describe),
    report: heard,
    mseBytes: store?.mseBytes ?? 0,
    mseTypes: store?.mseTypes ?? [],
  };
}

export const frameStateExpression = (key: string): string => `(${readFrameState})(${JSON.stringify(key)})`;
