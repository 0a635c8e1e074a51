import { z } from 'zod';
import { selectorError } from '../stages/extract/dom/select.ts';
import { isXPath, xpathError } from '../stages/extract/dom/xpath/xpath.ts';

const someText = z.string().min(1, 'an empty selector matches nothing: leave the field out');

/** A CSS selector for the stored page. */
export const selector = someText.superRefine(complainOf(selectorError));

/** A CSS selector or an XPath for the stored page. An XPath begins with `/`, `(` or `xpath:`. */
export const selectorOrXPath = someText.superRefine((text, context) => {
  if (text === '') return;
  const isPath = isXPath(text);
  const mistake = isPath ? xpathError(text) : selectorError(text);
  if (mistake === null) return;
  const hint = !isPath && /^\.{0,2}\/|::|\/\/|@/.test(text) ? '; begin an XPath with // or xpath:' : '';
  const message = `"${text}" is not ${isPath ? 'an XPath' : 'a CSS selector'}: ${mistake}${hint}`;
  context.addIssue({ code: 'custom', message });
});

/** A CSS selector for the page in the browser. */
export const liveSelector = someText.superRefine(complainOf(liveMistake));

/** A selector for Playwright: CSS, or Playwright's own syntax (text=More, //button, a >> b), which only Playwright can check. */
export const stepSelector = someText.superRefine(
  complainOf((text) => (/^\s*(?:[\w-]+=|\(*\/\/|\.\.|["'])|>>/.test(text) ? null : liveMistake(text))),
);

function complainOf(mistakeIn: (text: string) => string | null) {
  return (text: string, context: z.RefinementCtx): void => {
    const mistake = text === '' ? null : mistakeIn(text);
    if (mistake !== null) context.addIssue({ code: 'custom', message: `"${text}" is not a CSS selector: ${mistake}` });
  };
}

const isOfPseudo = (mistake: string | null): boolean => mistake !== null && /pseudo-/i.test(mistake);

/** Browsers know more pseudo-classes than our parser: those are left out, and the rest is checked. */
function liveMistake(text: string): string | null {
  const mistake = selectorError(text);
  if (!isOfPseudo(mistake)) return mistake;
  const rest = selectorError(text.replace(/(?<=[\w\])*-])::?[a-z-]+(?![\w(-])/gi, ''));
  return isOfPseudo(rest) ? null : rest;
}
