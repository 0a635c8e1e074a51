import { isDeepStrictEqual } from 'node:util';
import type { LearnedApi } from '../../model/page/page-api.ts';

/**
 * The knowledge of an API that a scraper names: it counts as learned, and is not given up. Its comparisons are kept while its definition stays the same.
 * @param stored of the format
 */
export function namedKnowledge<Sample, Api>(
  api: Api,
  stored: LearnedApi<Sample, Api> | null,
  now: Date,
): LearnedApi<Sample, Api> {
  if (stored?.isNamed === true && isDeepStrictEqual(stored.api, api)) return stored;
  return {
    state: 'learned',
    reason: 'named by the scraper',
    isNamed: true,
    samples: [],
    misses: 0,
    api,
    shared: {},
    scripts: [],
    agreed: [],
    lastDifference: '',
    decidedAt: now,
  };
}
