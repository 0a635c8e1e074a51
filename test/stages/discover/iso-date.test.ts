import { describe, expect, it } from 'vitest';
import { isoDate } from '../../../src/stages/discover/iso-date.ts';

describe('isoDate', () => {
  it.each([
    ['2026-11-21', '2026-11-21'],
    ['2026-11-21T10:00:00+08:00', '2026-11-21T02:00:00.000Z'],
    ['2026-11-21T10:00:00', '2026-11-21T10:00:00.000Z'],
    ['2026-11-21 10:00:00', '2026-11-21T10:00:00.000Z'],
    ['Sat, 21 Nov 2026 10:00:00 EST', '2026-11-21T15:00:00.000Z'],
    ['Sat, 21 Nov 2026 10:00:00', '2026-11-21T10:00:00.000Z'],
  ])('reads %s', (text, iso) => {
    expect(isoDate(text)).toBe(iso);
  });

  it.each(['', '2026', '2026-11', '2026-13-45', 'yesterday', undefined])('invents nothing for %s', (text) => {
    expect(isoDate(text)).toBeNull();
  });
});
