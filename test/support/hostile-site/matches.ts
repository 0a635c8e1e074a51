import { NewshawkError } from '../../../src/errors.ts';
import type { Ending } from './hostile-page.ts';

export type Ended = { readonly html: string } | { readonly error: unknown };

/** How a fetch ended: with its text, or with its error. */
export const endedOf = (work: Promise<string>): Promise<Ended> =>
  work.then(
    (html) => ({ html }),
    (error: unknown) => ({ error }),
  );

/** In words, for a table. */
export const wordsOf = (ended: Ended): string =>
  'html' in ended
    ? `kept ${ended.html.length} characters`
    : ended.error instanceof NewshawkError
      ? `${ended.error.kind}: ${ended.error.message}`
      : `no kind: ${ended.error}`;

/** Whether it ended as it must. */
export function matches(expected: Ending, ended: Ended): boolean {
  if ('either' in expected) return expected.either.some((one) => matches(one, ended));
  if ('kept' in expected) return 'html' in ended && expected.kept.test(ended.html);
  if ('html' in ended || !(ended.error instanceof NewshawkError)) return false;
  return ended.error.kind === expected.kind && expected.words.test(ended.error.message);
}
