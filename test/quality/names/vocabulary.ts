import {
  commentNames,
  consentNames,
  foreignNames,
  offerNames,
  teaserNames,
} from '../../../src/stages/extract/page/furniture-names.ts';

/** All class names by which a rule or the model takes a box for something else than the article, out of their own patterns. */
export const ruleNames: readonly string[] = [
  ...new Set([commentNames, consentNames, foreignNames, teaserNames, offerNames].flatMap((names) => namesOf(names))),
];

/** A name for each alternative of a pattern: what is optional is written, of its own alternatives the first. */
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
