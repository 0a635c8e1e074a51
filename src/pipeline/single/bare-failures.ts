import type { CanonicalUrl } from '../../model/web/canonical-url.ts';
import type { Store } from '../../storage/port.ts';

/** A task that failed for good and has no open bundle. */
export interface BareFailure {
  readonly url: CanonicalUrl;
  readonly site: string;
  /** What its last visit says. */
  readonly detail: string;
}

/** Failed tasks that are looked through for those without a bundle. */
const mostLookedAt = 1_000;

/** What failed and would be named nowhere: its bundle was removed, or an older version wrote none. */
export async function failedWithoutBundle(
  { frontier, failures, visits }: Pick<Store, 'frontier' | 'failures' | 'visits'>,
  { site, limit }: { readonly site: string | undefined; readonly limit: number },
): Promise<BareFailure[]> {
  const bare: BareFailure[] = [];
  for (const task of await frontier.failed({ limit: mostLookedAt, ...(site !== undefined && { site }) })) {
    if (bare.length >= limit) break;
    const { url } = task;
    if ((await failures.find({ url, limit: 1 })).length > 0) continue;
    const [last] = await visits.find({ url, limit: 1 });
    const detail = last === undefined ? 'no visit is known' : `${last.reason ?? last.outcome}: ${last.detail}`;
    bare.push({ url, site: task.site, detail });
  }
  return bare;
}
