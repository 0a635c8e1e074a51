import type { Page } from '../../../model/page/page.ts';
import type { ComparedCosts } from '../../../model/page/page-api.ts';
import type { OfflinePorts } from '../../../services.ts';
import { publicIdentity } from '../../../stages/fetch/fetch-static.ts';
import type { TaskVisit } from '../../visit-result.ts';

/** A page that was made without its document. @param made its HTML, may be empty; the bytes of all requests; when the first one was sent, by the monotonic clock, ms */
export const pageByApi = (
  { clock }: OfflinePorts,
  { task, identity }: TaskVisit,
  { html, bytes, startedMs }: { readonly html: string; readonly bytes: number; readonly startedMs: number },
): Page => ({
  task,
  via: 'api',
  finalUrl: task.url,
  status: 200,
  headers: { 'content-type': 'text/html; charset=utf-8' },
  html,
  fetchedAt: clock.now(),
  elapsedMs: clock.monotonicMs() - startedMs,
  bytes,
  identity: publicIdentity(identity),
  network: [],
  console: [],
  settledBy: 'static',
  encoding: null,
});

type Fetched = Pick<Page, 'elapsedMs' | 'bytes'>;

/** What a page costs in both ways. */
export const comparedCosts = (byApi: Fetched, rendered: Fetched): ComparedCosts => ({
  apiMs: byApi.elapsedMs,
  browserMs: rendered.elapsedMs,
  apiBytes: byApi.bytes,
  browserBytes: rendered.bytes,
});
