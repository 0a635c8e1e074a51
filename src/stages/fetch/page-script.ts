import { answerConsent, type ConsentOptions } from './consent.ts';
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

export interface Waited {
  readonly by: 'quiet' | 'selector' | 'cap';
  /** Name of the consent rule that was clicked: the page will change. */
  readonly clicked: string | null;
}

/** Runs in the page (as source text): waits, accepts a consent dialog. What it takes from other modules are arguments: tools that bundle or test rename imports. */
async function waitForContent(options: WaitOptions, accept: typeof answerConsent): Promise<Waited> {
  const by = await settled(options);
  return { by, clicked: options.consent === null ? null : accept(options.consent) };
}

/** Runs in the page: ends at the selector, after `quietMs` without a change of the DOM, or at the cap. */
function settled({ quietMs, capMs, loadCapMs, waitFor }: WaitOptions): Promise<Waited['by']> {
  return new Promise((resolve) => {
    const isThere = (): boolean => waitFor !== null && document.querySelector(waitFor) !== null;
    if (isThere()) return resolve('selector');
    if (capMs <= 0) return resolve('cap');
    let isLoading = document.readyState !== 'complete' && waitFor === null;
    let quiet: ReturnType<typeof setTimeout> | undefined;
    const end = (by: Waited['by']): void => {
      observer.disconnect();
      removeEventListener('load', loaded);
      for (const timer of [quiet, cap, loadCap]) clearTimeout(timer);
      resolve(by);
    };
    const changed = (): void => {
      if (waitFor !== null) {
        if (isThere()) end('selector');
        return;
      }
      clearTimeout(quiet);
      if (!isLoading) quiet = setTimeout(() => end('quiet'), quietMs);
    };
    const loaded = (): void => {
      isLoading = false;
      changed();
    };
    const observer = new MutationObserver(changed);
    const cap = setTimeout(() => end('cap'), capMs);
    const loadCap = isLoading ? setTimeout(loaded, loadCapMs) : undefined;
    addEventListener('load', loaded);
    observer.observe(document, { subtree: true, childList: true, characterData: true, attributes: waitFor !== null });
    changed();
  });
}

/** The expressions are evaluated in the page's isolated world, where the page's own scripts cannot interfere. */
export const waitExpression = (options: WaitOptions): string =>
  `(() => { ${waiting}\nreturn waitForContent(${JSON.stringify(options)}, answerConsent); })()`;

/** Its value is the document's HTML; null beyond the limits. */
export const serializeExpression = (options: SerializeOptions): string =>
  `(() => { ${serializerSource}\nreturn serializeDocument(${JSON.stringify(options)}); })()`;

const waiting = [waitForContent, settled, answerConsent].map(String).join('\n');
