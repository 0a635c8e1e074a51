import { describe, expect, it } from 'vitest';
import { claimingSite, claimsSite, hostAndPort, namedSite, siteKey } from '../../../src/model/web/site-key.ts';

describe('siteKey', () => {
  it.each([
    ['http://localhost:4000/a', 'localhost:4000'],
    ['https://Gazette.example:443/a', 'gazette.example'],
    ['http://gazette.example:80/a', 'gazette.example'],
    ['http://[::1]:4000/', '[::1]:4000'],
  ])('the site of %s is %s', (url, key) => expect(siteKey(url)).toBe(key));
});

describe('hostAndPort', () => {
  it('splits a key, and takes the default ports for none', () => {
    expect(hostAndPort('Gazette.example.')).toEqual({ name: 'gazette.example', port: '' });
    expect(hostAndPort('[::1]:4000')).toEqual({ name: '[::1]', port: '4000' });
    expect(hostAndPort('[::1]')).toEqual({ name: '[::1]', port: '' });
    expect(hostAndPort('gazette.example:443').port).toBe('');
  });
});

describe('claimsSite', () => {
  it.each([
    ['gazette.example', 'www.gazette.example', true],
    ['gazette.example', 'www.gazette.example:8080', false],
    ['gazette.example:8080', 'gazette.example', false],
    ['gazette.example:8080', 'www.gazette.example:8080', true],
    ['gazette.example', 'notgazette.example', false],
  ])('the scraper of %s reads %s: %s', (host, key, claims) => expect(claimsSite(host, key)).toBe(claims));
});

describe('scrapers by host', () => {
  const sites = ['gazette.example', 'news.gazette.example', 'localhost:4000', 'localhost:4001', 'harbour.test:81'];
  const all = sites.map((host) => ({ host }));

  it('the longest host reads a page', () => {
    expect(claimingSite(all, 'a.news.gazette.example')?.host).toBe('news.gazette.example');
    expect(claimingSite(all, 'localhost:4001')?.host).toBe('localhost:4001');
    expect(claimingSite(all, 'localhost:4002')).toBeNull();
  });

  it('a name without a port names the only scraper of its host', () => {
    expect(namedSite(all, 'Harbour.test')?.host).toBe('harbour.test:81');
    expect(namedSite(all, 'localhost:4000')?.host).toBe('localhost:4000');
    expect(namedSite(all, 'localhost')).toBeNull();
    expect(namedSite(all, 'www.gazette.example')).toBeNull();
  });
});
