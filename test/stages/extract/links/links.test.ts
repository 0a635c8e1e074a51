import { describe, expect, it } from 'vitest';
import { canonicalUrl } from '../../../../src/model/web/canonical-url.ts';
import { findLinks, maxLinks } from '../../../../src/stages/extract/links/links.ts';
import { parsePage } from '../../../../src/stages/extract/page/parse.ts';

const foundOn = canonicalUrl('https://gazette.example/news');
const links = (html: string, selector: string | null = null, at = foundOn) =>
  findLinks({ document: parsePage(html).document, baseUrl: at, foundOn: at, selector });

describe('findLinks', () => {
  it('distinguishes content, navigation and footer', () => {
    const all = links(
      '<nav><a href="/a">A</a></nav><div id="main-menu"><a href="/b">B</a></div><main><h2><a href="/story-1?utm_source=x#top">A long headline of a story</a></h2></main><footer><a href="/imprint">Imprint</a></footer>',
    );
    expect(all.map(({ url, region }) => [url, region])).toEqual([
      ['https://gazette.example/a', 'navigation'],
      ['https://gazette.example/b', 'navigation'],
      ['https://gazette.example/story-1', 'content'],
      ['https://gazette.example/imprint', 'footer'],
    ]);
  });

  it('takes a row of short links for a menu, a list of headlines for content', () => {
    const row = ['News', 'Sport', 'Arts', 'Food', 'Law']
      .map((name) => `<li><a href="/${name}">${name}</a></li>`)
      .join('');
    const list = [1, 2, 3, 4, 5]
      .map((n) => `<li><a href="/s${n}">Council votes on plan number ${n} tonight</a></li>`)
      .join('');
    const regions = links(`<ul>${row}</ul><ul>${list}</ul>`).map(({ region }) => region);
    expect(regions).toEqual([...Array(5).fill('navigation'), ...Array(5).fill('content')]);
  });

  it('leaves out posts of the page itself, but neither their pages nor other topics', () => {
    const post = (n: number) => `<div id="post-${n}"><a href="/news?post=${n}#post-${n}">#${n}</a> A post</div>`;
    const others =
      '<a href="/news?page=2#post-21">2</a><a href="/news?post=21#post-21">last</a><a href="/boats?post=1#post-1">boats</a><a href="/news?lang=de#post-1">de</a>';
    const heading = '<h2 id="tides">Tides</h2><a href="/news?id=tides">Tides</a><h2 id="2">Two</h2>';
    const paths = links(heading + post(1) + post(2) + others).map(({ url }) =>
      url.slice('https://gazette.example'.length),
    );
    expect(paths).toEqual(['/news?page=2', '/news?post=21', '/boats?post=1', '/news?lang=de']);
  });

  it('leaves out the posts of a topic below its address, and the newest post of other topics', () => {
    const at = canonicalUrl('https://gazette.example/t/harbour-bridge/42/');
    const html =
      '<div id="post-161"><a href="/t/harbour-bridge/42/post/161/">1 May</a> A post</div><a href="/t/harbour-bridge/42/2/">2</a><a href="/t/ferry/43/">Ferry</a><a href="/t/ferry/43/last/">newest</a><a href="/t/weir/44/last/">the weir</a>';
    const paths = links(html, null, at).map(({ url }) => new URL(url).pathname);
    expect(paths).toEqual(['/t/harbour-bridge/42/2/', '/t/ferry/43/', '/t/weir/44/last/']);
  });

  it('gives one link per address, with the text of anchor and teaser', () => {
    const [link, ...others] = links(
      '<div class="teaser"><a href="/s"><img src="x.jpg"></a><h3><a href="/s">Bridge reopens</a></h3><p>Eleven months after the barge, the road is open.</p></div>',
    );
    expect(others).toEqual([]);
    expect(link).toMatchObject({
      anchorText: 'Bridge reopens',
      region: 'content',
      foundOn,
      context: expect.stringContaining('Eleven months'),
    });
  });

  it('takes content by XPath: regions, links themselves, or their attributes', () => {
    const html =
      '<main><section><h2>News</h2><ul><li><a href="/1">One</a><li><a href="/2">Two</a></ul></section><section><h2>Most read</h2><a href="/3">Three</a></section></main>';
    const contentBy = (selector: string) =>
      links(html, selector).flatMap(({ url, region }) => (region === 'content' ? [new URL(url).pathname] : []));
    expect(contentBy("//section[h2 = 'News']")).toEqual(['/1', '/2']);
    expect(contentBy('//li[2]/a | //section[2]/a')).toEqual(['/2', '/3']);
    expect(contentBy('(//ul)[1]//a/@href')).toEqual(['/1', '/2']);
    expect(contentBy('//aside')).toEqual([]);
    expect(links(html, '//aside')).toHaveLength(3);
  });

  it('refuses a page on which an XPath takes too many steps', () => {
    const html = '<p><a href="/x">x</a></p>'.repeat(5_000);
    expect(() => links(html, '//a[preceding::p = following::p]')).toThrow(
      /"\/\/a\[preceding.*" takes more than 5000000 steps on this page/,
    );
  });

  it('applies selector and base, and leaves out other schemes', () => {
    const html =
      '<base href="/archive/"><div class="top"><a href="one">One</a></div><a href="two">Two</a><a href="mailto:a@b.c">M</a><a href="javascript:x()">J</a><a href="#x">X</a>';
    expect(links(html, '.top').map(({ url, region }) => [url, region])).toEqual([
      ['https://gazette.example/archive/one', 'content'],
      ['https://gazette.example/archive/two', 'navigation'],
    ]);
  });

  it('gives the address also as written, in the encoding of the page', () => {
    const first = (charset: string, href: string) =>
      links(`<meta charset="${charset}"><a href="${href}">A story</a>`)[0];
    expect(first('utf-8', '/s?b=2&amp;a=%b1&amp;fbclid=x#top')).toMatchObject({
      url: 'https://gazette.example/s?a=%B1&b=2',
      asWritten: 'https://gazette.example/s?b=2&a=%b1&fbclid=x',
    });
    expect(first('utf-8', '/s?word=北京')?.url).toBe('https://gazette.example/s?word=%E5%8C%97%E4%BA%AC');
    expect(first('gb2312', '/北?word=北京#北')?.url).toBe('https://gazette.example/%E5%8C%97?word=%B1%B1%BE%A9');
    expect(first('windows-1251', '/s?q=мир')?.url).toBe('https://gazette.example/s?q=%EC%E8%F0');
    expect(first('windows-1251', '/s?q=北')?.url).toBe('https://gazette.example/s?q=%26%2321271%3B');
    expect(first('shift_jis', '/s?q=日本')?.url).toBe('https://gazette.example/s?q=%93%FA%96%7B');
  });

  it('takes at most maxLinks from a huge page', () => {
    const anchors = Array.from({ length: maxLinks + 500 }, (_, n) => `<a href="/${n}">${n}</a>`).join('');
    expect(links(anchors)).toHaveLength(maxLinks);
  });
});

