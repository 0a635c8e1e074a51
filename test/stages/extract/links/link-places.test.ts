import { describe, expect, it } from 'vitest';
import { canonicalUrl } from '../../../../src/model/web/canonical-url.ts';
import { maxPlaces } from '../../../../src/model/web/link.ts';
import { findLinks } from '../../../../src/stages/extract/links/links.ts';
import { parsePage } from '../../../../src/stages/extract/page/parse.ts';

const foundOn = canonicalUrl('https://gazette.example/news');
const placesIn = (html: string, selector: string | null = null) =>
  Object.fromEntries(
    findLinks({ document: parsePage(html).document, baseUrl: foundOn, foundOn, selector }).map(({ url, places }) => [
      new URL(url).pathname,
      places,
    ]),
  );

describe('places of links', () => {
  it('are the same for the entries of a list, and others for author, box and menu', () => {
    const entry = (n: number) =>
      `<li class="teaser post-${n}" id="p${n}"><div><h3 class="title"><a href="/s${n}">Story ${n}</a></h3></div><span class="by"><a href="/author/${n}">A. Writer</a></span></li>`;
    const places = placesIn(
      `<nav class="menu"><a href="/sport">Sport</a></nav><main id="m"><ul>${entry(1)}${entry(2)}</ul></main><aside class="box"><a href="/s3">Three</a></aside>`,
    );
    expect(places['/s1']).toEqual(['a<h3.title<li.post-0.teaser<ul<main#m']);
    expect(places['/s2']).toEqual(places['/s1']);
    expect(places['/author/1']).toEqual(['a<span.by<li.post-0.teaser<ul<main#m']);
    expect(places['/sport']).toEqual(['a<nav.menu']);
    expect(places['/s3']).toEqual(['a<aside.box']);
  });

  it('keeps both ends of a long path', () => {
    const inner = [
      'section',
      'article',
      'section',
      'article',
      'section',
      'article',
      'section',
      'article',
      'header',
      'h2',
    ];
    const html = inner.reduceRight((content, tag) => `<${tag}>${content}</${tag}>`, '<a href="/x">x</a>');
    expect(placesIn(`<aside class="ads">${html}</aside>`)['/x']).toEqual([
      'a<h2<header<article<…<article<section<aside.ads',
    ]);
  });

  it('has every place of an address, up to a bound, and none where a selector chooses', () => {
    const boxes = Array.from({ length: 9 }, (_, n) => `<div class="box${'abcdefghi'[n]}"><a href="/x">x</a></div>`);
    expect(placesIn(boxes.slice(0, 2).join(''))['/x']).toEqual(['a<div.boxa', 'a<div.boxb']);
    expect(placesIn(boxes.join(''))['/x']).toHaveLength(maxPlaces);
    expect(placesIn(boxes.join(''), '.boxa')['/x']).toBeUndefined();
  });
});
