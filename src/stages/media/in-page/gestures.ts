import type { HookStore } from './hooks.ts';

export interface GestureTarget {
  /** Point to click, CSS px from the frame's top left corner. */
  readonly x: number;
  readonly y: number;
  readonly areaPx: number;
  readonly label: string;
}

export type GestureKind = 'play button' | 'middle of the player' | 'watch link' | 'skip the ad';

/**
 * Runs in a frame (as source text): finds what a person would click to start a video, and scrolls it into view. It takes the smallest matching element: the
 * button, not the box around it. Links to other pages are left out.
 */
function findGesture(key: string, kind: GestureKind): GestureTarget | null {
  const store = (window as unknown as Record<symbol, HookStore | undefined>)[Symbol.for(key)];
  const roots: (Document | ShadowRoot)[] = [document, ...(store?.roots ?? [])];
  const playName =
    /(^|[^a-z])play(er)?([^a-z]|$)|(big|btn|button|icon|start|video|click)[-_ ]?to?[-_ ]?play|play[-_ ]?(btn|button|icon|overlay|video|start|now|circle)|poster[-_ ]?play|播放|再生|재생/i;
  const notPlay =
    /playlist|playback[-_ ]?rate|display|autoplay|replay|gameplay|(^|[^a-z])(next|prev|settings|share|close|pause[^-]*$|mute)([^a-z]|$)/i;
  const watchText =
    /^\W*(watch|play|listen)( (now|video|film|movie|episode|trailer|online|live|it))?\W*$|^\W*(立即|在线|点击|正片)?(播放|观看)(视频|正片)?\W*$|^\W*(jetzt )?(ansehen|abspielen|anhören)\W*$|^\W*(regarder|lire|écouter|lecture)\W*$|^\W*(ver|reproducir|guarda|assistir|смотреть|見る|再生する?|보기)( ahora| ora| agora| онлайн)?\W*$/i;
  const skipText =
    /^\W*(skip|close)( this)?( ads?| advert(isement)?| intro)?\W*$|^\W*(跳过|关闭)(广告)?\W*$|überspringen|^\W*(passer|ignorer)( l.annonce| la pub)?\W*$|omitir|saltar|пропустить|スキップ/i;
  const leadsAway = (element: Element): boolean => {
    const link = element.closest('a[href]');
    if (!(link instanceof HTMLAnchorElement)) return false;
    const { href } = link;
    return /^https?:/.test(href) && href.split('#')[0] !== location.href.split('#')[0];
  };
  const ownText = (element: Element): string => (element.textContent ?? '').trim().slice(0, 60);
  const named = (element: Element): string =>
    ['aria-label', 'title', 'class', 'id', 'data-testid', 'data-action', 'name', 'alt']
      .map((name) => element.getAttribute(name) ?? '')
      .join(' ');
  const matches: Record<GestureKind, (element: Element) => boolean> = {
    'play button': (element) => {
      if (element instanceof HTMLMediaElement) return false;
      const name = named(element);
      return (playName.test(name) && !notPlay.test(name)) || /^\s*[▶►⏵⯈]\ufe0f?\s*$/.test(ownText(element));
    },
    'middle of the player': (element) =>
      element instanceof HTMLVideoElement ||
      /(^|[\s_-])(player|video|jwplayer|video-js|poster|cover)([\s_-]|$)/i.test(named(element)),
    'watch link': (element) => watchText.test(ownText(element)),
    'skip the ad': (element) => skipText.test(ownText(element)) || /skip[-_ ]?(ad|btn|button)/i.test(named(element)),
  };
  const isLarge = kind === 'middle of the player';
  const candidates: { readonly element: Element; readonly areaPx: number }[] = [];
  let visited = 0;
  for (const root of roots) {
    for (const element of root.querySelectorAll('*')) {
      if (++visited > 20_000) break;
      if (!matches[kind](element) || leadsAway(element)) continue;
      const { width, height } = element.getBoundingClientRect();
      const isVisible = width >= 4 && height >= 4 && element.checkVisibility({ visibilityProperty: true });
      if (!isVisible || (isLarge ? width < 200 || height < 100 : width * height > 600 * 400)) continue;
      candidates.push({ element, areaPx: width * height });
    }
  }
  candidates.sort((a, b) => (isLarge ? b.areaPx - a.areaPx : a.areaPx - b.areaPx));
  const [best] = candidates;
  if (best === undefined) return null;
  best.element.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
  const { left, top, width, height } = best.element.getBoundingClientRect();
  const label = `${kind}: <${best.element.localName}> ${(ownText(best.element) || named(best.element)).trim().slice(0, 60)}`;
  return { x: left + width / 2, y: top + height / 2, areaPx: best.areaPx, label };
}

export const gestureExpression = (key: string, kind: GestureKind): string =>
  `(${findGesture})(${JSON.stringify(key)}, ${JSON.stringify(kind)})`;

/** Runs in a frame (as source text): starts every media element, muted. @returns the number of media elements */
function playAll(key: string): number {
  const store = (window as unknown as Record<symbol, HookStore | undefined>)[Symbol.for(key)];
  const roots: (Document | ShadowRoot)[] = [document, ...(store?.roots ?? [])];
  const elements = roots.flatMap((root) => [...root.querySelectorAll<HTMLMediaElement>('video, audio')]);
  for (const element of elements.slice(0, 20)) {
    const link = element.closest('a[href]');
    if (link !== null || !element.paused) continue;
    element.muted = true;
    element.play().catch(() => {}); // no address yet, or not allowed: the gestures come next
  }
  return elements.length;
}

export const playExpression = (key: string): string => `(${playAll})(${JSON.stringify(key)})`;

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
