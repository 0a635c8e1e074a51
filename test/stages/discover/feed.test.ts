import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NewshawkError } from '../../../src/errors.ts';
import { feedLinks, isFeedText, readFeedText } from '../../../src/stages/discover/feed.ts';

const base = 'https://gazette.example/feeds/news.xml';
const rss = (items: string, version = '2.0'): string =>
  `<?xml version="1.0"?><rss version="${version}"><channel><title>Gazette</title><link>https://gazette.example/</link>${items}</channel></rss>`;
const urls = (text: string): string[] => feedLinks(text, base).map(({ url }) => url);

describe('feedLinks', () => {
  it('reads RSS 2.0 with markup, entities and a date', () => {
    const item =
      '<item><title>Tea &amp;amp; cake</title><link>/tea?utm_source=rss</link><pubDate>Sat, 21 Nov 2026 10:00:00 +0100</pubDate><description><![CDATA[<p>It&nbsp;is <b>served</b>.</p><script>x()</script>]]></description></item>';
    expect(feedLinks(rss(item), base)).toEqual([
      {
        url: 'https://gazette.example/tea',
        asWritten: 'https://gazette.example/tea?utm_source=rss',
        foundOn: base,
        anchorText: 'Tea & cake',
        context: 'It is served.',
        region: 'content',
        publishedAt: '2026-11-21T09:00:00.000Z',
        entryHash: expect.stringMatching(/^[0-9a-f]{10}$/),
      },
    ]);
  });

  it.each(['0.91', '0.92', '2.0'])('reads RSS %s', (version) => {
    expect(urls(rss('<item><title>A</title><link>https://gazette.example/a</link></item>', version))).toEqual([
      'https://gazette.example/a',
    ]);
  });

  it('takes a permanent guid for a missing link, and no other guid', () => {
    const items =
      '<item><title>A</title><guid>https://gazette.example/a</guid></item><item><title>B</title><guid isPermaLink="false">https://gazette.example/b</guid></item><item><title>C</title><guid>tag:c</guid></item>';
    expect(urls(rss(items))).toEqual(['https://gazette.example/a']);
  });

  it('reads RDF with Dublin Core dates', () => {
    const rdf =
      '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/"><channel rdf:about="x"><title>G</title><link>https://gazette.example/</link></channel><item rdf:about="https://gazette.example/a"><title>A</title><link>https://gazette.example/a</link><dc:date>2026-11-21</dc:date></item></rdf:RDF>';
    expect(feedLinks(rdf, base)).toMatchObject([{ url: 'https://gazette.example/a', publishedAt: '2026-11-21' }]);
  });

  it('reads Atom: the alternate link, xml:base of feed and entry', () => {
    const atom =
      '<feed xmlns="http://www.w3.org/2005/Atom" xml:base="https://news.example/all/"><title>G</title><id>x</id><entry xml:base="world/"><title type="html">A &lt;b&gt;big&lt;/b&gt; day</title><link rel="enclosure" href="a.mp3"/><link href="a"/><published>2026-11-21T10:00:00Z</published><updated>2026-11-22T10:00:00Z</updated><summary>s</summary></entry></feed>';
    expect(feedLinks(atom, base)).toMatchObject([
      { url: 'https://news.example/all/world/a', anchorText: 'A big day', publishedAt: '2026-11-21T10:00:00.000Z' },
    ]);
  });

  it('reads JSON Feed', () => {
    const json = {
      version: 'https://jsonfeed.org/version/1.1',
      title: 'G',
      items: [{ id: '1', url: '/a', title: 'A', content_text: 'c' }],
    };
    expect(feedLinks(JSON.stringify(json), base)).toMatchObject([
      { url: 'https://gazette.example/a', anchorText: 'A', context: 'c' },
    ]);
  });

  it('names each address once, and drops what is no address', () => {
    const items = [
      'https://gazette.example/a',
      'https://gazette.example/a#c',
      'mailto:desk@gazette.example',
      'javascript:x()',
    ]
      .map((link) => `<item><title>t</title><link>${link}</link></item>`)
      .join('');
    expect(urls(rss(items))).toEqual(['https://gazette.example/a']);
  });

  it('gives nothing for an empty feed, and minds no white space or byte order mark before it', () => {
    expect(urls('<rss version="2.0"><channel></channel></rss>')).toEqual([]);
    expect(urls(`\uFEFF\n ${rss('<item><title>A</title><link>/a</link></item>')}`)).toEqual([
      'https://gazette.example/a',
    ]);
  });

  it('saves the whole entries of a feed that is cut off or broken inside', () => {
    const whole = '<item><title>A &amp; B</title><link>/a</link><pubDate>2026-11-21</pubDate></item>';
    expect(urls(`<rss version="2.0"><channel>${whole}<item><title><![CD`)).toContain('https://gazette.example/a');
    const broken = `<rss version="2.0"><channel><item><title>x</tit<link>/x</link></item>${whole}</channel>`;
    expect(urls(broken)).toContain('https://gazette.example/a');
  });

  it('says what it got instead of a feed', () => {
    const attempt = () => feedLinks('<!doctype html><html><body>Log in</body></html>', base);
    expect(attempt).toThrow(NewshawkError);
    expect(attempt).toThrow(/news\.xml is no feed .*<!doctype html>/);
  });

  it('expands no entities of a document type', () => {
    const entities = Array.from({ length: 9 }, (_, n) => `<!ENTITY a${n + 1} "${`&a${n};`.repeat(20)}">`);
    const bomb = `<!DOCTYPE r [<!ENTITY a0 "ha">${entities.join('')}]>`;
    const [link] = feedLinks(`${bomb}${rss('<item><title>&a9;</title><link>/a</link></item>').slice(21)}`, base);
    expect(link?.anchorText.length).toBeLessThan(100);
  });

  it('ends with links or a NewshawkError for every mutilated feed', () => {
    const whole = rss(
      '<item><title>A</title><link>/a</link></item><item><title><![CDATA[B]]></title><link>/b</link></item>',
    );
    fc.assert(
      fc.property(fc.nat(whole.length), fc.nat(whole.length), fc.string({ maxLength: 8 }), (from, length, inserted) => {
        try {
          const links = feedLinks(whole.slice(0, from) + inserted + whole.slice(from + length), base);
          expect(links.every(({ url }) => /^https?:/.test(url))).toBe(true);
        } catch (error) {
          expect(error).toBeInstanceOf(NewshawkError);
        }
      }),
    );
  });
});

