import { defineScraper, feed, listing, type MediaTools, sitemap } from 'newshawk';

/** Some players request their clip at the first click; the page contains the address of that request. Null for other players. */
async function clipOf(html: string, { fetch }: MediaTools): Promise<string | null> {
  const [, address] = /fetch\('(\/api\/video\/[\w-]+)'\)/.exec(html) ?? [];
  if (address === undefined) return null;
  const { playlist } = (await fetch(address)).json() as { playlist: string };
  return playlist;
}

export default defineScraper({
  host: 'harbour-gazette.example',
  origin: 'http://harbour-gazette.example',
  name: 'The Harbour Gazette',
  language: 'en',
  country: 'GB',
  sources: [
    feed('/feed.xml', { every: '2m', weight: 4 }),
    sitemap('/sitemap-news.xml', { every: '10m' }),
    listing('/', { every: '5m', links: '#main' }),
    listing('/latest/', { every: '10m', links: '#main', maxDepth: 3 }),
    listing('/video/', { every: '10m', links: '#main' }),
  ],
  links: {
    article: [/\/20\d\d\/\d\d\/\d\d\/[a-z0-9-]+$/, /\/video\/[a-z0-9-]+$/],
    ignore: [/\/(tag|share|search|about|contact|privacy|corrections|newsletter|advertise)\b/],
  },
  wrappers: [
    {
      title: 'h1.headline',
      body: '.story-body > p',
      byline: '.byline .author',
      date: 'time.published',
      section: '.kicker',
      clean: ['.promo'],
    },
  ],
  media: {
    resolve: async ({ html }, tools) => {
      const url = await clipOf(html, tools);
      return url === null ? 'generic' : [{ url, delivery: 'hls' }];
    },
    refresh: async ({ pageUrl }, tools) => {
      const page = await tools.fetch(pageUrl);
      const url = await clipOf(page.text, tools);
      return url === null ? null : { url, delivery: 'hls' };
    },
  },
  politeness: { gapMs: 0, concurrency: 4 },
});
