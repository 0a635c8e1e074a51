import { intSetting, type Setting } from './setting.ts';

const [hourMs, dayMs] = [3_600_000, 86_400_000];

/** How long the store keeps what no article needs. */
export const keepingSettings = {
  gcEveryMs: intSetting(
    'NEWSHAWK_GC_EVERY_MS',
    6 * hourMs,
    'how often `watch` deletes blobs without a reference; 0: never',
    0,
    20 * dayMs,
  ),
  gcGraceHours: intSetting(
    'NEWSHAWK_GC_GRACE_HOURS',
    24,
    'minimum age of a blob that is deleted: a page in progress may still refer to a younger one',
    1,
    8_760,
  ),
  keepSnapshotsDays: intSetting(
    'NEWSHAWK_KEEP_SNAPSHOTS_DAYS',
    0,
    'age at which pages without an article or failure are deleted; 0: never',
  ),
  keepFailuresDays: intSetting(
    'NEWSHAWK_KEEP_FAILURES_DAYS',
    0,
    'age at which failures and their screenshots are deleted; 0: never',
  ),
  keepFailures: intSetting('NEWSHAWK_KEEP_FAILURES', 0, 'failures kept, newest first; 0: all', 0),
  keepGoneRecordsDays: intSetting(
    'NEWSHAWK_KEEP_GONE_RECORDS_DAYS',
    0,
    'age at which records that no page lists any more are deleted; 0: never',
  ),
  keepBlobBytes: intSetting(
    'NEWSHAWK_KEEP_BLOB_BYTES',
    0,
    'bytes of blobs kept; beyond it the oldest pages without an article or failure are deleted; 0: no limit',
    0,
  ),
} as const satisfies Record<string, Setting<unknown>>;
