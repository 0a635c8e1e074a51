import { describe, expect, it } from 'vitest';
import { unknownSite } from '../../../../src/settings/scraper.ts';
import { extract } from '../../../../src/stages/extract/extract.ts';
import { articlePage, paragraphs, snapshot } from '../page.ts';

const site = unknownSite('gazette.example');
/** As the browser's side writes it: each element with its place. */
const placed = (html: string) => {
  let y = 0;
  const next = () => {
    y += 50;
    return y;
  };
  return html.replace(
    /<(body|main|article|div|h1|p|ul|li|figure|img|nav|footer|header)\b/g,
    (tag) => `${tag} data-r="10,${next()},600,40"`,
  );
};

describe('regions', () => {
  it('are those of the headline and of what is left of the text, the outermost of it, without what is around', () => {
    const html = placed(
      articlePage({
        body: `${paragraphs.map((text) => `<p>${text}</p>`).join('')}<ul class="facts"><li>${paragraphs[0]} Again.</li></ul>`,
      }),
    );
    const { regions } = extract(snapshot(html, { via: 'browser' }), site);
    const placeOf = (start: string, name = '[^>]*') =>
      Number(new RegExp(`data-r="10,(\\d+),600,40"${name}>${start}`).exec(html)?.[1]);
    expect(regions.filter(({ of }) => of === 'title')).toEqual([
      { of: 'title', x: 10, y: placeOf('Harbour bridge'), width: 600, height: 40 },
    ]);
    const text = regions.filter(({ of }) => of === 'body');
    expect(text.map(({ y }) => y)).toEqual([
      ...paragraphs.map((start) => placeOf(start.slice(0, 30))),
      placeOf('<li', ' class="facts"'),
    ]);
  });

  it('are empty where the page was read without positions, or claims impossible ones', () => {
    expect(extract(snapshot(articlePage()), site).regions).toEqual([]);
    const odd = articlePage().replaceAll('<p', '<p data-r="x,1,NaN,-4"').replace('<body', '<body data-r="0,0,1,1"');
    expect(extract(snapshot(odd, { via: 'browser' }), site).regions).toEqual([]);
  });

  it('are those of the texts where a stored page is read with places', () => {
    const html = placed(articlePage()).replaceAll(/data-r="([\d,]+)"/g, 'data-g="$1,16"');
    const page = snapshot(html, { via: 'browser' });
    expect(extract(page, site).regions).toEqual([]);
    const { regions } = extract(page, site, { places: true });
    expect(regions.filter(({ of }) => of === 'title')).toHaveLength(1);
    expect(regions.filter(({ of }) => of === 'body')).toHaveLength(paragraphs.length);
    // a server may write such attributes itself
    expect(extract(snapshot(html, { via: 'static' }), site, { places: true }).regions).toEqual([]);
  });
});
