import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { NetworkEntry } from '../../../../src/model/page/page.ts';
import { findMedia } from '../../../../src/stages/media/find/find.ts';

const finalUrl = 'https://news.example/2026/harbour';
const cdn = 'https://cdn.example';
const find = (html: string, network: NetworkEntry[] = []) => findMedia({ html, finalUrl, network });
const asked = (url: string, more: Partial<NetworkEntry> = {}): NetworkEntry => ({
  url,
  method: 'GET',
  type: 'xhr',
  status: 200,
  mimeType: '',
  requestHeaders: {},
  failure: null,
  ...more,
});
const brief = (html: string, network: NetworkEntry[] = []) =>
  find(html, network).items.map(({ url, delivery, role }) => `${role} ${delivery} ${url}`);

describe('findMedia in markup', () => {
  it('reads media elements, lazy addresses, posters and titles; the forms of one film are one item', () => {
    const { items, isVideoPage } = find(`<video controls width="640" poster="/p.jpg" title="Harbour">
      <source data-src="/v/film.webm" type="video/webm"><source src="/v/film.mp4?a=1&amp;b=2"></video>`);
    expect(isVideoPage).toBe(true);
    expect(items).toHaveLength(1);
    expect(items[0]).toMatchObject({
      url: 'https://news.example/v/film.webm',
      delivery: 'progressive',
      role: 'main',
      score: 53,
      reasons: ['current source', 'big element', 'in the markup'],
      mimeType: 'video/webm',
      poster: 'https://news.example/p.jpg',
      title: 'Harbour',
    });
  });

  it('takes the contentUrl of a picture for no film', () => {
    const picture =
      '<div itemscope itemtype="https://schema.org/ImageObject"><meta itemprop="contentUrl" content="/im-12?width=111"></div>';
    expect(
      brief(
        `${picture}<div itemscope itemtype="https://schema.org/VideoObject"><meta itemprop="contentUrl" content="/thumb_167x94.jpg"></div>`,
      ),
    ).toEqual([]);
  });

  it('reads JSON-LD, Open Graph, microdata, objects, links to files and attributes', () => {
    const ld = {
      '@graph': [
        {
          '@type': 'NewsArticle',
          video: {
            '@type': ['VideoObject'],
            contentUrl: `${cdn}/ld.mp4`,
            embedUrl: 'https://www.youtube.com/embed/x1',
            name: 'Ferry',
            duration: 'PT1M5S',
            thumbnailUrl: ['/t.jpg'],
          },
        },
      ],
    };
    const { items } = find(`<script type="application/ld+json">${JSON.stringify(ld)}</script>`);
    expect(items).toEqual([
      expect.objectContaining({
        url: `${cdn}/ld.mp4`,
        durationMs: 65_000,
        title: 'Ferry',
        poster: 'https://news.example/t.jpg',
      }),
    ]);
    expect(brief(`<meta property="og:video:secure_url" content="${cdn}/og.mp4">`)).toEqual([
      `main progressive ${cdn}/og.mp4`,
    ]);
    expect(brief(`<span itemprop="contentUrl" content="${cdn}/micro.mp3"></span>`)).toEqual([
      `main progressive ${cdn}/micro.mp3`,
    ]);
    expect(brief(`<object data="${cdn}/o.mp4"></object>`)).toEqual([`main progressive ${cdn}/o.mp4`]);
    expect(brief('<a href="film.mp4">Download</a>')).toEqual(['main progressive https://news.example/2026/film.mp4']);
    expect(brief(`<div data-config='{"file":"${cdn}\\/m.m3u8"}'></div>`)).toEqual([`main hls ${cdn}/m.m3u8`]);
    expect(brief(`<video-js><source src="${cdn}/l/master.m3u8" type="application/x-mpegURL"></video-js>`)).toEqual([
      `main hls ${cdn}/l/master.m3u8`,
    ]);
  });

  it('reads addresses in scripts, but no parts of sums and no words that only look like one', () => {
    const script = (text: string) => brief(`<script>${text}</script>`);
    expect(script(`const s = "https:\\/\\/cdn.example\\/a.mpd?x=1\\u0026y=2"`)).toEqual([
      `main dash ${cdn}/a.mpd?x=1&y=2`,
    ]);
    expect(script("load('https://cdn.example/' + 'master.m3u8')")).toEqual([]);
    expect(script(`var q = "mp4 good"; var n = "see ${cdn}/a.mp4.html";`)).toEqual([]);
    expect(script(`p({ adTagUrl: "${cdn}/x.mp4", file: "${cdn}/y.mp4", preview: "${cdn}/z.mp4" })`)).toEqual([
      `main progressive ${cdn}/y.mp4`,
      `preview progressive ${cdn}/z.mp4`,
      `ad progressive ${cdn}/x.mp4`,
    ]);
  });

  it('finds addresses in minified code and in JSON inside of a string', () => {
    const script = (text: string) => brief(`<script>${text}</script>`);
    expect(script(`p({a:'b',t:"it's on",file:'${cdn}/a.mp4'})`)).toEqual([`main progressive ${cdn}/a.mp4`]);
    expect(script(`var s="{\\"preview\\":\\"${cdn}/p.mp4\\",\\"u\\":\\"${cdn}/a.m3u8?t=1\\"}"`)).toEqual([
      `main hls ${cdn}/a.m3u8?t=1`,
      `preview progressive ${cdn}/p.mp4`,
    ]);
    const large = `var d="${'x'.repeat(3_000_000)}";var u="${cdn}/a.mp4";`;
    expect(script(large)).toEqual([`main progressive ${cdn}/a.mp4`]);
  });

  it('knows the players of video hosts, also inside of frames and shadow roots', () => {
    const youtube = 'https://www.youtube-nocookie.com/embed/abc';
    expect(brief(`<iframe src="${youtube}"></iframe>`)).toEqual([`main embed ${youtube}`]);
    expect(brief(`<iframe src="https://notyoutube.com/embed/abc"></iframe>`)).toEqual([]);
    expect(
      brief('<x-player><template shadowrootmode="open"><video src="/s.mp4"></video></template></x-player>'),
    ).toEqual(['main progressive https://news.example/s.mp4']);
    const framed =
      '<iframe src="/f/"></iframe><x-frame data-src="https://news.example/f/"><video src="v.mp4"></video></x-frame>';
    expect(brief(framed)).toEqual(['main progressive https://news.example/f/v.mp4']);
  });

  it('distinguishes backgrounds, previews, trailers and advertisements from the film', () => {
    expect(
      brief(`<video src="/loop.mp4" autoplay muted loop></video>
        <a href="/next"><video src="/hover_preview.mp4" muted></video></a>
        <a href="/other"><span data-clip="/p7.mp4"></span></a>
        <video src="/trailer.mp4" controls></video>
        <div class="ad-slot"><video src="/spot.mp4"></video></div>
        <video src="/film.mp4" controls></video>`).sort(),
    ).toEqual([
      'ad progressive https://news.example/spot.mp4',
      'background progressive https://news.example/loop.mp4',
      'main progressive https://news.example/film.mp4',
      'preview progressive https://news.example/hover_preview.mp4',
      'preview progressive https://news.example/p7.mp4',
      'trailer progressive https://news.example/trailer.mp4',
    ]);
    expect(find('<video src="/film.mp4"></video><video src="/loop.mp4" muted loop></video>').items[0]?.role).toBe(
      'main',
    );
  });
});

