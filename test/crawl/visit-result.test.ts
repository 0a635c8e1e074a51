import { describe, expect, it } from 'vitest';
import type { OfflineCrawl } from '../../src/crawl/crawl.ts';
import { visitResult } from '../../src/crawl/visit-result.ts';
import { wholeSite } from '../../src/model/crawl/crawl-scope.ts';
import type { Page } from '../../src/model/page/page.ts';
import { at, entry } from '../storage/records.ts';

const task = { ...entry('http://gazette.example/a'), attempts: 0, revisit: false, lease: 'l-1' };
const run = { runId: 'run-1', worker: 'w-1', maxDepth: null, scope: wholeSite, keepsWindows: false };
const crawl = { run, clock: { now: () => at(3), monotonicMs: () => 112.6 } } as unknown as OfflineCrawl;
const start = { task, startedAt: at(3), startedMs: 100, page: null };
const dropped = { outcome: 'dropped', reason: 'robots', detail: 'why' } as const;

describe('visitResult', () => {
  it('stores nothing and is done by default', () => {
    const { visit, ...rest } = visitResult(crawl, start, { visit: dropped });
    expect(rest).toEqual({
      task,
      article: null,
      media: [],
      links: [],
      pointsTo: [],
      alsoVisited: [],
      pageState: null,
      format: null,
      ownRules: null,
      seen: null,
      records: null,
      source: null,
      failure: null,
      next: { kind: 'done' },
    });
    expect(visit).toMatchObject({
      ...dropped,
      run: 'run-1',
      worker: 'w-1',
      url: task.url,
      startedAt: at(3),
      elapsedMs: 13,
      via: null,
      status: null,
      bytes: 0,
      identity: null,
      proxy: null,
      changed: null,
    });
  });

  it('has one visit per lease: it replaces itself, another lease makes another', () => {
    const idOf = (lease: string) =>
      visitResult(crawl, { ...start, task: { ...task, lease } }, { visit: dropped }).visit.id;
    expect(idOf('l-1')).toBe(idOf('l-1'));
    expect(idOf('l-2')).not.toBe(idOf('l-1'));
    expect(idOf('l-1')).toMatch(/^[0-9a-f]{24}$/);
  });

  it('says how the page came', () => {
    const page: Page = {
      task,
      via: 'browser',
      finalUrl: task.url,
      status: 200,
      headers: {},
      html: '',
      fetchedAt: at(3),
      elapsedMs: 9,
      bytes: 77,
      identity: { id: 'p-1', proxy: 'http://proxy.example:1' },
      network: [],
      console: [],
      settledBy: 'quiet',
      encoding: null,
    };
    const { visit } = visitResult(
      crawl,
      { ...start, page },
      { visit: { ...dropped, newLinks: 4 }, next: { kind: 'failed' } },
    );
    expect(visit).toMatchObject({
      via: 'browser',
      status: 200,
      bytes: 77,
      identity: 'p-1',
      proxy: 'http://proxy.example:1',
      newLinks: 4,
    });
  });
});
