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
  const shadowRoots = [...(store?.roots ?? [])].filter(({ host }) => host.isConnected);
  const textOf = (root: ShadowRoot): string =>
    [...root.children].map((child) => (child instanceof HTMLElement ? child.innerText : '')).join('\n');
  const passwords = [document, ...shadowRoots].flatMap((root) => [...root.querySelectorAll('input[type="password"]')]);
  return {
    text: [document.body?.innerText ?? '', ...shadowRoots.map(textOf)].join('\n').slice(0, 6_000),
    hasPassword: passwords.some((field) => field.checkVisibility()),
    html: (document.documentElement?.getHTML({ shadowRoots }) ?? '').slice(0, maxChars),
  };
}

export const factsExpression = (key: string): string => `(${readPlayPageFacts})(${JSON.stringify(key)})`;
