import { describe, expect, it } from 'vitest';
import { CommandError } from '../src/errors.ts';
import { parseTopics } from '../src/topics.ts';

function mistakesOf(json: unknown): string {
  try {
    parseTopics(json);
  } catch (error) {
    if (error instanceof CommandError) return error.message;
    throw error;
  }
  throw new Error('parseTopics took it');
}

describe('parseTopics', () => {
  it('completes defaults and takes keywords as a list or with weights', () => {
    expect(parseTopics([{ name: 'energy', keywords: ['wind power', '风电'] }])).toEqual([
      { name: 'energy', keywords: { 'wind power': 1, 风电: 1 }, exclude: [], threshold: 0.25 },
    ]);
    expect(parseTopics([{ name: 'a', keywords: { wind: 2.5 }, exclude: ['fan'], threshold: 0.5 }])).toEqual([
      { name: 'a', keywords: { wind: 2.5 }, exclude: ['fan'], threshold: 0.5 },
    ]);
  });

  it('names every mistake at once, with its place', () => {
    const text = mistakesOf([
      { name: 'energy', keywords: { wind: -1 }, threshold: 3, treshold: 1 },
      { name: 'energy', keywords: ['the'] },
      { name: 'sea', keywords: 4 },
    ]);
    expect(text).toContain('5 mistakes');
    expect(text).toContain('topic 1 (energy), keywords, wind: a weight is above 0');
    expect(text).toContain('topic 1 (energy), threshold');
    expect(text).toContain('treshold');
    expect(text).toContain('topic 2 (energy), keywords, 0: only stop words');
    expect(text).toContain('topic 3 (sea), keywords: a list of terms or { "term": weight } is wanted');
  });

  it('refuses two topics of one name, and what is no list', () => {
    const twice = [
      { name: 'sea', keywords: ['ship'] },
      { name: 'sea', keywords: ['boat'] },
    ];
    expect(mistakesOf(twice)).toContain('there are two topics named "sea"');
    expect(mistakesOf({ name: 'sea' })).toContain('a list of topics is wanted');
  });
});