describe('findMedia: is it a video page', () => {
  const isVideoPage = (html: string) => find(html).isVideoPage;

  it('says yes where something is to be played, though no address is known yet', () => {
    expect(isVideoPage('<video src="blob:https://news.example/1"></video>')).toBe(true);
    expect(isVideoPage('<meta property="og:type" content="video.movie">')).toBe(true);
    expect(isVideoPage('<script>const hls = new Hls({});</script>')).toBe(true);
    expect(isVideoPage('<iframe src="https://tv.example/embed/7" allowfullscreen></iframe>')).toBe(true);
  });

  it('says no to articles, listings with hover clips and backgrounds', () => {
    expect(isVideoPage('<h1>Council votes</h1><p>The video was shown to the members.</p>')).toBe(false);
    expect(isVideoPage('<a href="/1"><video src="/1_preview.mp4" muted loop></video></a>')).toBe(false);
    expect(isVideoPage('<video src="/header.mp4" autoplay muted loop></video><p>Text</p>')).toBe(false);
    expect(isVideoPage('<iframe src="https://maps.example/embed/7"></iframe>')).toBe(false);
  });
});

describe('findMedia on the network', () => {
  it('takes the master and drops its playlists, segments and pieces', () => {
    const network = [
      asked(`${cdn}/f/master.m3u8`, {
        mimeType: 'application/vnd.apple.mpegurl',
        requestHeaders: { referer: finalUrl, accept: '*/*' },
      }),
      asked(`${cdn}/f/720p/index.m3u8`),
      asked(`${cdn}/f/low.m3u8`),
      asked(`${cdn}/f/720p/seg-1.ts`, { mimeType: 'video/mp2t' }),
      asked(`${cdn}/f/init.mp4`, { mimeType: 'video/mp4' }),
      asked(`${cdn}/f/video.mp4`, { mimeType: 'video/mp4' }),
      asked(`${cdn}/f/2.m4s`, { mimeType: 'video/mp4' }),
      asked(`${cdn}/x/chunk-0001.mp4`, { mimeType: 'video/mp4' }),
      asked(`${cdn}/app.js`, { type: 'script', mimeType: 'text/javascript' }),
    ];
    const { items } = find('<video></video>', network);
    expect(items.map(({ url }) => url)).toEqual([`${cdn}/f/master.m3u8`]);
    expect(items[0]).toMatchObject({ score: 65, headers: { referer: finalUrl } });
    expect(items[0]?.reasons).toContain('seen on the network');
    expect(items[0]?.headers).not.toHaveProperty('accept');
  });

  it('adds the network to what the markup says, whatever the range of the request', () => {
    const { items } = find('<video src="https://cdn.example/a.mp4"></video>', [
      asked(`${cdn}/a.mp4?range=0-99`, { type: 'media', mimeType: 'video/mp4', status: 206 }),
      asked(`${cdn}/a.mp4`, { type: 'media', status: 416 }),
    ]);
    expect(items).toHaveLength(1);
    expect(items[0]).toMatchObject({ score: 53, url: `${cdn}/a.mp4`, mimeType: 'video/mp4' });
  });

  it('goes by the answered type where the address says nothing, and marks what was refused', () => {
    expect(brief('', [asked(`${cdn}/stream?id=1`, { type: 'media', mimeType: 'video/mp4' })])).toEqual([
      `main progressive ${cdn}/stream?id=1`,
    ]);
    const [refused] = find('', [asked(`${cdn}/a.m3u8`, { status: 403 })]).items;
    expect(refused?.reasons).toContain('HTTP error');
    expect(refused?.role).toBe('unknown');
  });

  it('counts an address that a redirect led to as the one that was requested', () => {
    const signed = 'https://edge.example/9/live.m3u8?sig=1';
    const other = 'https://edge.example/9/again.m3u8?sig=2';
    const network = [
      asked(`${cdn}/play/9.m3u8`, { status: 302, redirectedTo: signed }),
      asked(signed, { mimeType: 'application/vnd.apple.mpegurl', requestHeaders: { cookie: 'edge=1' } }),
      asked(other), // beside the first
      asked(signed),
      asked(`${cdn}/play/9.m3u8?again`, { status: 302, redirectedTo: signed }),
    ];
    const { items } = find('<video></video>', network);
    expect(items.map(({ url, headers }) => [url, headers])).toEqual([[`${cdn}/play/9.m3u8`, {}]]);
  });

  it('keeps films apart that lie in one folder and are named by the page', () => {
    const html = `<video src="${cdn}/one.m3u8"></video><video src="${cdn}/two.m3u8"></video>`;
    expect(brief(html, [asked(`${cdn}/one.m3u8`), asked(`${cdn}/two.m3u8`)])).toHaveLength(2);
  });
});

