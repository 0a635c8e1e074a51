import { namedPage } from '../../crawl/links/targets.ts';
import type { CanonicalUrl } from '../../model/web/canonical-url.ts';
import type { Clock } from '../../ports.ts';
import type { FrontierEntry, FrontierRecord } from '../../storage/crawl/frontier-port.ts';
import type { Store } from '../../storage/port.ts';

/** Which failures to retry; without any filter: all. */
export interface RetryRequest {
  readonly id?: string | undefined;
  readonly site?: string | undefined;
  readonly reason?: string | undefined;
}

interface RetryResult {
  /** Pages that are pending again, due now, with all attempts restored. */
  readonly reopened: readonly CanonicalUrl[];
  /** Unchanged pages: a worker has claimed them, or they are pending already. */
  readonly left: readonly { readonly url: CanonicalUrl; readonly state: 'pending' | 'leased' }[];
}

const maxPerCall = 10_000;

/** Makes the pages of failures pending again. The next crawl fetches them; a running `watch` does so at once. */
export async function retryFailures(store: Store, clock: Clock, request: RetryRequest): Promise<RetryResult> {
  const now = clock.now();
  const entries: FrontierEntry[] = [];
  const left: { url: CanonicalUrl; state: 'pending' | 'leased' }[] = [];
  for (const { url, site } of await failedPages(store, request)) {
    const record = await store.frontier.get(url);
    if (record?.state === 'pending' || record?.state === 'leased') left.push({ url, state: record.state });
    else entries.push(record === null ? namedPage({ url }, site, now) : entryOf(record, now));
  }
  if (entries.length > 0) await store.frontier.reopen(entries, { revisit: false, now });
  return { reopened: entries.map(({ url }) => url), left };
}

async function failedPages({ failures, frontier }: Store, { id, site, reason }: RetryRequest) {
  if (id !== undefined) {
    const failure = await failures.get(id);
    return failure === null ? [] : [failure];
  }
  const wanted = { ...(site !== undefined && { site }), limit: maxPerCall };
  const open = await failures.find({ ...wanted, ...(reason !== undefined && { reason }) });
  // some failed tasks have no bundle
  const bare = reason === undefined ? await frontier.failed(wanted) : [];
  return [...new Map([...bare, ...open].map((page) => [page.url, page])).values()];
}

function entryOf(
  {
    state: _state,
    attempts: _attempts,
    revisit: _revisit,
    owner: _owner,
    leaseUntil: _until,
    ...entry
  }: FrontierRecord,
  dueAt: Date,
): FrontierEntry {
  return { ...entry, dueAt };
}
