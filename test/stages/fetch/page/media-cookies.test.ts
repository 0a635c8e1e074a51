import { describe, expect, it } from 'vitest';
import { cookieHeader, isSameSite } from '../../../../src/stages/fetch/page/media-cookies.ts';

const given = { domain: 'a.example', path: '/', expires: -1, httpOnly: false, secure: true };
const cookies = [
  { ...given, name: 'a', value: '1', sameSite: 'Lax' },
  { ...given, name: 'b', value: '2', sameSite: 'None' },
] as const;

describe('the cookies of a medium', () => {
  it('are all of them from the same site, else only those for other sites', () => {
    expect(cookieHeader(cookies, true)).toBe('a=1; b=2');
    expect(cookieHeader(cookies, false)).toBe('b=2');
    expect(cookieHeader([], true)).toBe('');
  });

  it.each([
    ['https://cdn.x.example/a.mp4', 'https://www.x.example/', true],
    ['https://a.github.io/a.mp4', 'https://b.github.io/', false],
    ['http://x.example/a.mp4', 'https://x.example/', false],
    ['http://127.0.0.1:1/a.mp4', 'http://127.0.0.1:2/', true],
    ['http://127.0.0.1/a.mp4', 'http://127.0.0.2/', false],
    ['inline:1', 'http://127.0.0.2/', false],
  ])('%s on %s: %s', (url, page, expected) => {
    expect(isSameSite(url, page)).toBe(expected);
  });
});
