import type { Topic } from '../../model/topic/topic.ts';
import type { CrawlPorts } from '../ports.ts';

/**
 * Prepares something from a site's topics (all topics, if the site lists none), once for each set of topics.
 * @returns a function by host, to be kept for the whole crawl
 */
export function preparedBySite<T>(
  { topics, siteOf }: Pick<CrawlPorts, 'topics' | 'siteOf'>,
  prepare: (topics: readonly Topic[]) => T,
): (host: string) => T {
  const preparedByKey = new Map<string, T>();
  return (host) => {
    const wanted = siteOf(host).topics;
    const key = wanted.join('\n');
    const prepared =
      preparedByKey.get(key) ??
      prepare(wanted.length === 0 ? topics : topics.filter(({ name }) => wanted.includes(name)));
    preparedByKey.set(key, prepared);
    return prepared;
  };
}
