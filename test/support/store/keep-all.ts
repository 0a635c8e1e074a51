import type { Retention } from '../../../src/watch/maintenance/collect-garbage.ts';

const all = { ms: 0, count: 0, bytes: 0 };

/** Retention without any bound, and without a grace: only blobs without a reference go. */
export const keepAll: Retention = {
  graceMs: 0,
  articles: all,
  revisions: all,
  visits: all,
  snapshotsMs: 0,
  snapshots: 0,
  failuresMs: 0,
  failures: 0,
  goneRecordsMs: 0,
  blobBytes: 0,
};
