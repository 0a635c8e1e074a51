import type { SearchEngine } from '../model/seed/search.ts';
import { parseSearchEngines } from './search-engines.ts';
import { intSetting, listSetting, setting } from './setting.ts';

const dayMs = 86_400_000;

/** Settings of the search for new sites (`seeds discover`). */
export const seedSettings = {
  searchEngines: setting<readonly SearchEngine[]>(
    'NEWSHAWK_SEARCH_ENGINES',
    [],
    'search engines that are asked for sites of a topic: searxng:<address of an instance>, rss:<address with {query} and {language}>; empty: none',
    parseSearchEngines,
    true,
  ),
  seedsEveryMs: intSetting(
    'NEWSHAWK_SEEDS_EVERY_MS',
    dayMs,
    'how often `watch` searches for sites of each topic; 0: never',
    0,
    20 * dayMs,
  ),
  seedsExclude: listSetting('NEWSHAWK_SEEDS_EXCLUDE', 'hosts that a search never adds, with their subdomains'),
} as const;
