/** The scraper of a new project. It reads a demo site that `newshawk demo` serves: the project runs at once, without any network. */
export const exampleHost = 'harbour-gazette.example';

/** Its fixtures, among those of this repository: pages that `npm test` of the project reads. Paths from the package's root; the project has the same paths. */
export const exampleFixtures = [
  'shore-power-for-cruise-ships-b3a7b86a.html.gz',
  'shore-power-for-cruise-ships-b3a7b86a.json',
  'tug-crew-saves-yacht-off-skell-5c3fe304.html.gz',
  'tug-crew-saves-yacht-off-skell-5c3fe304.json',
].map((name) => `scrapers/${exampleHost}/fixtures/${name}`);

export const exampleScraper = `import { defineScraper, feed, listing, sitemap } from 'newshawk';

// One typed object per site. Only \`host\` is required: the generic extractor finds what is left out.
// This site is invented; \`npm start\` serves it from your own machine. For a site of yours: npx newshawk new https://your-site.example/
export default defineScraper({
  host: '${exampleHost}',
  origin: 'http://${exampleHost}', // only where it is not https://<host>
  name: 'The Harbour Gazette',
  language: 'en',
  country: 'GB',
  // What is polled for new links, and how often.
  sources: [
    feed('/feed.xml', { every: '2m', weight: 4 }),
    sitemap('/sitemap-news.xml', { every: '10m' }),
    listing('/', { every: '5m', links: '#main' }),
    listing('/latest/', { every: '10m', links: '#main', maxDepth: 3 }),
  ],
  // Which links are articles, and which are never followed: regular expressions on the address.
  links: {
    article: [/\\/20\\d\\d\\/\\d\\d\\/\\d\\d\\/[a-z0-9-]+$/, /\\/video\\/[a-z0-9-]+$/],
    ignore: [/\\/(tag|share|search|about|contact|privacy|corrections|newsletter|advertise)\\b/],
  },
  // CSS selectors of the fields, newest layout last.
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
  // The site is on this machine: no pause between requests. Leave this out for a site of others.
  politeness: { gapMs: 0, concurrency: 4 },
});
`;
