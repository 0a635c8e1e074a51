import { describe, expect, it } from 'vitest';
import type { Failure } from '../../src/model/crawl/failure.ts';
import type { Run } from '../../src/model/crawl/run.ts';
import type { Source } from '../../src/model/crawl/source.ts';
import type { Task } from '../../src/model/crawl/task.ts';
import type { Visit } from '../../src/model/crawl/visit.ts';
import { articleOf, revisionOf } from '../../src/storage/records/articles.ts';
import { failureOf, mendingOf } from '../../src/storage/records/crawl/failures.ts';
import { runOf } from '../../src/storage/records/crawl/runs.ts';
import { sourceOf } from '../../src/storage/records/crawl/sources.ts';
import { taskOf } from '../../src/storage/records/crawl/tasks.ts';
import { visitOf } from '../../src/storage/records/crawl/visits.ts';
import { readJournal } from '../../src/storage/records/endings.ts';
import { storedMediaOf } from '../../src/storage/records/media.ts';
import { article, at, ending, entry, failure, mediaItem, source, visit } from './records.ts';

const { dueAt: _due, ...place } = entry('http://a.example/x');
const task: Task = { ...place, attempts: 0, revisit: false, lease: '1' };

/** The record without these fields, as SQLite reads it (JSON, times are texts) and as MongoDB does (times are dates). */
const asOlder = <T extends object>(record: T, ...missing: readonly (keyof T)[]) => {
  const older = Object.fromEntries(Object.entries(record).filter(([name]) => !missing.includes(name as keyof T)));
  return [JSON.parse(JSON.stringify(older)), older];
};

describe('a record that an older version stored', () => {
  it('of a source is fetched as its site says', () => {
    const record: Source = source('s', { lastPolledAt: at(1), plannedAt: at(2), render: null });
    for (const stored of asOlder(record, 'render')) expect(sourceOf(stored)).toEqual(record);
    for (const stored of asOlder(record, 'plannedAt')) expect(sourceOf(stored)).not.toHaveProperty('plannedAt');
  });

  it('of a run has all sites', () => {
    const record: Run = {
      id: 'r',
      kind: 'crawl',
      startedAt: at(0),
      finishedAt: at(1),
      owner: 'o',
      sites: null,
      scope: null,
    };
    for (const stored of [...asOlder(record, 'sites'), ...asOlder(record, 'scope')])
      expect(runOf(stored)).toEqual(record);
  });

  it('of a visit has no reason for the way in which it was fetched', () => {
    const record: Visit = visit(task, { renderReason: null });
    for (const stored of asOlder(record, 'renderReason')) expect(visitOf(stored)).toEqual(record);
  });

  it('of a failure is open, and nothing was played', () => {
    const record: Failure = failure('f', { media: null, mended: null });
    for (const stored of asOlder(record, 'media', 'mended')) expect(failureOf(stored)).toEqual(record);
    const mended: Failure = failure('f', { mended: { at: at(9), by: 'visit' } });
    for (const stored of asOlder(mended)) expect(failureOf(stored)).toEqual(mended);
  });

  it('of an article has no category, no news terms, the default weight, no body keywords, and no known judges', () => {
    const { joins: _, ...written } = article('a', { category: null, newsTerms: [], weight: 1, judgedBy: null });
    const { bodyKeywords: _keywords, ...fingerprint } = written.fingerprint;
    const verdict = { cluster: 'a', canonicalId: 'a', status: 'published', relation: null, revision: 1 } as const;
    const record = { ...written, ...verdict, updatedAt: at(2), inLinks: 0 };
    const missing = ['category', 'newsTerms', 'weight', 'judgedBy', 'inLinks'] as const;
    for (const stored of asOlder({ ...record, fingerprint }, ...missing))
      expect(articleOf(stored)).toEqual({ ...record, fingerprint: { ...fingerprint, bodyKeywords: [] } });
    const revision = {
      articleId: 'a',
      revision: 1,
      title: 'T',
      body: 'B',
      data: {},
      reason: 'visit' as const,
      diff: null,
      replacedAt: at(3),
    };
    for (const stored of asOlder(revision, 'diff', 'data', 'reason')) expect(revisionOf(stored)).toEqual(revision);
  });

  it('of a medium gets its keys from page and address', () => {
    const item = mediaItem('https://cdn.example/a.mp4', { poster: null });
    const record = { ...item, pageUrl: task.url, site: 'a.example', articleId: null, foundAt: at(1) };
    const keys = { host: 'cdn.example', id: expect.stringMatching(/./), fingerprint: expect.stringMatching(/./) };
    for (const stored of asOlder(record, 'poster')) expect(storedMediaOf(stored)).toEqual({ ...record, ...keys });
  });

  it('of a task has no link title, and its key is what is fetched', () => {
    const { lease, linkTitle: _, ...stored } = task;
    expect(taskOf(stored, lease)).toEqual({ ...task, linkTitle: null });
    expect(taskOf({ ...stored, asWritten: null }, lease)).not.toHaveProperty('asWritten');
  });

  it('of a journal has no other addresses, no links for the graph, no evidence and no tallies', () => {
    const { alsoVisited: _also, pointsTo: _points, format: _format, ownRules: _rules, ...journal } = ending(task);
    expect(readJournal(journal)).toEqual({
      ...journal,
      alsoVisited: [],
      pointsTo: [],
      format: null,
      ownRules: null,
      records: null,
      seen: null,
    });
  });
});

describe('the failures that an ending mends', () => {
  it('are those of all addresses of a page that came through', () => {
    const stored = ending(task, {
      visit: visit(task, { outcome: 'stored', reason: null, startedAt: at(1), elapsedMs: 60_000 }),
    });
    const other = entry('http://a.example/y');
    const mended = { at: at(2), by: 'visit' };
    expect(mendingOf({ ...stored, alsoVisited: [other] })).toEqual({ urls: [task.url, other.url], mended });
    expect(mendingOf({ ...stored, failure: failure('f') })).toBeNull();
    expect(mendingOf({ ...stored, visit: { ...stored.visit, outcome: 'failed' } })).toBeNull();
  });
});
