import { defineScraper, listing } from 'newshawk';

// No selectors: the generic extractor reads this site.
export default defineScraper({
  host: 'binhai-ribao.example',
  origin: 'http://binhai-ribao.example',
  name: '滨海日报',
  language: 'zh',
  country: 'CN',
  sources: [listing('/', { every: '5m' }), listing('/gangkou/'), listing('/nengyuan/'), listing('/zonghe/')],
  links: { article: [/\/t\d{8}_\d+\.htm$/] },
  politeness: { gapMs: 0, concurrency: 4 },
});
