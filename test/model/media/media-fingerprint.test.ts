import { describe, expect, it } from 'vitest';
import { mediaFingerprint, mediaHost, mediaId } from '../../../src/model/media/media-fingerprint.ts';

const same = (a: string, b: string): boolean => mediaFingerprint(a) === mediaFingerprint(b);

describe('mediaFingerprint', () => {
  it.each([
    [
      'an expiry and a signature',
      'https://c.example/f.mp4?e=1763760000&sig=abc',
      'https://c.example/f.mp4?e=1763769999&sig=x',
    ],
    [
      'Akamai',
      'https://c.example/f.m3u8?hdnts=exp=1763760000~acl=*~hmac=1',
      'https://c.example/f.m3u8?hdnts=exp=1~hmac=2',
    ],
    ['Amazon', 'https://c.example/f.mp4?X-Amz-Date=1&X-Amz-Signature=2', 'https://c.example/f.mp4?X-Amz-Signature=3'],
    [
      'a time in the path',
      'https://c.example/1763760000/0a1b2c3d4e5f60718293/f.mp4',
      'https://c.example/1763769999/ffeeddccbbaa99887766/f.mp4',
    ],
    [
      'a long value of any name',
      `https://c.example/f.mp4?x=${'a1'.repeat(20)}`,
      `https://c.example/f.mp4?x=${'b2'.repeat(20)}`,
    ],
    ['the order of parameters, the scheme', 'http://c.example/f.mp4?a=1&b=2', 'https://c.example/f.mp4?b=2&a=1#t=3'],
    [
      'what says where a reader comes from',
      'https://c.example/f.mp4?id=1&utm_source=x&fbclid=1',
      'https://c.example/f.mp4?id=1&ref=home',
    ],
  ])('is the same with another signature: %s', (_, one, other) => {
    expect(same(one, other)).toBe(true);
  });

  it.each([
    ['another file', 'https://c.example/f.mp4?sig=1', 'https://c.example/g.mp4?sig=1'],
    ['another host', 'https://c.example/f.mp4', 'https://d.example/f.mp4'],
    ['a parameter that chooses', 'https://c.example/play?id=1&sig=a', 'https://c.example/play?id=2&sig=a'],
    [
      'a film named by its hash',
      'https://c.example/0a1b2c3d4e5f60718293/f.mp4',
      'https://c.example/ffeeddccbbaa99887766/f.mp4',
    ],
    ['what has no address', 'mse:a.example/1', 'mse:a.example/2'],
  ])('differs for %s', (_, one, other) => {
    expect(same(one, other)).toBe(false);
  });

  it('is that of the page for what has no address', () => {
    expect(mediaFingerprint('inline:1', 'https://p.example/1')).not.toBe(
      mediaFingerprint('inline:1', 'https://p.example/2'),
    );
    expect(mediaId('https://p.example/1', 'inline:1')).not.toBe(mediaId('https://p.example/2', 'inline:1'));
  });

  it('gives ids that all pages of a medium share, and the host with its port', () => {
    const url = 'https://c.example:8443/f.mp4?token=1';
    expect(mediaId('https://p.example/1', url)).toBe(mediaId('https://p.example/1', url.replace('token=1', 'token=2')));
    expect(mediaId('https://p.example/1', url)).toBe(mediaId('https://p.example/2', url));
    expect(mediaId('https://p.example/1', url)).toMatch(/^[0-9a-f]{12}$/);
    expect({ mediaHostUrl: mediaHost(url), mediaHostInline1: mediaHost('inline:1') }).toEqual({
      mediaHostUrl: 'c.example:8443',
      mediaHostInline1: '',
    });
  });
});
