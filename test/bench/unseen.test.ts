import { describe, expect, test } from 'vitest';
import { makeArticles, type Shell } from '../../bench/extract/unseen/bylines/articles.ts';
import { systemPages } from '../../bench/extract/unseen/systems/generate.ts';
import { generatePages } from '../../bench/extract/unseen/types/generate.ts';

const shell: Shell = {
  ...{ name: 'a-theme', language: 'de', authors: 'all', owner: 'Werkstattbuch', date: true, modified: true },
};

describe('unseen bylines', () => {
  test('the same seed makes the same articles', () => {
    expect(makeArticles(shell, 6, 3)).toEqual(makeArticles(shell, 6, 3));
    expect(makeArticles(shell, 6, 3)).not.toEqual(makeArticles(shell, 6, 4));
  });

  test('who is right stands in the field of the theme or in the text', () => {
    for (const { truth, field, body } of makeArticles(shell, 30, 5))
      for (const name of truth.authors[0] ?? []) if (name !== shell.owner) expect(`${field}\n${body}`).toContain(name);
  });

  test('a theme that names nobody has nobody in its field, and no date where it prints none', () => {
    const silent: Shell = { ...shell, authors: 'none', owner: null, date: false, modified: false };
    for (const { truth, field } of makeArticles(silent, 30, 7)) {
      expect(field).toEqual([]);
      expect(truth).toMatchObject({ date: null, modified: null });
    }
  });
});

describe('unseen types of pages', () => {
  const [open, sealed] = [generatePages('open'), generatePages('sealed')];

  test('the halves have 400 pages together, none of them twice, and a quarter are articles', () => {
    const all = [...open, ...sealed];
    expect(all.length).toBeGreaterThanOrEqual(400);
    // what a server says by itself is the same in each language
    expect(new Set(all.map(({ html }) => html)).size).toBeGreaterThan(all.length - 10);
    for (const half of [open, sealed])
      expect(half.filter(({ type }) => type === 'article').length / half.length).toBeGreaterThan(0.25);
  });

  test('the same half has the same pages each time', () => {
    expect(generatePages('open')).toEqual(open);
  });
});

describe('pages of systems', () => {
  const [open, sealed] = [systemPages('open'), systemPages('sealed')];

  test('a system is whole in one half, and each half has some of each type', () => {
    const systemsIn = (half: typeof open) => new Set(half.map(({ type, family }) => `${type} ${family}`));
    expect([...systemsIn(open)].filter((system) => systemsIn(sealed).has(system))).toEqual([]);
    const typesIn = (half: typeof open) => new Set(half.map(({ type }) => type));
    expect(typesIn(open)).toEqual(typesIn(sealed));
  });

  test('the same half has the same pages each time', () => {
    expect(systemPages('open')).toEqual(open);
  });
});
