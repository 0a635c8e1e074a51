import type { Link } from '../../model/web/link.ts';
import { admit } from '../../stages/schedule/scope.ts';
import type { Crawl } from '../crawl/crawl.ts';
import { withStoredKeys } from '../upkeep/former-keys.ts';
import type { TaskVisit } from '../visit/page-visit.ts';

/** Number of links that would become new tasks. */
export async function unknownLinks(
  { store: { frontier } }: Crawl,
  { task, site, run }: Pick<TaskVisit, 'task' | 'site' | 'run'>,
  links: readonly Link[],
): Promise<number> {
  const depth = task.depth + 1;
  const maxDepth = Math.min(task.maxDepth, run.maxDepth ?? Number.MAX_SAFE_INTEGER);
  const stored = await withStoredKeys(frontier, links);
  const admitted = stored.filter((link) => admit({ link, site, depth, maxDepth, scope: run.scope }).kind === 'kept');
  return (await frontier.unknown(admitted.map(({ url }) => url))).size;
}
