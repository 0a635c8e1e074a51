import { intSetting, type Setting } from './setting.ts';

const [hourMs, dayMs] = [3_600_000, 86_400_000];

/** How long the store keeps its records and blobs, and how many of them. Nothing is removed by default but blobs without a reference. */
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
  keepArticlesDays: intSetting(
    'NEWSHAWK_KEEP_ARTICLES_DAYS',
    0,
    'age at which articles are deleted, by their last change; 0: never',
  ),
  keepArticles: intSetting('NEWSHAWK_KEEP_ARTICLES', 0, 'articles kept, last changed first; 0: all'),
  keepArticleBytes: intSetting('NEWSHAWK_KEEP_ARTICLE_BYTES', 0, 'bytes of articles kept, last changed first; 0: all'),
  keepRevisionsDays: intSetting(
    'NEWSHAWK_KEEP_REVISIONS_DAYS',
    0,
    'age at which earlier versions of articles are deleted; 0: never',
  ),
  keepRevisions: intSetting('NEWSHAWK_KEEP_REVISIONS', 0, 'earlier versions kept of each article; 0: all'),
  keepRevisionBytes: intSetting(
    'NEWSHAWK_KEEP_REVISION_BYTES',
    0,
    'bytes of earlier versions kept, newest first; 0: all',
  ),
  keepVisitsDays: intSetting(
    'NEWSHAWK_KEEP_VISITS_DAYS',
    0,
    'age at which visits are deleted: what happened to each page; 0: never',
  ),
  keepVisits: intSetting('NEWSHAWK_KEEP_VISITS', 0, 'visits kept, newest first; 0: all'),
  keepVisitBytes: intSetting('NEWSHAWK_KEEP_VISIT_BYTES', 0, 'bytes of visits kept, newest first; 0: all'),
  keepSnapshots: intSetting(
    'NEWSHAWK_KEEP_SNAPSHOTS',
    0,
    'pages without an article or failure that are kept, newest first; 0: all',
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
