import type { SearchEngine } from '../../../model/seed/search.ts';

/**
 * The address that asks an engine.
 * SearXNG: https://docs.searxng.org/dev/search_api (news of the last month, unless the configured address has its own parameters).
 * @param language ISO 639-1; null: any
 */
export function searchAddress({ kind, address }: SearchEngine, query: string, language: string | null): string {
  if (kind === 'rss')
    return address
      .replaceAll('{query}', encodeURIComponent(query))
      .replaceAll('{language}', encodeURIComponent(language ?? ''));
  const url = new URL(address);
  if (!/\/search\/?$/.test(url.pathname)) url.pathname = `${url.pathname.replace(/\/+$/, '')}/search`;
  const own = url.searchParams;
  const defaults = { categories: 'news', time_range: 'month', ...(language !== null && { language }) };
  for (const [name, value] of Object.entries(defaults)) if (!own.has(name)) own.set(name, value);
  own.set('q', query);
  own.set('format', 'json');
  return url.href;
}
