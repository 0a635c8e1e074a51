import { describe, expect, it } from 'vitest';
import { canonicalUrl } from '../../../../src/model/web/canonical-url.ts';
import { listKind } from '../../../../src/stages/schedule/links/list-pages.ts';

const kindOf = (path: string, host = 'gazette.example') => listKind(canonicalUrl(`https://${host}${path}`));

describe('the kind of a list', () => {
  it.each([
    ['tags', ['/tag/rivers/', '/tag/old-bridges/', '/tag/rivers/page/3/', '/tag/rivers/?page=2']],
    ['months', ['/2026/11/', '/2025/03/', '/2026/10/page/2/']],
    ['years', ['/2026/', '/2025/']],
    ['authors by number', ['/?author=3', '/?author=71', '/?author=3&paged=2']],
    ['special pages of a wiki', ['/wiki/Special:Links/Bridge', '/wiki/Special:Links/Quay']],
    ['histories of a wiki', ['/w/index.php?title=A&action=history', '/w/index.php?action=history&title=B']],
  ])('is one for %s', (_, paths) => {
    expect(new Set(paths.map((path) => kindOf(path))).size).toBe(1);
  });

  it('distinguishes directories, names before a colon, numbers, parameters and hosts', () => {
    const kinds = [
      ...['/tag/rivers/', '/author/ada/', '/2026/', '/2026/11/', '/?cat=3', '/?tag=3', '/rivers/'],
      ...['/wiki/Special:All', '/wiki/Category:Bridges', '/wiki/Bridge'],
    ].map((path) => kindOf(path));
    expect(new Set([...kinds, kindOf('/tag/rivers/', 'herald.example')]).size).toBe(kinds.length + 1);
  });

  it('reads addresses whose bytes are no UTF-8', () => {
    expect(kindOf('/tag/%B1%B1/')).toBe(kindOf('/tag/rivers/'));
  });
});
