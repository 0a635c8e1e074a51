import type { HookStore } from './hooks.ts';

/** What a page shows besides its media: from it, the reason for no media is chosen. */
export interface PlayPageFacts {
  readonly text: string;
  readonly hasPassword: boolean;
  /** The document as it is now, with its shadow roots. */
  readonly html: string;
}

/** Runs in the main frame (as source text). */
function readPlayPageFacts(key: string): PlayPageFacts {
  const store = (window as unknown as Record<symbol, HookStore | undefined>)[Symbol.for(key)];
  const maxChars = 2_000_000;
  return {
    text: (document.body?.innerText ?? '').slice(0, 6_000),
    hasPassword: [...document.querySelectorAll('input[type="password"]')].some((field) => field.checkVisibility()),
    html: (document.documentElement?.getHTML({ shadowRoots: [...(store?.roots ?? [])] }) ?? '').slice(0, maxChars),
  };
}

export const factsExpression = (key: string): string => `(${readPlayPageFacts})(${JSON.stringify(key)})`;
