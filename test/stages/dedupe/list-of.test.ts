import { describe, expect, it } from 'vitest';
import { isListOf, sharesParagraphWith } from '../../../src/stages/dedupe/list-of.ts';

const paragraph = (of: string): string =>
  `The ${of} was open until late in the evening, and people came from both halves of the town to see how it works after the winter.`;
const story = (of: string) => ({
  title: `The ${of}`,
  body: `${paragraph(of)}\n\nBy noon the ${of} had been seen by four hundred people, some with lanterns, as the ferry was late.`,
});
const [bridge, lock, weir] = [story('bridge'), story('lock'), story('weir')];

describe('a text whose paragraphs are those of the pages that it links to', () => {
  it.each<[string, string]>([
    ['full posts', [bridge, lock, weir].map(({ body }) => body).join('\n\n')],
    ['excerpts', [bridge, lock, weir].map(({ body }) => `${body.slice(0, 100)} […]`).join('\n\n')],
    ['posts and a line of its own', `${bridge.body}\n\n${lock.body}\n\nOlder posts are in the archive.`],
  ])('is a list of them: %s', (_, body) => {
    expect(isListOf({ title: 'News', body }, [bridge, lock, weir])).toBe(true);
  });

  it.each<[string, string, readonly (typeof bridge)[]]>([
    ['one page alone has them: its print version', bridge.body, [bridge]],
    [
      'the pages have its title: its parts',
      `${bridge.body}\n\n${lock.body}`,
      [bridge, lock].map((part) => ({ ...part, title: 'News' })),
    ],
    [
      'most of it is its own',
      `${bridge.body}\n\n${paragraph('market')}\n\n${paragraph('museum')}\n\n${paragraph('harbour')}\n\n${lock.body.slice(0, 90)}`,
      [bridge, lock],
    ],
    ['no page has them', paragraph('market'), [bridge, lock]],
  ])('is none where %s', (_, body, linked) => {
    expect(isListOf({ title: 'News', body }, linked)).toBe(false);
  });

  it('shares a paragraph with each of them', () => {
    const list = { title: 'News', body: `${bridge.body}\n\n${lock.body.slice(0, 100)} […]` };
    expect([bridge, lock, weir].map(sharesParagraphWith(list))).toEqual([true, true, false]);
  });
});
