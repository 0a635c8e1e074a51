import type { HookStore } from './hooks.ts';

/** Signs in a frame that more is to come. */
export interface FramePromises {
  /** Descriptions of what a person sees: a countdown, a spinner, a text. */
  readonly shown: readonly string[];
  /** Time until the next timer of its scripts fires, ms; null: none is set. */
  readonly timerMs: number | null;
  readonly hasInterval: boolean;
  /** A media element, or a box that is named as one, that has no source yet. */
  readonly hasEmptyPlayer: boolean;
  readonly isLoading: boolean;
}

/** Sources of regular expressions that ignore case. */
const words = {
  loading:
    /^\W*((video|player|stream|film|content|please wait,?) )?(is )?(still )?(loading|buffering|preparing|connecting|initiali[sz]ing|please wait|one moment)\b.{0,40}$|^\W*(加载中|正在加载|请稍候|缓冲中|读取中|読み込み中|로딩).{0,20}$|^\W*(wird geladen|lädt|bitte warten|chargement|veuillez patienter|cargando|espere|caricamento|carregando|загрузка|подождите).{0,40}$/
      .source,
  countdown:
    /\b(starts?|begins?|starting|beginning|wait|ready|continues?|plays?|playing|available|loads?|opens?|unlocks?)\b.{0,20}\b\d{1,3}\b|\b\d{1,3} ?(s|sec|secs|seconds)\b.{0,12}(left|remaining|to go)|\b\d{1,3} ?(s|sec|secs|seconds)\W*$|\d{1,3} ?(秒后|秒後|秒|초)|(startet|beginnt|in noch|noch) .{0,12}\d{1,3} ?(s|sek)|dans \d{1,3} ?s|en \d{1,3} ?s|через \d{1,3}/
      .source,
  spinner: /(^|[\s_-])(spinner|spin|loading|loader|buffering|preloader|progress-circular|waiting)([\s_-]|$)/.source,
  player: /(^|[\s_-])(player|video|jwplayer|video-js|video-container|media-player|stream)([\s_-]|$)/.source,
} as const;

type PromiseWords = Readonly<Record<keyof typeof words, RegExp>>;

/** Runs in a frame (as source text). */
function readPromises(store: HookStore | undefined, words: PromiseWords): FramePromises {
  const shown = new Set<string>();
  let hasEmptyPlayer = false;
  let visited = 0;
  store?.texts.clear();
  for (const root of [document, ...(store?.roots ?? [])])
    for (const element of root.querySelectorAll('*')) {
      if (++visited > 20_000) break;
      if (/^(script|style|head|meta|link|template|noscript)$/.test(element.localName)) continue;
      hasEmptyPlayer ||= isEmptyPlayer(element, words.player);
      const sign = signOfWaiting(element, words, store);
      if (sign !== null && element.checkVisibility({ visibilityProperty: true })) shown.add(sign);
    }
  return {
    shown: [...shown],
    timerMs: store?.waits?.nextMs() ?? null,
    hasInterval: (store?.waits?.intervals.size ?? 0) > 0,
    hasEmptyPlayer,
    isLoading: document.readyState === 'loading',
  };
}

/** Part of `readPromises`: whether the element is a player, or a box named like one, without a source. */
function isEmptyPlayer(element: Element, playerName: RegExp): boolean {
  if (element instanceof HTMLMediaElement) {
    const hasSource = element.currentSrc !== '' || element.src !== '' || element.srcObject !== null;
    return !hasSource && (element instanceof HTMLAudioElement || element.checkVisibility());
  }
  if (!playerName.test(`${element.id} ${element.getAttribute('class') ?? ''}`)) return false;
  const { width, height } = element.getBoundingClientRect();
  return width >= 120 && height >= 60 && element.querySelector('video, audio, iframe, object, embed') === null;
}

/** Part of `readPromises`: what the element shows of waiting; null: nothing. Whether it is visible remains to be checked. */
function signOfWaiting(element: Element, words: PromiseWords, store: HookStore | undefined): string | null {
  const isBusy = element.getAttribute('aria-busy') === 'true' || element.localName === 'progress';
  const controls = 'button, a, [role="button"], input, select, video, audio';
  const isSpinner = words.spinner.test(`${element.id} ${element.getAttribute('class') ?? ''}`);
  if (isBusy || (isSpinner && element.closest(controls) === null && element.querySelector(controls) === null)) {
    const { width, height } = element.getBoundingClientRect();
    if (width > 0 && height > 0) return 'a spinner';
  }
  const own = [...element.childNodes].filter(({ nodeType }) => nodeType === Node.TEXT_NODE);
  const text = own
    .map(({ nodeValue }) => nodeValue)
    .join(' ')
    .trim();
  if (text === '' || text.length > 80) return null;
  if (!/\d/.test(text)) return words.loading.test(text) ? 'a text that says it loads' : null;
  // a script may replace the whole element: the same words, counted from the start of the reading, are the same text
  const skeleton = text.replace(/\d+/g, '#');
  const place = store?.texts.get(skeleton) ?? 0;
  store?.texts.set(skeleton, place + 1);
  // a number that falls counts down; one that rises may be a clock
  const now = performance.now();
  const before = store?.counts.get(`${skeleton} ${place}`) ?? { text, changedAt: -Infinity, firstAt: now };
  const hasFallen = Number(/\d+/.exec(text)?.[0]) < Number(/\d+/.exec(before.text)?.[0]);
  const changedAt = hasFallen ? now : before.changedAt;
  store?.counts.set(`${skeleton} ${place}`, { text, changedAt, firstAt: before.firstAt });
  const sentence =
    (element.parentElement?.textContent ?? '').length <= 80 ? (element.parentElement?.textContent ?? '') : text;
  const isNew = now - before.firstAt < 3_000 && words.countdown.test(sentence);
  return now - changedAt < 2_500 || isNew ? 'a countdown' : null;
}

const wordsSource = `{${Object.entries(words)
  .map(([name, source]) => `${name}: new RegExp(${JSON.stringify(source)}, 'i')`)
  .join(', ')}}`;

export const promisesExpression = (key: string): string =>
  `(() => { ${isEmptyPlayer} ${signOfWaiting} return (${readPromises})(window[Symbol.for(${JSON.stringify(key)})], ${wordsSource}); })()`;
