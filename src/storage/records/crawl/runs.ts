import type { Run, RunScope } from '../../../model/crawl/run.ts';
import { dateOrNull, type Stored } from '../stored.ts';

export const runOf = (stored: Stored<Run, 'sites' | 'scope'>): Run => ({
  ...stored,
  startedAt: new Date(stored.startedAt),
  finishedAt: dateOrNull(stored.finishedAt),
  sites: stored.sites ?? null,
  scope: scopeOf(stored.scope ?? null),
});

const scopeOf = (stored: Stored<RunScope> | null): RunScope | null =>
  stored === null ? null : { ...stored, since: dateOrNull(stored.since) };
