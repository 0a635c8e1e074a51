import { comesThrough, type Failure, type FailureMended } from '../../../model/crawl/failure.ts';
import type { CanonicalUrl } from '../../../model/web/canonical-url.ts';
import type { Ending } from '../../port.ts';
import type { Stored } from '../stored.ts';
import { visitEndMs } from './visits.ts';

/** Older versions played no pages, mended no failures, and kept no requests. */
export function failureOf(stored: Stored<Failure, 'media' | 'mended' | 'har' | 'console' | 'versions'>): Failure {
  const { media = null, mended = null, har = null, console = null, versions = null } = stored;
  return {
    ...stored,
    at: new Date(stored.at),
    har,
    console,
    versions,
    media,
    mended: mended === null ? null : { ...mended, at: new Date(mended.at) },
  };
}

/** The ids that begin so: from the first on, below the second. */
export const idRange = (prefix: string) => ({ from: prefix, to: `${prefix}\uffff` });

/** What an ending mends: all open failures of these addresses. @returns null where its visit does not show that the page comes through */
export function mendingOf({
  task,
  visit,
  failure,
  alsoVisited,
  mendedBy = 'visit',
}: Ending): { readonly urls: readonly CanonicalUrl[]; readonly mended: FailureMended } | null {
  if (failure !== null || !comesThrough(visit)) return null;
  return {
    urls: [task.url, ...alsoVisited.map(({ url }) => url)],
    mended: { at: new Date(visitEndMs(visit)), by: mendedBy },
  };
}
