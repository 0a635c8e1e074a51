import { describe, expect, it } from 'vitest';
import { findMedia } from '../../../../src/stages/media/find/find.ts';
import { childrenOf, type MarkupNode, parseMarkup } from '../../../../src/stages/media/find/markup-tree.ts';

/** All nodes of a page, by name. */
function namesOf(html: string): string[] {
  const nodes: MarkupNode[] = [parseMarkup(html)];
  for (const node of nodes) nodes.push(...childrenOf(node));
  return nodes.map(({ nodeName }) => nodeName);
}

describe('parseMarkup', () => {
  it('keeps two nodes for a line of a long list: neither its text nor its comments', () => {
    const lines = Array.from(
      { length: 1_000 },
      (_, n) => `<li><a href="/${n}">Story ${n}</a> of today<!-- ${n} --></li>\n`,
    );
    expect(namesOf(`<ul>${lines.join('')}</ul>`)).toHaveLength(
      2_000 + ['#document', 'html', 'head', 'body', 'ul'].length,
    );
  });

  it('keeps the text of scripts and of the title, and what stands in templates', () => {
    const html = '<title>Harbour</title><template><script>play()</script></template><table>loose<tr><td>cell</table>';
    expect(namesOf(html).filter((name) => name === '#text')).toHaveLength(2);
  });

  it('ends a page with too many elements', () => {
    expect(() => findMedia({ html: '<br>'.repeat(500_001), finalUrl: 'https://news.example/', network: [] })).toThrow(
      expect.objectContaining({ kind: 'too-large' }),
    );
  });
});
