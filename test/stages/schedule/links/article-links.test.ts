import { describe, expect, it } from 'vitest';
import type { LinkRegion } from '../../../../src/model/web/link.ts';
import type { AddressVerdict, UrlPattern } from '../../../../src/model/web/url-pattern.ts';
import {
  isFurtherPageAddress,
  isListAddress,
  isListLink,
  whyNoArticle,
  withKnownRegions,
} from '../../../../src/stages/schedule/links/article-links.ts';
import { link } from '../../../support/readings.ts';

const site = 'https://gazette.example';
const linkTo = (path: string, region: LinkRegion = 'content') => link(`${site}${path}`, { region });

const pattern: UrlPattern = {
  expression: '^x$',
  class: 'listing',
  confidence: 0.95,
  support: 9,
  against: 0,
  labelled: 9,
  listings: 9,
  noArticleInARow: 0,
  scope: 'shape',
  examples: [],
  counterExamples: [],
};
const verdict = (name: AddressVerdict['class'], known: boolean, confidence = 0.9): AddressVerdict => ({
  class: name,
  confidence,
  pattern: known ? pattern : null,
  why: '',
});

describe('isListAddress', () => {
  it.each([
    '/',
    '/index.html',
    '/tag/rivers/',
    '/tags/high-water-in-the-north/',
    '/category/sport/',
    '/category/sport/football/',
    '/author/ada-marsh/',
    '/blog/page/2/',
    '/2025/',
    '/2025/11/',
    '/blog/2025/11/03/',
    '/archive/',
    '/?paged=2',
    '/?cat=3',
    '/?m=202511',
    '/news?page=3',
    '/search?q=river',
  ])('calls %s a list', (path) => expect(isListAddress(`${site}${path}`)).toBe(true));

  it.each([
    '/rivers',
    '/hello-world/',
    '/2025/11/03/flood/',
    '/2025/11/flood-in-the-valley/index.html',
    '/?p=12',
    '/archives/12345',
    '/archives/427',
    '/news/flood',
    '/blog/hello/',
    '/series/how-the-harbour-was-built/',
    '/story.php?id=7&section=sport',
  ])('does not call %s a list', (path) => expect(isListAddress(`${site}${path}`)).toBe(false));
});

describe('whyNoArticle', () => {
  it('takes links of the content whose address is no list', () => {
    expect(whyNoArticle({ link: linkTo('/hello-world/'), verdict: verdict('listing', false) })).toBeNull();
    expect(whyNoArticle({ link: linkTo('/tag/rivers/'), verdict: null })).toBe('the address is that of a list');
  });

  it('takes links of menus and footers only where the address looks like an article', () => {
    expect(whyNoArticle({ link: linkTo('/sport/', 'navigation'), verdict: null })).toBe('a menu or footer links to it');
    expect(whyNoArticle({ link: linkTo('/imprint/', 'footer'), verdict: null })).toBe('a menu or footer links to it');
    const story = linkTo('/2025/11/03/flood-in-the-valley/', 'navigation');
    expect(whyNoArticle({ link: story, verdict: verdict('article', false) })).toBeNull();
  });

  it('leaves out pages that are neither', () => {
    expect(whyNoArticle({ link: linkTo('/about/'), verdict: verdict('other', false) })).toContain('no article');
    expect(whyNoArticle({ link: linkTo('/video/x/'), verdict: verdict('other', false, 0.6) })).toBeNull();
  });

  it('believes what visits have shown more than the form of the address', () => {
    expect(isListLink({ link: linkTo('/rivers/'), verdict: verdict('listing', true) })).toBe(true);
    expect(isListLink({ link: linkTo('/tag/rivers/'), verdict: verdict('article', true) })).toBe(false);
  });
});

describe('withKnownRegions', () => {
  it('does not trust the regions of a page without a possible article in its content', () => {
    const menu = [linkTo('/a', 'navigation'), linkTo('/', 'content'), linkTo('/c', 'footer')];
    expect(withKnownRegions(menu).map(({ region }) => region)).toEqual(['content', 'content', 'footer']);
    const full = [...menu, linkTo('/d')];
    expect(withKnownRegions(full)).toEqual(full);
  });
});

describe('isFurtherPageAddress', () => {
  it.each(['/page/2/', '/blog/page-3.html', '/?paged=2', '/news?page=4', '/list/p2'])('knows %s', (path) =>
    expect(isFurtherPageAddress(`${site}${path}`)).toBe(true),
  );
  it.each(['/page/about/', '/?p=12', '/2025/11/'])('does not take %s for one', (path) =>
    expect(isFurtherPageAddress(`${site}${path}`)).toBe(false),
  );
});
