import type { SearchEngine } from '../model/seed/search.ts';

/** @throws Error that says which values are valid */
export function parseSearchEngines(text: string): readonly SearchEngine[] {
  // a comma may be part of an address: only one before the next engine divides them
  const entries = text.split(/,\s*(?=(?:searxng|rss):)/).map((entry) => entry.trim());
  const engines = entries.filter((entry) => entry !== '').map(parseEngine);
  // a number distinguishes engines of one host
  const before = new Map<string, number>();
  return engines.map((engine) => {
    const number = (before.get(engine.name) ?? 0) + 1;
    before.set(engine.name, number);
    return number === 1 ? engine : { ...engine, name: `${engine.name} (${number})` };
  });
}

function parseEngine(entry: string): SearchEngine {
  const [, kind, address = ''] = /^(searxng|rss):(https?:\/\/.+)$/s.exec(entry) ?? [];
  if ((kind !== 'searxng' && kind !== 'rss') || !URL.canParse(withoutPlaceholders(address)))
    throw new Error(
      'must be a list of engines: searxng:https://search.example, or rss:https://news.example/rss?q={query}&hl={language}',
    );
  if (kind === 'rss' && !address.includes('{query}'))
    throw new Error('the address of an rss engine needs {query} where the words are inserted');
  return { name: new URL(withoutPlaceholders(address)).host, kind, address };
}

const withoutPlaceholders = (address: string): string => address.replace(/\{(?:query|language)\}/g, 'x');
