import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseInto, parsePage } from '../../../../src/stages/extract/page/parse.ts';
import { removeDisallowed, renderBody } from '../../../../src/stages/extract/text/output.ts';

function render(html: string) {
  const { document } = parsePage(html);
  return renderBody(document.body, document, 'https://gazette.example/a/b');
}

describe('renderBody', () => {
  it('gives paragraphs, safe HTML and Markdown', () => {
    const { body, bodyHtml, markdown } = render(
      '<h2>Head</h2><p>One <b>two</b> <a href="../c#d">three</a></p><ul><li>x</li><li>y</li></ul><pre><code>a &lt; b</code></pre><p onclick="x()"><a href="javascript:alert(1)">bad</a></p>',
    );
    expect(body).toBe('Head\n\nOne two three\n\nx\n\ny\n\na < b\n\nbad');
    expect(bodyHtml).not.toMatch(/onclick|javascript:/);
    expect(bodyHtml).toContain('href="https://gazette.example/c#d"');
    expect(markdown).toContain('## Head');
    expect(markdown).toContain('[three](https://gazette.example/c#d)');
    expect(markdown).toMatch(/^- +x$/m);
    expect(markdown).toContain('```\na < b\n```');
  });

  it('writes tables as pipe tables', () => {
    const { markdown } = render(
      '<table><tr><th>Town</th><th>Cost</th></tr><tr><td>A|B</td><td>9</td></tr><tr><td>C</td></tr></table>',
    );
    expect(markdown).toBe('| Town | Cost |\n| --- | --- |\n| A\\|B | 9 |\n| C |  |');
  });

  it('escapes text as a whole, and leaves no gap between a line and the list in it', () => {
    const { markdown } = render('<p>R&amp;D; costs &gt; 3 &lt;b&gt;</p><ul><li>a<ul><li>b</li></ul></li></ul>');
    expect(markdown).toBe('R&amp;D; costs > 3 &lt;b>\n\n-   a\n    -   b');
  });

  it('keeps pictures with their captions, lazy ones too, and captions out of the text', () => {
    const { body, images, markdown } = render(
      '<figure><img src="data:image/gif;base64,R0" data-src="/p.jpg" alt="A bridge"><figcaption>The bridge in May</figcaption></figure><p>Text.</p>',
    );
    expect(images).toEqual([{ url: 'https://gazette.example/p.jpg', alt: 'A bridge', caption: 'The bridge in May' }]);
    expect(body).toBe('Text.');
    expect(markdown).toContain('![A bridge](https://gazette.example/p.jpg)');
  });

  it('looks twice: what a sanitizer let through goes, with what is in it', () => {
    const box = parsePage('').document.createElement('div');
    const passed =
      '<p onclick="x()" class="a" title="t">one <a href="https://a.example/" ping="/b">two</a></p><iframe src="/c"></iframe><math><mi>three</mi></math><custom-tag><b>four</b></custom-tag><code class="language-js">five</code>';
    expect(removeDisallowed(parseInto(box, passed)).innerHTML).toBe(
      '<p>one <a href="https://a.example/">two</a></p><code class="language-js">five</code>',
    );
  });

  it('lets nothing live through, whatever the mark-up', () => {
    const piece = fc.constantFrom(
      '<script>',
      '</script>',
      '<img src=x onerror=alert(1)>',
      '<svg/onload=1>',
      '<a href="java\tscript:1">',
      '&lt;script&gt;alert(1)&lt;/script&gt;',
      '<math><mi>',
      '"',
      "'",
      '<iframe srcdoc="<script>">',
      '<style>',
      '<p>',
      '</p>',
      '<table><td>',
      'text',
      '<!--',
      '-->',
      '`',
      '<form action="javascript:1">',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const { bodyHtml, markdown } = render(pieces.join(''));
        const tags = bodyHtml.match(/<[^>]+>/g)?.join('\n') ?? '';
        expect(tags).not.toMatch(/^<(script|svg|iframe|style|form|math)|\son\w+\s*=|href="\s*java/im);
        expect(markdown.replace(/`[^`]*`/g, '')).not.toMatch(/<script|\]\(java/i);
      }),
      { numRuns: 150 },
    );
  });
});