describe('findMedia on hostile pages', () => {
  it('never throws', () => {
    const piece = fc.constantFrom(
      '<video src="',
      '"',
      '>',
      '<script type="application/ld+json">',
      '{"@type":"VideoObject","contentUrl":',
      '</script>',
      'http://[',
      '%zz.mp4',
      '\\u0000.m3u8',
      '<a href=',
      '<template>',
      '<iframe src=',
      'x.mp4',
      "'",
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), fc.webUrl(), (pieces, url) => {
        const { items } = find(pieces.join(''), [asked(url, { mimeType: 'video/mp4' }), asked('not an address')]);
        for (const item of items) expect(URL.canParse(item.url)).toBe(true);
      }),
    );
  });

  it('walks deep trees', () => {
    expect(brief(`${'<div>'.repeat(20_000)}<video src="/deep.mp4"></video>`)).toHaveLength(1);
  });
});

describe('the facts of a medium', () => {
  const read = (html: string) => findMedia({ html, finalUrl: 'https://harbour.example/2026/night', network: [] });
  const video = '<video src="/a.mp4"></video>';

  it.each([
    ['The night ferry', ''],
    ['Council votes on its budget', ''],
    ['Films of the harbour', 'Films of the harbour'],
    ['夜の港の動画', '夜の港の動画'],
  ])('take the title of the page where it has words of media: %s', (title, expected) => {
    expect(read(`<title>${title}</title>${video}`).pageTitle).toBe(expected);
  });

  it('take it where the page says elsewhere that it is about a medium', () => {
    const title = '<title>The night ferry</title>';
    for (const more of [
      '<meta property="og:type" content="video.movie">',
      '<meta name="description" content="Watch how the ferry leaves.">',
      '<h1>Video: the night ferry</h1>',
      '<script type="application/ld+json">{"@type":"Movie","name":"The night ferry"}</script>',
    ])
      expect(read(title + more + video).pageTitle).toBe('The night ferry');
  });

  it('leave out what players call themselves', () => {
    expect(read('<video src="/a.mp4" aria-label="Video Player"></video>').items[0]?.title).toBeNull();
    expect(read('<video src="/a.mp4" title="The night ferry"></video>').items[0]?.title).toBe('The night ferry');
  });

  it.each([
    '<video src="/a.mp4" data-poster="/p.jpg"></video>',
    '<div data-poster="/p.jpg"><video><source src="/a.mp4"></video></div>',
    `<video src="/a.mp4" data-setup='{"poster": "/p.jpg", "fluid": true}'></video>`,
    '<video src="/a.mp4" poster="/p.jpg" data-poster="/small.jpg"></video>',
  ])('have the picture of %s', (html) => {
    expect(read(html).items[0]?.poster).toBe('https://harbour.example/p.jpg');
  });

  it('come from structured data without an address, where they are about one medium', () => {
    const object = (name: string): string =>
      `<script type="application/ld+json">{"@type":"VideoObject","name":"${name}","thumbnailUrl":"/p.jpg","duration":"PT2M"}</script>`;
    const about = { title: 'Ferry', poster: 'https://harbour.example/p.jpg', durationMs: 120_000 };
    expect(read(object('Ferry') + video).about).toEqual(about);
    expect(read(object('Ferry') + object('Crane') + video).about).toBeNull();
  });
});
