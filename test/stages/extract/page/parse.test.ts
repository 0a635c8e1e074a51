import fc from 'fast-check';
import { parse } from 'parse5';
import { describe, expect, it } from 'vitest';
import { PageParser } from '../../../../src/stages/extract/dom/page-parser.ts';
import { TreeBuilder, type TreeTypes } from '../../../../src/stages/extract/dom/tree-builder.ts';
import { blocksText } from '../../../../src/stages/extract/page/blocks.ts';
import { cutBlocks } from '../../../../src/stages/extract/page/page-tree.ts';
import { parsePage } from '../../../../src/stages/extract/page/parse.ts';

const textIn = (html: string) => blocksText(cutBlocks(parsePage(html).document.body));

/** What our parser and parse5 itself make of a page. */
const bothTrees = (html: string) => ({
  ours: PageParser.parse<TreeTypes>(html, { treeAdapter: new TreeBuilder() }),
  plain: parse<TreeTypes>(html, { treeAdapter: new TreeBuilder() }),
});

/** What may stop a text or a value, or mean something else where it stands. */
const pieces = [
  ...['word', 'two words', ' ', '\n', '\r', '\r\n', '\0', '\u00a0', '😀', '\ud83d', 'é', '<', '</', '>', '"', "'", '='],
  ...['&amp;', '&ampx', '&notit;', '&#65;', '&#x', '&', '<!--', '-->', '<![CDATA[', ']]>', '<?x', '<!doctype html>'],
  ...['<a title="', "<b data-x='", '<i class=y ', '<p>', '</p>', '<div id=x>', '</div>', '<pre>', '<br/>', '<h1>'],
  ...[
    '<table>',
    '<tr>',
    '<td>',
    '</table>',
    '<caption>',
    '<select>',
    '<option>',
    '</select>',
    '<template>',
    '</template>',
  ],
  ...[
    '<script>',
    '<script type="application/ld+json">',
    '</script>',
    '<style>',
    '</style >',
    '<noscript>',
    '</noscript\n>',
  ],
  ...[
    '<textarea>',
    '</textarea>',
    '<title>',
    '</title>',
    '<svg>',
    '</svg>',
    '<math><mi>',
    '<frameset>',
    '</body>',
    '<head>',
  ],
];

describe('parsePage', () => {
  it('builds html, head and body where the source has none', () => {
    const { document } = parsePage('<title>A</title><p>one<p>two');
    expect(document.title).toBe('A');
    expect([...document.querySelectorAll('body > p')].map((p) => p.textContent)).toEqual(['one', 'two']);
  });

  it('keeps attributes of html and body, drops scripts, styles, handlers and inlined pictures', () => {
    const { document } = parsePage(
      `<html lang="fr"><body class="x" onload="go()"><script>1</script><style>p{}</style><img src="data:image/png;base64,${'A'.repeat(2000)}"></body>`,
    );
    expect(document.documentElement.getAttribute('lang')).toBe('fr');
    expect(document.body.className).toBe('x');
    expect(document.body.hasAttribute('onload')).toBe(false);
    expect(document.querySelector('script, style, img[src]')).toBeNull();
  });

  it('collects JSON-LD in order', () => {
    const { jsonLd } = parsePage(
      '<script type="application/ld+json">{"a":1}</script><body><script type="application/ld+json; charset=utf-8">{"b":2}</script>',
    );
    expect(jsonLd).toEqual(['{"a":1}', '{"b":2}']);
  });

  it.each([
    ['a script', '<script>if (a</b/.test("</p>")) {}</SCRIPT >'],
    ['an end tag of another name', '<script>"</scripts>"</script>'],
    ['a script within a comment in a script', '<script><!-- <script>"</script>" --></script>'],
    ['a comment that an end tag ends', '<script><!-- "</script>'],
    ['styles', '<style><!-- p > a {} </style><style></style\n>'],
    ['what stands in for scripts', '<noscript><p>enable</p></noscript>'],
    ['a script in a drawing', '<svg><script>1</script></svg>'],
    ['a script in a text field', '<textarea><script></textarea>'],
    ['what is no character', 'a\0b<a title="c\0d">e</a>'],
    ['line ends of all kinds', 'a\rb\r\nc\n<a title="d\r\ne">f</a>'],
    ['references', 'a&amp;b&notit;c<a title="d&amp;e&lt=f" class=\'g&gt;\'>h</a>'],
    ['words in a table', '<table>a b<tr> c <td>d e</table>'],
  ])('reads on behind %s as parse5 does', (_, markup) => {
    const html = `<p>before</p>${markup}<p>after &amp;c</p>`;
    const { ours, plain } = bothTrees(html);
    expect(ours.documentElement.outerHTML).toBe(plain.documentElement.outerHTML);
    expect(ours.body.lastElementChild?.textContent).toContain('after &c');
  });

  it('builds the tree that parse5 builds, whatever stands where', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(...pieces), { maxLength: 40 }),
        fc.constantFrom(1, 2_000),
        (parts, times) => {
          // the second is longer than what parse5 keeps of a page
          const { ours, plain } = bothTrees(parts.join('') + 'words and <i>more</i> &gt; "words"\r\n'.repeat(times));
          expect(ours.documentElement.outerHTML).toBe(plain.documentElement.outerHTML);
        },
      ),
    );
  });

  it('takes a script without an end for the rest of the page', () => {
    expect(textIn('<p>before</p><script>one<p>two</p></style>')).toBe('before');
  });

  it('puts hidden React streams in place of their boundary and its fallback', () => {
    const html =
      '<p>first</p><div><!--$?--><template id="B:0"></template><p>loading</p><!--/$--></div><p>last</p><div hidden id="S:0"><p>streamed</p><template id="P:1"></template></div><div hidden id="S:1"><p>inner</p></div>';
    expect(textIn(html)).toBe('first\n\nstreamed\n\ninner\n\nlast');
  });

  it('does not move a stream into itself', () => {
    expect(textIn('<div hidden id="S:0"><template id="B:0"></template><p>kept</p></div>')).toBe('kept');
  });

  it('opens declarative shadow roots', () => {
    expect(textIn('<x-story><template shadowrootmode="open"><p>inside</p></template></x-story>')).toBe('inside');
  });

  it('survives twenty thousand nested elements', () => {
    const { document } = parsePage(`${'<div>'.repeat(20_000)}deep`);
    expect(blocksText(cutBlocks(document.body))).toBe('deep');
    expect(document.body.outerHTML.length).toBeGreaterThan(1_000);
  });

  it('says too-large above half a million nodes', () => {
    expect(() => parsePage('<br>'.repeat(500_001))).toThrow(expect.objectContaining({ kind: 'too-large' }));
  });
});

describe('cutBlocks', () => {
  it('breaks at block elements and custom elements, not at inline ones', () => {
    expect(textIn('<p>one</p><p>t<b>w</b>o</p><x-y>three</x-y>four')).toBe('one\n\ntwo\n\nthree\n\nfour');
  });

  it('gives a line feed for <br> and a paragraph for two', () => {
    expect(textIn('<p>a<br>b<br><br>c</p>')).toBe('a\nb\n\nc');
  });

  it('keeps the lines of pre', () => {
    expect(textIn('<pre>a\n  b</pre>')).toBe('a\n  b');
  });
});
