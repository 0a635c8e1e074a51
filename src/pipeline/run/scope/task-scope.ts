import { isWholeSite } from '../../../model/crawl/crawl-scope.ts';
import type { Task } from '../../../model/crawl/task.ts';
import { admit } from '../../../stages/schedule/scope.ts';
import type { Beginning } from '../../crawl/links/targets.ts';
import type { OfflinePorts, RunContext } from '../../ports.ts';

/** What a run begins with. */
export interface BegunRun {
  readonly io: OfflinePorts;
  readonly beginning: Beginning;
  readonly options: { readonly resume: boolean };
}

/**
 * Whether a task that waits in the store is outside of the scope of a new run: an earlier run with another scope left it. Tasks of the run itself are in its scope.
 * @returns undefined: the run takes all tasks of its sites
 */
export function outsideOf(
  { io, beginning, options: { resume } }: BegunRun,
  { scope, maxDepth: given }: RunContext,
): ((task: Task) => boolean) | undefined {
  // the tasks of a resumed run have its depth already
  const runDepth = resume ? null : given;
  if (isWholeSite(scope) && runDepth === null) return undefined;
  const named = new Set(beginning.seeds.map(({ url }) => url));
  return ({ url, kind, depth, site, maxDepth }) => {
    if (kind === 'source' || named.has(url) || (resume && depth === 0)) return false;
    const link = { url, foundOn: null, anchorText: '', context: '', region: 'content', publishedAt: null } as const;
    const most = runDepth ?? Math.max(depth, maxDepth);
    return admit({ link, site: io.siteOf(site), depth, maxDepth: most, scope }).kind === 'dropped';
  };
}
