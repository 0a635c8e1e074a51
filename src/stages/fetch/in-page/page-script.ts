import { answerConsent, type ConsentOptions } from './consent.ts';
import { placesExpression } from './page-places.ts';
import { type SerializeOptions, serializerSource } from './serializer.ts';

export interface WaitOptions {
  readonly quietMs: number;
  readonly capMs: number;
  /** Quiet counts from the document's `load` on, or from so long after now: images and frames may load for ever. */
  readonly loadCapMs: number;
  readonly waitFor: string | null;
  /** Null: consent dialogs are left alone. */
  readonly consent: ConsentOptions | null;
}

export interface WaitResult {
  readonly by: 'quiet' | 'selector' | 'cap';
  /** Whether the DOM changed since the last call. */
  readonly changed: boolean;
  /** Whether two frames were drawn since its last change. */
  readonly drawn: boolean;
  /** Name of the consent rule that was clicked: the page will change. */
  readonly clicked: string | null;
}

/** Runs in the page (as source text): waits, answers a consent dialog. What it takes from other modules are arguments: tools that bundle or test rename imports. */
async function waitForContent(options: WaitOptions, answer: typeof answerConsent): Promise<WaitResult> {
  const waited = await waitForQuiet(options);
  return { ...waited, clicked: options.consent === null ? null : answer(options.consent) };
}

/** What is known of the document from one call to the next. */
interface DomWatch {
  readonly observer: MutationObserver;
  readonly withAttributes: boolean;
  changes: number;
  /** Changes at the end of the last call. */
  seen: number;
  /** Drawn since the last change. */
  frames: number;
  isFrameAsked: boolean;
  onChange: () => void;
}

/** Runs in the page: its watch, kept in the world that only we use. */
function watchDom(withAttributes: boolean): DomWatch {
  const world = globalThis as { watch?: DomWatch };
  if (world.watch?.withAttributes === withAttributes) return world.watch;
  world.watch?.observer.disconnect();
  const countFrames = (): void => {
    if (watch.isFrameAsked) return;
    watch.isFrameAsked = true;
    requestAnimationFrame(() => {
      watch.isFrameAsked = false;
      if (++watch.frames < 2) countFrames();
    });
  };
  const observer = new MutationObserver(() => {
    watch.changes++;
    watch.frames = 0;
    countFrames();
    watch.onChange();
  });
  observer.observe(document, { subtree: true, childList: true, characterData: true, attributes: withAttributes });
  const counts = { changes: 0, seen: 0, frames: 0, isFrameAsked: false };
  const watch: DomWatch = { ...counts, observer, withAttributes, onChange: () => {} };
  countFrames();
  world.watch = watch;
  return watch;
}

/** Runs in the page: ends at the selector, after `quietMs` without a change of the DOM, or at the cap. */
function waitForQuiet({ quietMs, capMs, loadCapMs, waitFor }: WaitOptions): Promise<Omit<WaitResult, 'clicked'>> {
  const watch = watchDom(waitFor !== null);
  return new Promise((resolve) => {
    const isThere = (): boolean => waitFor !== null && document.querySelector(waitFor) !== null;
    const answer = (by: WaitResult['by']): void => {
      const changed = watch.changes > watch.seen;
      watch.seen = watch.changes;
      resolve({ by, changed, drawn: watch.frames >= 2 });
    };
    if (isThere()) return answer('selector');
    if (capMs <= 0) return answer('cap');
    let isLoading = document.readyState !== 'complete' && waitFor === null;
    let quiet: ReturnType<typeof setTimeout> | undefined;
    const end = (by: WaitResult['by']): void => {
      watch.onChange = () => {};
      removeEventListener('load', loaded);
      for (const timer of [quiet, cap, loadCap]) clearTimeout(timer);
      answer(by);
    };
    const wait = (): void => {
      if (waitFor !== null) {
        if (isThere()) end('selector');
        return;
      }
      clearTimeout(quiet);
      if (!isLoading) quiet = setTimeout(() => end('quiet'), quietMs);
    };
    const loaded = (): void => {
      isLoading = false;
      wait();
    };
    const cap = setTimeout(() => end('cap'), capMs);
    const loadCap = isLoading ? setTimeout(loaded, loadCapMs) : undefined;
    addEventListener('load', loaded);
    watch.onChange = wait;
    wait();
  });
}

/** The expressions are evaluated in the page's isolated world, where the page's own scripts cannot interfere. */
export const waitExpression = (options: WaitOptions): string =>
  `(() => { ${waiting}\nreturn waitForContent(${JSON.stringify(options)}, answerConsent); })()`;

/** Its value is the name of the rule by which a consent dialog was answered; null: there was none. */
export const consentExpression = (options: ConsentOptions): string =>
  `(() => { ${answerConsent}\nreturn answerConsent(${JSON.stringify(options)}); })()`;

/** Its value is the document's HTML; null beyond the limits. */
export const serializeExpression = (options: SerializeOptions): string =>
  `(() => { ${serializerSource}\nreturn serializeDocument(${JSON.stringify(options)}, ${placesExpression}); })()`;

const waiting = [waitForContent, waitForQuiet, watchDom, answerConsent].map(String).join('\n');
