import { describe, expect, it } from 'vitest';
import { chinese } from '../../../bench/sites/posts/chinese.ts';
import { english } from '../../../bench/sites/posts/english.ts';
import { french } from '../../../bench/sites/posts/french.ts';
import { german } from '../../../bench/sites/posts/german.ts';
import { hebrew } from '../../../bench/sites/posts/hebrew.ts';
import { persian } from '../../../bench/sites/posts/persian.ts';
import { makePosts, postText } from '../../../bench/sites/posts/posts.ts';
import { spanish } from '../../../bench/sites/posts/spanish.ts';

const grammars = [english, german, spanish, french, persian, hebrew, chinese];

/** Runs of three words (of five characters in Chinese). */
function shingles(text: string, gap: string): Set<string> {
  const [units, length] = gap === '' ? [[...text.replace(/\s/g, '')], 5] : [text.split(/\s+/), 3];
  return new Set(units.slice(length - 1).map((_, at) => units.slice(at, at + length).join(' ')));
}

describe.each(grammars)('posts in $language', (grammar) => {
  const posts = makePosts({ grammar, count: 40, seed: 7 });

  it('are the same for the same seed', () => {
    expect(makePosts({ grammar, count: 40, seed: 7 })).toEqual(posts);
    expect(makePosts({ grammar, count: 40, seed: 8 })).not.toEqual(posts);
  });

  it('have titles, slugs and texts of their own, with every slot filled', () => {
    for (const part of [posts.map(({ title }) => title), posts.map(({ slug }) => slug), posts.map(postText)])
      expect(new Set(part).size).toBe(40);
    expect(posts.map((post) => post.title + postText(post)).join()).not.toMatch(/\{\w\}|undefined/);
    expect(posts.filter(({ short }) => short)).toHaveLength(5);
  });

  it('share few runs of words', () => {
    const sets = posts.map((post) => shingles(postText(post), grammar.gap));
    const jaccard = (one: Set<string>, other: Set<string>) => one.intersection(other).size / one.union(other).size;
    const pairs = sets.flatMap((one, at) => sets.slice(at + 1).map((other) => jaccard(one, other)));
    expect(Math.max(...pairs)).toBeLessThan(0.25);
  });
});
