import { describe, expect, it } from 'vitest';
import { articleVersion } from '../../../src/model/article/article-version.ts';
import { article, at } from '../../storage/records.ts';

const stored = (title: string, body: string) => ({
  title,
  body,
  revision: 1,
  firstSeenAt: at(0),
  fetchedAt: at(0),
  updatedAt: at(0),
});
const diffOf = (from: readonly [string, string], to: readonly [string, string]) =>
  articleVersion(stored(...from), article('a', { title: to[0], body: to[1], fetchedAt: at(5) })).replaced?.diff;

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

  it('is none where all has changed at length', () => {
    const text = (word: string) => Array.from({ length: 300 }, (_, n) => `${word} ${n}.`).join('\n\n');
    expect(diffOf(['Title', text('left')], ['Title', text('right')])).toBeNull();
  });
});
