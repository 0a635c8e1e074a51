import type { Task } from '../../../src/model/crawl/task.ts';
import { canonicalUrl } from '../../../src/model/web/canonical-url.ts';

/** A page's first visit, for the fetch stage. */
export const pageTask = (url: string): Task => ({
  url: canonicalUrl(url),
  kind: 'page',
  host: new URL(url).host,
  site: new URL(url).hostname,
  sourceId: null,
  depth: 0,
  maxDepth: 0,
  linkTitle: null,
  priority: 0,
  attempts: 0,
  revisit: false,
  lease: 'test',
});
