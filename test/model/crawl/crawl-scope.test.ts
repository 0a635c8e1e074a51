import { describe, expect, it } from 'vitest';
import { isUnder, pathOfScope } from '../../../src/model/crawl/crawl-scope.ts';

const at = (path: string): string => `https://gazette.example${path}`;

describe('isUnder', () => {
  it('compares whole segments of the path, whatever the host and query', () => {
    for (const path of ['/sport', '/sport/']) {
      expect(['/sport', '/sport/', '/sport/cup', '/sport/?page=2'].map((url) => isUnder([path], at(url)))).toEqual([
        true,
        true,
        true,
        true,
      ]);
      expect(['/sports/cup', '/', '/en/sport/'].map((url) => isUnder([path], at(url)))).toEqual([false, false, false]);
    }
  });

  it('takes addresses below any of the paths; all without paths', () => {
    expect(isUnder(['/a/', '/b/'], at('/b/x'))).toBe(true);
    expect(isUnder([], at('/c'))).toBe(true);
    expect(isUnder(['/'], at('/c'))).toBe(true);
  });
});

describe('pathOfScope', () => {
  it('spells a path as addresses do', () => {
    expect(pathOfScope('/sport/')).toBe('/sport/');
    expect(pathOfScope('/straße/../sport/ü')).toBe('/sport/%C3%BC');
  });

  it.each(['sport', 'https://gazette.example/sport/', '//sport', '/?cat=3', '/a#b', '/a b', ''])('refuses %j', (text) =>
    expect(pathOfScope(text)).toBeNull(),
  );
});
