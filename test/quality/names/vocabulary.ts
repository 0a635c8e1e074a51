import {
  commentNames,
  consentNames,
  distrustedNames,
  foreignNames,
  hidingNames,
  offerNames,
  postNames,
  teaserNames,
} from '../../../src/stages/extract/page/furniture-names.ts';

/** All class names by which rules or the model take a box for boilerplate, generated from the patterns. */
export const ruleNames: readonly string[] = [
  ...new Set(
    [
      commentNames,
      consentNames,
      foreignNames,
      teaserNames,
      offerNames,
      hidingNames,
      postNames,
      distrustedNames,
    ].flatMap((names) => namesOf(names)),
  ),
];

/** One name per alternative of a pattern, with the optional parts. */
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
