import { expect, it } from 'vitest';
import { seenAddress } from '../../../src/stages/url-patterns/learn.ts';
import { entry, visit } from '../../storage/records.ts';

const task = { ...entry('https://news.gazette.example/a?utm_source=x'), attempts: 0, revisit: false, lease: 'l' };

it.each([
  [{ outcome: 'stored' }, 'article'],
  [{ outcome: 'dropped', reason: 'duplicate' }, 'article'],
  [{ outcome: 'listed' }, 'listing'],
  [{ outcome: 'dropped', reason: 'not-an-article' }, 'other'],
  [{ outcome: 'dropped', reason: 'not-an-article', mediaItems: 2 }, undefined],
  [{ outcome: 'dropped', reason: 'gone' }, undefined],
  [{ outcome: 'dropped', reason: 'robots' }, undefined],
  [{ outcome: 'failed', reason: 'low-confidence' }, undefined],
  [{ outcome: 'listed', kind: 'source' }, undefined],
] as const)('a visit that ends with %j shows %s', (ended, label) =>
  expect(seenAddress(visit(task, ended))?.label).toBe(label),
);

it('a visited address is stored under its registrable domain', () => {
  const { url, startedAt } = visit(task);
  expect(seenAddress(visit(task))).toEqual({ site: 'gazette.example', url, label: 'article', at: startedAt });
});
