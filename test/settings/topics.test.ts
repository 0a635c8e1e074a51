import { describe, expect, it } from 'vitest';
import { CommandError } from '../../src/errors.ts';
import { parseTopics } from '../../src/settings/topics.ts';
import { topic } from '../support/topics.ts';

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
      topic('energy', { 'wind power': 1, 风电: 1 }),
    ]);
    expect(parseTopics([{ name: 'a', keywords: { wind: 2.5 }, exclude: ['fan'], threshold: 0.5 }])).toEqual([
      topic('a', { wind: 2.5 }, { exclude: ['fan'], threshold: 0.5 }),
    ]);
  });

  it('takes examples as addresses, as texts whose first line is the title, and as it writes them', () => {
    const read = {
      url: 'https://a.example/1',
      title: 'A title',
      text: 'A text',
      fetchedAt: '2026-11-22T00:00:00.000Z',
    };
    const definitions = [{ name: 'a', examples: ['https://a.example/2', 'Mills turn\n\nThe wind blows.', read] }];
    const [parsed] = parseTopics(definitions);
    expect(parsed?.examples).toEqual([
      { url: 'https://a.example/2', title: '', text: '', fetchedAt: null },
      { url: null, title: 'Mills turn', text: 'The wind blows.', fetchedAt: null },
      read,
    ]);
    expect(parseTopics(JSON.parse(JSON.stringify([parsed])))).toEqual([parsed]);
  });

  it('has a threshold for each method; boolean takes a number of terms', () => {
    const threshold = (definitions: object) =>
      parseTopics([{ name: 'a', keywords: ['b1', 'c1', 'd1', 'e1'], ...definitions }])[0]?.threshold;
    expect(threshold({ method: 'boolean' })).toBe(0.5);
    expect(threshold({ method: 'boolean', threshold: 3 })).toBe(0.75);
    expect(threshold({ method: 'boolean', keywords: ['b1'] })).toBe(1);
    expect(threshold({ method: 'tags' })).toBe(0.04);
    expect(mistakesOf([{ name: 'a', keywords: ['b1'], threshold: 2 }])).toContain('threshold: must be 0 to 1');
  });

  it('wants what the method learns from', () => {
    expect(mistakesOf([{ name: 'a' }])).toContain('at least one keyword or example is needed');
    expect(mistakesOf([{ name: 'a', method: 'tags', examples: ['b1'] }])).toContain(
      'keyword is needed for the method tags',
    );
    expect(mistakesOf([{ name: 'a', method: 'learned', examples: ['b1'] }])).toContain('at least 3 examples');
    expect(mistakesOf([{ name: 'a', keywords: ['b1'], languages: ['English'] }])).toContain('two letters');
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
    expect(text).toContain('topic 3 (sea), keywords: expected a list of terms or { "term": weight }');
  });

  it('refuses two topics of one name, and what is no list', () => {
    const twice = [
      { name: 'sea', keywords: ['ship'] },
      { name: 'sea', keywords: ['boat'] },
    ];
    expect(mistakesOf(twice)).toContain('there are two topics named "sea"');
    expect(mistakesOf({ name: 'sea' })).toContain('expected a list of topics');
  });
});
