import type { StoredRecord } from '../../model/data/stored-record.ts';
import type { CanonicalUrl } from '../../model/web/canonical-url.ts';
import { dateOrNull, type Stored } from './stored.ts';

export const dataRecordOf = (stored: Stored<StoredRecord>): StoredRecord => ({
  id: stored.id,
  site: stored.site,
  kind: stored.kind,
  key: stored.key,
  url: stored.url as CanonicalUrl,
  values: stored.values as StoredRecord['values'],
  firstSeenAt: new Date(stored.firstSeenAt),
  lastSeenAt: new Date(stored.lastSeenAt),
  changedAt: new Date(stored.changedAt),
  goneAt: dateOrNull(stored.goneAt),
  changes: stored.changes,
  history: stored.history.map(({ at, before, after }) => ({
    at: new Date(at),
    before: before as StoredRecord['values'],
    after: after as StoredRecord['values'],
  })),
  listedOn: stored.listedOn.map(({ url, at, missed }) => ({ url: url as CanonicalUrl, at: new Date(at), missed })),
});
