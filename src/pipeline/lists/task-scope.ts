import { type CrawlScope, isWholeSite, wholeSite } from '../../model/crawl/crawl-scope.ts';
import type { Task } from '../../model/crawl/task.ts';
import { admit } from '../../stages/schedule/scope.ts';
import type { CrawlPorts } from '../ports.ts';
import type { Beginning } from './targets.ts';

/** What a run begins with, and what of it limits its tasks. */
export interface ScopedRun {
  readonly io: Pick<CrawlPorts, 'siteOf'>;
  readonly beginning: Pick<Beginning, 'seeds'>;
  readonly options: {
    readonly scope?: CrawlScope | undefined;
    readonly depth: number | null;
    readonly resume: boolean;
  };
}

/**
 * Whether a task that waits in the store is outside of the scope of a new run: an earlier run with another scope left it. Tasks of the run itself are in its scope.
 * @returns undefined: the run takes all tasks of its sites
 */
export function outsideOf({ io, beginning, options }: ScopedRun): ((task: Task) => boolean) | undefined {
  const { scope = wholeSite, resume } = options;
  // the tasks of a resumed run have its depth already
  const runDepth = resume ? null : options.depth;
  if (isWholeSite(scope) && runDepth === null) return undefined;
  const named = new Set(beginning.seeds.map(({ url }) => url));
  return ({ url, kind, depth, site, maxDepth }) => {
    if (kind === 'source' || named.has(url) || (resume && depth === 0)) return false;
    const link = { url, foundOn: null, anchorText: '', context: '', region: 'content', publishedAt: null } as const;
    const most = runDepth ?? Math.max(depth, maxDepth);
    return admit({ link, site: io.siteOf(site), depth, maxDepth: most, scope }).kind === 'dropped';
  };
}