describe('the date of a teaser', () => {
  const card = (path: string, date: string) =>
    `<div class="card"><a href="${path}"><img src="x.jpg"></a><h3><a href="${path}">The bridge has opened again</a></h3><p>By <a href="/author/ada/">Ada</a> on <time datetime="${date}">that day</time></p></div>`;
  const datesOf = (html: string) => links(html).map(({ url, teaserDate }) => [new URL(url).pathname, teaserDate]);

  it('is the only one in the box around its link; of several boxes the newest counts', () => {
    expect(datesOf(`<main>${card('/a', '2026-11-03')}${card('/b', '2026-11-05T08:00:00Z')}</main>`)).toEqual([
      ['/a', '2026-11-03'],
      ['/author/ada/', '2026-11-05T08:00:00Z'],
      ['/b', '2026-11-05T08:00:00Z'],
    ]);
  });

  it('is unknown where a box has several dates or is no teaser, and where the page writes no date', () => {
    const row = '<h3><a href="/a">The bridge has opened again</a></h3>';
    expect(
      datesOf(`<main>${row}<time datetime="2026-11-03"></time><time datetime="2026-11-05"></time></main>`),
    ).toEqual([['/a', undefined]]);
    const text = `<p>${'A long text of an article. '.repeat(60)}</p>`;
    expect(datesOf(`<main><time datetime="2026-11-03"></time>${row}${text}</main>`)).toEqual([['/a', undefined]]);
    expect(datesOf(`<main>${row}<time datetime="PT2H"></time></main>`)).toEqual([['/a', undefined]]);
  });
});
