import { describe, expect, it } from 'vitest';
import { ListYields } from '../../../src/crawl/links/list-yields.ts';
import { canonicalUrl } from '../../../src/model/web/canonical-url.ts';

const at = (path: string) => canonicalUrl(`https://gazette.example${path}`);
const tag = (name: string | number) => at(`/tag/${name}/`);

/** What the lists brought, in this order; null: it is an article. */
function yieldsOf(...notes: readonly (readonly [string, number | null])[]): ListYields {
  const yields = new ListYields();
  for (const [path, newLinks] of notes) yields.note(at(path), newLinks);
  return yields;
}

describe('ListYields', () => {
  it('skips the fourth list of a kind after three without a new link', () => {
    const yields = yieldsOf(['/tag/a/', 0], ['/tag/b/', 0]);
    expect(yields.whySkipped(tag('d'))).toBeNull();
    yields.note(tag('c'), 0);
    expect(yields.whySkipped(tag('d'))).toBe('the last 3 lists of its kind had no new links');
    expect(yields.whySkipped(at('/author/ada/'))).toBeNull();
    expect(yields.whySkipped(canonicalUrl('https://herald.example/tag/d/'))).toBeNull();
  });

  it('counts the pages of one list once, and skips its further pages', () => {
    const yields = yieldsOf(['/tag/a/', 0], ['/tag/a/page/2/', 0], ['/tag/a/page/3/', 0]);
    expect(yields.whySkipped(tag('b'))).toBeNull();
    for (const name of ['b', 'c']) yields.note(tag(name), 0);
    expect(yields.whySkipped(at('/tag/a/page/4/'))).toBe('the list had no new links, like 3 of its kind');
  });

  it('begins again after a list with a new link', () => {
    const yields = yieldsOf(['/tag/a/', 0], ['/tag/b/', 0], ['/tag/c/', 2], ['/tag/d/', 0], ['/tag/e/', 0]);
    expect(yields.whySkipped(tag('f'))).toBeNull();
    yields.note(tag('f'), 0);
    expect(yields.whySkipped(tag('g'))).not.toBeNull();
  });

  it.each([['before'], ['after']])('skips nothing of a kind that has an article, noted %s', (order) => {
    const lists = ['/tag/a/', '/tag/b/', '/tag/c/'].map((path) => [path, 0] as const);
    const article = ['/tag/a-story-of-a-river/', null] as const;
    const yields = yieldsOf(...(order === 'before' ? [article, ...lists] : [...lists, article]));
    expect(yields.whySkipped(tag('d'))).toBeNull();
  });

  it('needs twelve lists where the addresses may be anything', () => {
    const yields = new ListYields();
    const place = (n: number) => at(`/places/place-number-${n}-of-the-town`);
    for (let n = 0; n < 11; n++) yields.note(place(n), 0);
    expect(yields.whySkipped(place(99))).toBeNull();
    yields.note(place(11), 0);
    expect(yields.whySkipped(place(99))).toBe('the last 12 lists of its kind had no new links');
  });

  it('forgets the kinds that it saw longest ago', () => {
    const yields = yieldsOf(['/tag/a/', 0], ['/tag/b/', 0], ['/tag/c/', 0]);
    for (let n = 0; n < 5_000; n++) yields.note(canonicalUrl(`https://s${n}.example/tag/a/`), 0);
    expect(yields.whySkipped(tag('d'))).toBeNull();
  });
});
