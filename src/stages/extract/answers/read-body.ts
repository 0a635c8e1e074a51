import type { BodyPath } from '../../../model/page/page-api.ts';
import { valuesAt } from '../../../text/answer-data.ts';
import { type ProseRules, proseOf } from '../state/prose.ts';

/** The HTML of a body in an answer's data; empty where the path leads nowhere. */
export function bodyHtmlAt(data: unknown, { path, texts, skips }: BodyPath): string {
  const rules = rulesOf(texts, skips);
  return valuesAt(data, path)
    .map((value) => proseOf(value, rules).html)
    .join('\n');
}

function rulesOf(texts: readonly string[], skips: readonly string[]): ProseRules {
  if (texts.length === 0) return { isText: () => true, isSkipped: () => false };
  const marks = skips.filter((skip) => skip.includes('=')).map((skip) => skip.split(/=(.*)/s, 2) as [string, string]);
  const isMarked = (value: unknown): boolean =>
    typeof value === 'object' &&
    value !== null &&
    marks.some(([name, mark]) => (value as Record<string, unknown>)[name] === mark);
  return {
    // strings in lists without a name of their own are called `text` by the search
    isText: (name) => texts.includes(name) || (name === 'text' && texts.includes('')),
    isSkipped: (name, value) => skips.includes(name) || isMarked(value),
  };
}
