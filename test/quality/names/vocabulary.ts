import {
  commentNames,
  consentNames,
  foreignNames,
  offerNames,
  teaserNames,
} from '../../../src/stages/extract/page/furniture-names.ts';

/** All class names that make a rule or the model take a box for something other than the article, from the patterns themselves. */
export const ruleNames: readonly string[] = [
  ...new Set([commentNames, consentNames, foreignNames, teaserNames, offerNames].flatMap((names) => namesOf(names))),
];

/** A name for each alternative of a pattern: optional parts are written, with their first alternative. */
function namesOf(pattern: string): string[] {
  return pattern
    .replace(/\(\?:([^)|]*)[^)]*\)\?/g, '$1')
    .split('|')
    .map((name) =>
      name
        .replace(/\[(.)[^\]]*\]/g, '$1')
        .replaceAll('\\w*', 'e')
        .replaceAll('?', ''),
    );
}
