import { describe, expect, it } from 'vitest';
import { articleVersion } from '../../../src/model/article/article-version.ts';
import type { DataValues } from '../../../src/model/data/data-value.ts';
import { article, at } from '../../storage/records.ts';

const stored = (title: string, body: string) => ({
  title,
  body,
  data: { rating: 4, views: 10 },
  revision: 1,
  firstSeenAt: at(0),
  fetchedAt: at(0),
  updatedAt: at(0),
});
const diffOf = (from: readonly [string, string], to: readonly [string, string]) =>
  articleVersion(
    stored(...from),
    article('a', { title: to[0], body: to[1], data: { rating: 4, views: 10 }, fetchedAt: at(5) }),
  ).replaced?.diff;

describe('a version', () => {
  const version = (data: DataValues) =>
    articleVersion(stored('Title', 'Text.'), article('a', { title: 'Title', body: 'Text.', data, fetchedAt: at(5) }));

  it('is new where a value of the own data changed', () => {
    expect(version({ rating: 5, views: 10 })).toMatchObject({
      revision: 2,
      replaced: {
        revision: 1,
        body: 'Text.',
        data: { rating: 4, views: 10 },
        diff: expect.stringContaining('-rating: 4\n'),
      },
    });
  });

  it('stays where a field was declared or removed', () => {
    expect(version({ rating: 4, sold: 2 })).toMatchObject({ revision: 1, takesText: true, replaced: null });
  });
});

describe('the diff of a revision', () => {
  it('says which paragraphs were replaced, added and dropped', () => {
    const before = ['One.', 'Two stays.', 'Three goes.', 'Four stays.'].join('\n\n');
    const after = ['One, mended.', 'Two stays.', 'Four stays.', 'Five is new.'].join('\n\n');
    const diff = diffOf(['Title', before], ['Title', after]) ?? '';
    const changes = diff.split('\n').filter((line) => /^[+-](?![+-]{2} )/.test(line));
    expect(changes).toEqual(['-One.', '+One, mended.', '-Three goes.', '+Five is new.']);
    expect(diff).toMatch(/^--- before\n\+\+\+ after\n@@ /);
  });

  it('has the title as its first line', () => {
    expect(diffOf(['Old title', 'Text.'], ['New title', 'Text.'])).toContain('-Old title\n+New title\n Text.');
  });

  it('is empty where a long text has changed everywhere', () => {
    const text = (word: string) => Array.from({ length: 300 }, (_, n) => `${word} ${n}.`).join('\n\n');
    expect(diffOf(['Title', text('left')], ['Title', text('right')])).toBeNull();
  });
});
