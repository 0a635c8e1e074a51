import { describe, expect, it } from 'vitest';
import { teacherRows } from '../../../src/cli/run/run-rows.ts';
import { countText } from '../../../src/cli/terminal/amounts.ts';
import { dayOf } from '../../../src/model/crawl/proxy.ts';
import type { SiteLearning } from '../../../src/model/wrapper/site-learning.ts';
import { teacherStanding } from '../../../src/model/wrapper/teacher-standing.ts';
import type { Teaching } from '../../../src/model/wrapper/teaching.ts';
import { newLearning } from '../../../src/stages/site-learning/learning-state.ts';

const now = new Date('2026-11-23T12:00:00Z');
const teaching = (changes: Partial<Teaching>): Teaching => ({
  layout: '0',
  calls: 2,
  pages: 2,
  day: '2026-11-23',
  callsToday: 2,
  tokensToday: 3_000,
  allCalls: 5,
  dropped: 1,
  failures: {},
  lastFailure: null,
  notBefore: null,
  ...changes,
});
const site = (name: string, changes: Partial<Teaching> | null): SiteLearning => ({
  ...newLearning(name, now),
  ...(changes !== null && { teaching: teaching(changes) }),
});

describe('what status says of the teacher', () => {
  it('is nothing where it was never asked', () => {
    expect(teacherRows(teacherStanding([site('a.example', null)], dayOf(now)))).toEqual([]);
  });

  it('sums all sites, today apart, and names the last failure', () => {
    const learned = [
      site('a.example', { failures: { throttled: 1 } }),
      site('b.example', {
        day: '2026-11-22',
        failures: { throttled: 1, empty: 2 },
        lastFailure: { at: '2026-11-22T08:30:00Z', failure: 'empty', detail: 'no label is in the page' },
      }),
      site('c.example', {
        lastFailure: { at: '2026-11-21T08:30:00Z', failure: 'timed-out', detail: 'no answer within 30000 ms' },
      }),
      site('d.example', null),
    ];
    expect(teacherRows(teacherStanding(learned, dayOf(now)))).toEqual([
      [
        'teacher',
        `15 calls for 3 sites, today 4 with ${countText(6_000)} tokens; 3 labels not in the page, 2 throttled, 2 empty`,
      ],
      ['  last failure', 'b.example, 2026-11-22 08:30 UTC: no label is in the page'],
    ]);
  });
});
