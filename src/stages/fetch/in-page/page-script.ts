import { answerConsent, type ConsentOptions } from './consent.ts';
import { placesExpression } from './page-places.ts';
import { type SerializeOptions, serializerSource } from './serializer.ts';

interface WaitOptions {
  /** Time without a change of the DOM. */
  readonly quietMs: number;
  readonly capMs: number;
  /** Quiet time begins at the document's `load` event, or after this time: images and frames may load for ever. */
  readonly loadCapMs: number;
  /** Selector to wait for; null: wait for quiet. */
  readonly waitFor: string | null;
  /** Null: consent dialogs are not answered. */
  readonly consent: ConsentOptions | null;
}

export interface WaitResult {
  readonly by: 'quiet' | 'selector' | 'cap';
  /** Whether the DOM changed since the last call. */
  readonly changed: boolean;
  /** Whether two frames were drawn since its last change. */
  readonly drawn: boolean;
  /** Name of the consent rule whose button was clicked: the page will change. Null: none. */
  readonly clicked: string | null;
}

/** Runs in the page (as source text). Waits, then answers a consent dialog. `answer` is an argument, because bundlers and test tools rename imports. */
async function waitForContent(options: WaitOptions, answer: typeof answerConsent): Promise<WaitResult> {
  const waited = await waitForQuiet(options);
  return { ...waited, clicked: options.consent === null ? null : answer(options.consent) };
}

/** State of the document between calls. */
interface DomWatch {
  readonly observer: MutationObserver;
  readonly withAttributes: boolean;
  changes: number;
  /** `changes` at the end of the last call. */
  reportedChanges: number;
  /** Frames drawn since the last change. */
  framesDrawn: number;
  isFrameRequested: boolean;
  onChange: () => void;
}

/** Runs in the page. Starts watching the DOM, or returns the running watch, which is kept in our isolated world. */
function watchDom(withAttributes: boolean): DomWatch {
  const world = globalThis as { watch?: DomWatch };
  if (world.watch?.withAttributes === withAttributes) return world.watch;
  world.watch?.observer.disconnect();
  const countFrames = (): void => {
    if (watch.isFrameRequested) return;
    watch.isFrameRequested = true;
    requestAnimationFrame(() => {
      watch.isFrameRequested = false;
      if (++watch.framesDrawn < 2) countFrames();
    });
  };
  const observer = new MutationObserver(() => {
    watch.changes++;
    watch.framesDrawn = 0;
    countFrames();
    watch.onChange();
  });
  observer.observe(document, { subtree: true, childList: true, characterData: true, attributes: withAttributes });
  const counts = { changes: 0, reportedChanges: 0, framesDrawn: 0, isFrameRequested: false };
  const watch: DomWatch = { ...counts, observer, withAttributes, onChange: () => {} };
  countFrames();
  world.watch = watch;
  return watch;
}

/** Runs in the page. Waits for the selector, for `quietMs` without a change of the DOM, or until `capMs`. */
function waitForQuiet({ quietMs, capMs, loadCapMs, waitFor }: WaitOptions): Promise<Omit<WaitResult, 'clicked'>> {
  const watch = watchDom(waitFor !== null);
  return new Promise((resolve) => {
    const isThere = (): boolean => waitFor !== null && document.querySelector(waitFor) !== null;
    const answer = (by: WaitResult['by']): void => {
      const changed = watch.changes > watch.reportedChanges;
      watch.reportedChanges = watch.changes;
      resolve({ by, changed, drawn: watch.framesDrawn >= 2 });
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

/** Evaluates to a `WaitResult`. Meant for an isolated world, where the page's scripts cannot interfere. */
export const waitExpression = (options: WaitOptions): string =>
  `(() => { ${waiting}\nreturn waitForContent(${JSON.stringify(options)}, answerConsent); })()`;

/** Evaluates to the name of the consent rule whose button was clicked; null: none. */
export const consentExpression = (options: ConsentOptions): string =>
  `(() => { ${answerConsent}\nreturn answerConsent(${JSON.stringify(options)}); })()`;

/** Evaluates to the document's HTML; null beyond the limits. */
export const serializeExpression = (options: SerializeOptions): string =>
  `(() => { ${serializerSource}\nreturn serializeDocument(${JSON.stringify(options)}, ${placesExpression}); })()`;

const waiting = [waitForContent, waitForQuiet, watchDom, answerConsent].map(String).join('\n');
