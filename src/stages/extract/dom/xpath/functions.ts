import type { XPathType } from './expression.ts';

/** How a function is called. Its value: `evaluate.ts` for those that need the page, `textFunctions` for the others. */
export interface Signature {
  readonly gives: XPathType;
  readonly min: number;
  readonly max: number;
  /** It takes paths only. */
  readonly ofNodes: boolean;
}

const signature = (gives: XPathType, min: number, max = min, ofNodes = false): Signature => ({
  gives,
  min,
  max,
  ofNodes,
});

/** Those of XPath 1.0 without `id`, `lang`, `namespace-uri`, and two that are often missed: `ends-with`, `lower-case`. */
export const signatures: ReadonlyMap<string, Signature> = new Map([
  ['last', signature('number', 0)],
  ['position', signature('number', 0)],
  ['count', signature('number', 1, 1, true)],
  ['sum', signature('number', 1, 1, true)],
  ['local-name', signature('text', 0, 1, true)],
  ['name', signature('text', 0, 1, true)],
  ['string', signature('text', 0, 1)],
  ['string-length', signature('number', 0, 1)],
  ['normalize-space', signature('text', 0, 1)],
  ['number', signature('number', 0, 1)],
  ['boolean', signature('truth', 1)],
  ['not', signature('truth', 1)],
  ['true', signature('truth', 0)],
  ['false', signature('truth', 0)],
  ['concat', signature('text', 2, Number.POSITIVE_INFINITY)],
  ['starts-with', signature('truth', 2)],
  ['ends-with', signature('truth', 2)],
  ['contains', signature('truth', 2)],
  ['substring-before', signature('text', 2)],
  ['substring-after', signature('text', 2)],
  ['substring', signature('text', 2, 3)],
  ['translate', signature('text', 3)],
  ['lower-case', signature('text', 1)],
  ['floor', signature('number', 1)],
  ['ceiling', signature('number', 1)],
  ['round', signature('number', 1)],
]);

export const functionNames: readonly string[] = [...signatures.keys()].sort();

/** Functions of texts only. */
export const textFunctions: ReadonlyMap<string, (...texts: readonly string[]) => string | number | boolean> = new Map<
  string,
  (...texts: readonly string[]) => string | number | boolean
>([
  ['string', (text = '') => text],
  ['string-length', (text = '') => [...text].length],
  ['normalize-space', (text = '') => text.replace(/[ \t\r\n]+/g, ' ').replace(/^ | $/g, '')],
  ['number', (text = '') => numberOf(text)],
  ['concat', (...texts) => texts.join('')],
  ['starts-with', (text = '', start = '') => text.startsWith(start)],
  ['ends-with', (text = '', end = '') => text.endsWith(end)],
  ['contains', (text = '', part = '') => text.includes(part)],
  ['substring-before', (text = '', part = '') => (text.includes(part) ? text.slice(0, text.indexOf(part)) : '')],
  [
    'substring-after',
    (text = '', part = '') => (text.includes(part) ? text.slice(text.indexOf(part) + part.length) : ''),
  ],
  ['translate', translate],
  ['lower-case', (text = '') => text.toLowerCase()],
]);

export const numberFunctions: ReadonlyMap<string, (value: number) => number> = new Map([
  ['floor', Math.floor],
  ['ceiling', Math.ceil],
  ['round', Math.round],
]);

function translate(text = '', from = '', to = ''): string {
  const targets = [...to];
  const changes = new Map<string, string>();
  for (const [at, letter] of [...from].entries()) if (!changes.has(letter)) changes.set(letter, targets[at] ?? '');
  return [...text].map((letter) => changes.get(letter) ?? letter).join('');
}

/** The letters from a position on, which begins at 1; both numbers are rounded. */
export function substring(text: string, from: number, length = Number.POSITIVE_INFINITY): string {
  const start = Math.round(from);
  const end = start + Math.round(length);
  return [...text].filter((_, at) => at + 1 >= start && at + 1 < end).join('');
}

/** NaN for a text that is no plain number. */
export const numberOf = (text: string): number =>
  /^[ \t\r\n]*-?(?:\d+(?:\.\d*)?|\.\d+)[ \t\r\n]*$/.test(text) ? Number(text) : Number.NaN;

/** As XPath writes numbers. */
export const textOfNumber = (value: number): string => (Object.is(value, -0) ? '0' : String(value));
