import fc from 'fast-check';

/** Random invalid HTML: unclosed tags, unopened tags, tags in forbidden places. */
export const carelessHtml = (attributes: readonly string[]): fc.Arbitrary<string> =>
  fc
    .array(
      fc.oneof(
        fc.tuple(fc.constantFrom(...names), fc.constantFrom(...attributes)).map(([name, rest]) => `<${name}${rest}>`),
        fc.constantFrom(...names).map((name) => `</${name}>`),
        fc.constantFrom('x', ' ', 'y z', '&lt;', '&amp', '\n', '\u00a0', '<', '</', 'é'),
      ),
      { maxLength: 30 },
    )
    .map((parts) => parts.join(''));

const names =
  'p div b i a h1 ul li table tbody tr td caption select option form button pre textarea article footer header nav math mi br img body html frameset'.split(
    ' ',
  );
