import { describe, expect, it } from 'vitest';
import type { Topic } from '../../../src/model/topic/topic.ts';
import { topicMark, topicMarks } from '../../../src/stages/classify/topic-marks.ts';
import { topic } from '../../support/topics.ts';

const page = { url: 'https://a.example/1', title: '', text: '', fetchedAt: null };
const base = topic('energy', { grid: 1, wind: 2 }, { examples: [page] });

describe('topicMark', () => {
  it('changes with everything that changes the judgement', () => {
    const changes: Partial<Topic>[] = [
      { name: 'power' },
      { keywords: { grid: 1, wind: 3 } },
      { keywords: { grid: 1 } },
      { threshold: 0.3 },
      { method: 'boolean' },
      { exclude: ['toy'] },
      { languages: ['en'] },
      { examples: [] },
      { examples: [{ ...page, url: 'https://a.example/2' }] },
      { examples: [{ ...page, url: null, text: 'Mills.' }] },
      { tagShares: { title: 1, headings: 0, meta: 1 } },
    ];
    const marks = [base, ...changes.map((change) => ({ ...base, ...change }))].map(topicMark);
    expect(new Set(marks).size).toBe(changes.length + 1);
    for (const mark of marks) expect(mark).toMatch(/^[0-9a-f]{12}$/);
  });

  it('stays when the keywords are in another order, or the page of an example is read', () => {
    expect(topicMark({ ...base, keywords: { wind: 2, grid: 1 } })).toBe(topicMark(base));
    const read = { ...page, title: 'A title', text: 'A text', fetchedAt: '2026-11-20T10:00:00Z' };
    expect(topicMark({ ...base, examples: [read] })).toBe(topicMark(base));
    const other = topic('sport', { ball: 1 });
    expect([topicMarks([base, other]), topicMarks([])]).toEqual([topicMarks([other, base]), '']);
  });
});
