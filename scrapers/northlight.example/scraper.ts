import { defineScraper, listing } from 'newshawk';

export default defineScraper({
  host: 'northlight.example',
  origin: 'http://northlight.example',
  name: 'Northlight',
  language: 'en',
  country: 'NO',
  sources: [listing('/', { every: '5m', links: '.cards' })],
  links: { article: [/\/story\/[a-z0-9-]+$/], ignore: [/\/(join|about)$/] },
  render: 'auto',
  waitFor: '.cards .card, article[data-ready], main > h1',
  wrappers: [{ byline: '.meta .who', body: '.story .text' }],
  politeness: { gapMs: 0, concurrency: 4 },
});
