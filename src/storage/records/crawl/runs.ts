import type { Run } from '../../../model/crawl/run.ts';
import { dateOrNull, type Stored } from '../stored.ts';

export const runOf = (stored: Stored<Run, 'sites'>): Run => ({
  ...stored,
  startedAt: new Date(stored.startedAt),
  finishedAt: dateOrNull(stored.finishedAt),
  sites: stored.sites ?? null,
});
