import type { CanonicalUrl } from '../../model/web/canonical-url.ts';
import type { Store } from '../../storage/port.ts';

/** A task that failed for good, without an open failure bundle. */
interface BareFailure {
  readonly url: CanonicalUrl;
  readonly site: string;
  /** Reason and detail of its last visit. */
  readonly detail: string;
}

/** Failed tasks that are checked for a bundle, at most. */
const maxTasksChecked = 1_000;

/** Failed tasks that no bundle reports: it was removed, or an older version wrote none. */
export async function failedWithoutBundle(
  { frontier, failures, visits }: Store,
  { site, limit }: { readonly site: string | undefined; readonly limit: number },
): Promise<BareFailure[]> {
  const bare: BareFailure[] = [];
  for (const task of await frontier.failed({ limit: maxTasksChecked, ...(site !== undefined && { site }) })) {
    if (bare.length >= limit) break;
    const { url } = task;
    if ((await failures.find({ url, limit: 1 })).length > 0) continue;
    const [last] = await visits.find({ url, limit: 1 });
    const detail = last === undefined ? 'no visit is known' : `${last.reason ?? last.outcome}: ${last.detail}`;
    bare.push({ url, site: task.site, detail });
  }
  return bare;
}
