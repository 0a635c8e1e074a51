import { describe, expect, it } from 'vitest';
import { siteFor } from '../../../../src/config-files/load-scrapers.ts';
import { extract } from '../../../../src/stages/extract/extract.ts';
import { snapshot } from '../page.ts';
import { blogThemes } from './blog-themes.ts';
import { shown } from './theme-page.ts';

describe('the fields of an article in the mark-up of a theme', () => {
  it.each(blogThemes.map((page) => [page.theme, page] as const))('%s', (_, page) => {
    const { html, url, image, theme: __, ...own } = page;
    const taken = snapshot(html, url === undefined ? {} : { at: url });
    const { draft } = extract(taken, siteFor([], taken.site), { draftAlways: true });
    expect({
      title: draft?.title,
      authors: draft?.authors,
      date: draft?.publishedAt?.value.slice(0, 10),
      tags: draft?.tags,
      section: draft?.section,
    }).toEqual({ ...shown, ...own });
    expect(draft?.leadImage?.endsWith(image ?? '-') ?? false).toBe(image !== undefined);
  });
});
