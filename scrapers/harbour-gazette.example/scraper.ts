import { defineScraper, feed, listing, sitemap } from 'newshawk';

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
  politeness: { gapMs: 0, concurrency: 4 },
});
