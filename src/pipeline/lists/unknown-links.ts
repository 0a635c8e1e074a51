import type { Link } from '../../model/web/link.ts';
import { admit } from '../../stages/schedule/scope.ts';
import type { CrawlPorts } from '../ports.ts';
import type { TaskVisit } from '../visit/page-visit.ts';

export interface UnknownLinkPorts {
  readonly store: { readonly frontier: Pick<CrawlPorts['store']['frontier'], 'unknown'> };
}

/** Number of links that would become new tasks. */
export async function unknownLinks(
  { store: { frontier } }: UnknownLinkPorts,
  { task, site, run }: Pick<TaskVisit, 'task' | 'site' | 'run'>,
  links: readonly Link[],
): Promise<number> {
  const depth = task.depth + 1;
  const maxDepth = Math.min(task.maxDepth, run.maxDepth ?? Number.MAX_SAFE_INTEGER);
  const admitted = links.filter((link) => admit({ link, site, depth, maxDepth, scope: run.scope }).kind === 'kept');
  return (await frontier.unknown(admitted.map(({ url }) => url))).size;
}
