import type { Topic } from '../../model/topic/topic.ts';
import type { CrawlPorts } from '../ports.ts';

/**
 * What is prepared of the topics that a site asks for: all, where it names none. It is prepared once for each choice of topics: hold on to the function that comes
 * back as long as the crawl.
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
