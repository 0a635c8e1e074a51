import { declaresData } from '../../crawl/reading/own-data.ts';
import type { Site } from '../../model/crawl/site.ts';
import type { Visit } from '../../model/crawl/visit.ts';
import type { OwnData } from '../../model/data/own-data.ts';
import type { StoredRecord } from '../../model/data/stored-record.ts';
import type { CanonicalUrl } from '../../model/web/canonical-url.ts';
import type { Reader } from '../../ports.ts';
import { liveWrapper } from '../../site/stored-site.ts';
import { thaw } from '../../stages/snapshot/freeze.ts';
import type { Store } from '../../storage/port.ts';

/** The data and records that a site declares, for one page. */
export interface OwnDataExplanation {
  /** Records that the page lists, as stored; the last changed first. */
  readonly records: readonly StoredRecord[];
  readonly total: number;
  /** What today's rules give on the page as the last visit stored it; null: no visit stored it. */
  readonly today: { readonly readAt: Date; readonly ownData: OwnData } | null;
}

/** Records that are shown. */
const maxShown = 20;

interface ExplainDataPorts {
  readonly store: Store;
  readonly reader: () => Promise<Reader>;
}

/** Null: the site declares none. */
export async function explainOwnData(
  { store, reader }: ExplainDataPorts,
  site: Site,
  page: CanonicalUrl,
  visits: readonly Visit[],
): Promise<OwnDataExplanation | null> {
  if (!declaresData(site)) return null;
  const hash = visits.find(({ snapshot }) => snapshot !== null)?.snapshot ?? null;
  const bytes = hash === null ? null : await store.blobs.get(hash);
  const snapshot = bytes === null ? null : await thaw(bytes);
  const learned = snapshot === null ? null : await liveWrapper(store, snapshot.site);
  const reading = snapshot === null ? null : await (await reader()).read(snapshot, { learned });
  return {
    records: await store.records.find({ page, limit: maxShown }),
    total: await store.records.count({ page }),
    today: snapshot === null || reading === null ? null : { readAt: snapshot.takenAt, ownData: reading.ownData },
  };
}
