import { describe, expect, it } from 'vitest';
import { feedLinks } from '../../../src/stages/discover/feed.ts';
import { compareEntries, entriesOf } from '../../../src/stages/discover/feed-entries.ts';

const home = 'https://gazette.example/feed.xml';
const atom = (entries: readonly string[]) =>
  feedLinks(`<feed xmlns="http://www.w3.org/2005/Atom"><title>t</title>${entries.join('')}</feed>`, home);
const entry = (number: number, more = '', updated = '2026-11-20T07:00:00Z') =>
  `<entry><title>Post ${number}</title><link href="/${number}"/><published>2026-11-${20 - number}T07:00:00Z</published><updated>${updated}</updated>${more}</entry>`;
const paths = (urls: readonly string[]) => urls.map((url) => new URL(url).pathname);

describe('compareEntries', () => {
  const numbers = [1, 2, 3, 4, 5, 6];
  const before = entriesOf(atom(numbers.map((number) => entry(number))));
  const compare = (entries: readonly string[]) => {
    const { changed, vanished } = compareEntries(before, atom(entries));
    return [paths(changed), paths(vanished)];
  };

  it('finds nothing in the same feed, nor at the first poll', () => {
    expect(compare(numbers.map((number) => entry(number)))).toEqual([[], []]);
    expect(compareEntries([], atom([entry(1)]))).toEqual({ changed: [], vanished: [] });
  });

  it.each([
    ['its updated', entry(2, '', '2026-11-20T09:00:00Z')],
    ['its text', entry(2, '<content type="html">&lt;p&gt;Corrected&lt;/p&gt;</content>')],
    ['its title', entry(2).replace('Post 2', 'Another title')],
  ])('an entry changes with %s', (_, changed) => {
    expect(compare(numbers.map((number) => (number === 2 ? changed : entry(number))))).toEqual([['/2'], []]);
  });

  it('minds no markup', () => {
    const withPicture = (name: string) =>
      atom([entry(1, `<content type="html">&lt;img src="${name}"&gt; text</content>`)]);
    expect(compareEntries(entriesOf(withPicture('a')), withPicture('b')).changed).toEqual([]);
  });

  it('takes an entry for deleted where older ones stay, and says nothing of a feed that is not by date', () => {
    expect(compare([entry(0), entry(1), entry(3), entry(4), entry(5)])).toEqual([[], ['/2']]);
    expect(compare([entry(4), entry(1), entry(3)])).toEqual([[], []]);
    expect(compare([entry(0), entry(-1)])).toEqual([[], []]);
  });

  it('says nothing where most entries change at once, or many leave', () => {
    expect(compare(numbers.map((number) => entry(number, '', '2026-11-20T10:00:00Z')))).toEqual([[], []]);
    const many = entriesOf(atom(Array.from({ length: 15 }, (_, number) => entry(number))));
    expect(compareEntries(many, atom([entry(13), entry(14)])).vanished).toEqual([]);
  });
});
