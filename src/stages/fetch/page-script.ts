import { acceptConsent, type ConsentOptions } from './consent.ts';
import { type SerializeLimits, type serializeDocument, serializerSource } from './serializer.ts';

export interface ReadOptions {
  readonly quietMs: number;
  readonly capMs: number;
  readonly waitFor: string | null;
  /** Null: consent dialogs are left alone. */
  readonly consent: ConsentOptions | null;
  /** Null: nothing is serialised. */
  readonly serialize: SerializeLimits | null;
}

export interface PageText {
  readonly by: 'quiet' | 'selector' | 'cap';
  /** Name of the consent rule that was clicked: the page will change, and nothing was serialised. */
  readonly clicked: string | null;
  readonly html: string | null;
  readonly isTooLarge: boolean;
}

/**
 * Runs in the page (as source text): waits, accepts a consent dialog or serialises, all in one round trip. What it takes from other modules are arguments:
 * tools that bundle or test rename imports.
 */
async function readPage(
  options: ReadOptions,
  accept: typeof acceptConsent,
  serialize: typeof serializeDocument,
): Promise<PageText> {
  const by = await settled(options);
  const clicked = options.consent === null ? null : accept(options.consent);
  if (clicked !== null || options.serialize === null) return { by, clicked, html: null, isTooLarge: false };
  const html = serialize(options.serialize);
  return { by, clicked, html, isTooLarge: html === null };
}

/** Runs in the page: ends at the selector, after `quietMs` without a change of the DOM, or at the cap. */
function settled({ quietMs, capMs, waitFor }: ReadOptions): Promise<PageText['by']> {
  return new Promise((resolve) => {
    const isThere = (): boolean => waitFor !== null && document.querySelector(waitFor) !== null;
    if (isThere()) return resolve('selector');
    if (capMs <= 0) return resolve('cap');
    let quiet: ReturnType<typeof setTimeout> | undefined;
    const end = (by: PageText['by']): void => {
      observer.disconnect();
      clearTimeout(quiet);
      clearTimeout(cap);
      resolve(by);
    };
    const changed = (): void => {
      if (waitFor !== null) {
        if (isThere()) end('selector');
        return;
      }
      clearTimeout(quiet);
      quiet = setTimeout(() => end('quiet'), quietMs);
    };
    const observer = new MutationObserver(changed);
    const cap = setTimeout(() => end('cap'), capMs);
    observer.observe(document, { subtree: true, childList: true, characterData: true, attributes: waitFor !== null });
    changed();
  });
}

/** The expression that is evaluated in the page's isolated world, where the page's own scripts cannot interfere. */
export const readExpression = (options: ReadOptions): string =>
  `(() => { ${functions}\nreturn readPage(${JSON.stringify(options)}, acceptConsent, serializeDocument); })()`;

const functions = [readPage, settled, acceptConsent].map(String).concat(serializerSource).join('\n');