describe('isFeedText', () => {
  it.each([
    '<?xml version="1.0"?><rss version="2.0">',
    '\uFEFF\n<?xml version="1.0"?>\n<?xml-stylesheet href="/x.xsl"?>\n<!-- made - by hand -->\n<feed xmlns="http://www.w3.org/2005/Atom">',
    '<rdf:RDF xmlns="http://purl.org/rss/1.0/">',
    ' { "version": "https://jsonfeed.org/version/1.1",',
  ])('knows %j', (text) => expect(isFeedText(text)).toBe(true));

  it.each([
    '<!doctype html><html><body><rss>',
    '<html><feed>',
    '<feedback>',
    '{"version": "2"}',
    '',
    `<!--${'-'.repeat(1_900)}`,
  ])('is not taken in by %j', (text) => expect(isFeedText(text)).toBe(false));
});

describe('a very long feed', () => {
  const forms = {
    RSS: {
      wrap: (items: string) => `<rss version="2.0"><channel><title>F</title>${items}</channel></rss>`,
      entry: (n: number) => `<item><title>S${n}</title><link>http://x.example/${n}</link></item>`,
    },
    Atom: {
      wrap: (items: string) => `<feed xmlns="http://www.w3.org/2005/Atom"><title>F</title><id>f</id>${items}</feed>`,
      entry: (n: number) => `<entry><title>S${n}</title><id>e${n}</id><link href="http://x.example/${n}"/></entry>`,
    },
    RDF: {
      wrap: (items: string) =>
        `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/"><channel rdf:about="http://x.example/"><title>F</title></channel>${items}</rdf:RDF>`,
      entry: (n: number) =>
        `<item rdf:about="http://x.example/${n}"><title>S${n}</title><link>http://x.example/${n}</link></item>`,
    },
  };

  it.each(Object.entries(forms))(
    '%s: only its first entries are parsed, and further ones are counted',
    (_, { wrap, entry }) => {
      const entries = Array.from({ length: 3_000 }, (_one, n) => entry(n));
      // what is not parsed may be broken
      const text = wrap([...entries.slice(0, 2_000), '<item><unclosed', ...entries.slice(2_000)].join(''));
      const { links, left } = readFeedText(text, 'http://x.example/feed', 10);
      expect(links.map(({ url }) => url)).toEqual(entries.slice(0, 10).map((_one, n) => `http://x.example/${n}`));
      expect(left).toBeGreaterThanOrEqual(2_990);
      expect(readFeedText(wrap(entries.slice(0, 400).join('')), 'http://x.example/feed', 10).left).toBe(390);
    },
  );

  it.each([30, 3_000])('of %s entries that lists the oldest ones first is read from its end', (count) => {
    const { wrap, entry } = forms.RSS;
    const dated = Array.from({ length: count }, (_, n) => {
      const date = new Date(Date.UTC(2026, 0, 1) + n * 3_600_000).toUTCString();
      return entry(n).replace('</item>', `<pubDate>${date}</pubDate></item>`);
    });
    const urlsOf = (items: readonly string[]) => {
      const { links, left } = readFeedText(wrap(items.join('')), 'http://x.example/feed', 10);
      expect(left).toBe(count - 10);
      return links.map(({ url }) => url);
    };
    const newest = Array.from({ length: 10 }, (_, n) => `http://x.example/${count - 1 - n}`);
    expect(urlsOf(dated)).toEqual(newest);
    expect(urlsOf(dated.toReversed())).toEqual(newest);
    // an old entry that stays at the top
    const [pinned = '', ...others] = dated;
    expect(urlsOf([pinned, ...others.toReversed()]).slice(1)).toEqual(newest.slice(0, 9));
  });

  it('is not cut within a text or a comment that contains the start of an entry', () => {
    const { wrap, entry } = forms.RSS;
    const quoting = (n: number) =>
      entry(n).replace('</item>', '<description><![CDATA[An <item> or <entry>]]></description><!-- <item> --></item>');
    const text = wrap(Array.from({ length: 1_000 }, (_, n) => quoting(n)).join(''));
    for (const limit of [10, 11, 12, 13]) {
      const { links, left } = readFeedText(text, 'http://x.example/feed', limit);
      expect({ linkCount: links.length, left }).toEqual({ linkCount: limit, left: 1_000 - limit });
    }
  });
});
