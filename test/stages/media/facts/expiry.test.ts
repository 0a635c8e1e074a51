import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readExpiry } from '../../../../src/stages/media/facts/expiry.ts';

const base64url = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const policy = Buffer.from(
  '{"Statement":[{"Resource":"*","Condition":{"DateLessThan":{"AWS:EpochTime":1790000000}}}]}',
).toString('base64');
const at = '2026-09-21T14:13:20.000Z'; // 1790000000

describe('readExpiry', () => {
  it.each([
    ['https://c.example/f.mp4?e=1790000000&st=ab', at, 'e', 'epoch'],
    ['https://c.example/f.mp4?expires=1790000000000', at, 'expires', 'epoch'],
    ['https://c.example/f.m3u8?hdnts=st=1789990000~exp=1790000000~acl=/*~hmac=0a', at, 'hdnts', 'akamai'],
    ['https://c.example/hdnea=exp=1790000000~acl=*/f.m3u8', at, 'hdnea', 'akamai'],
    ['https://c.example/f.m3u8?auth_key=1790000000-0-0-0a1b', at, 'auth_key', 'aliyun'],
    [
      `https://c.example/f.mp4?Policy=${policy.replaceAll('+', '-').replaceAll('=', '_').replaceAll('/', '~')}`,
      at,
      'Policy',
      'cloudfront',
    ],
    ['https://s.example/f.mp4?X-Amz-Date=20260921T131320Z&X-Amz-Expires=3600', at, 'X-Amz-Expires', 'amazon'],
    ['https://s.example/f.mp4?X-Goog-Date=20260921T131320Z&X-Goog-Expires=3600', at, 'X-Goog-Expires', 'google'],
    ['https://s.example/f.mp4?sv=2020&se=2026-09-21T14%3A13%3A20Z&sig=x', at, 'se', 'azure'],
    ['https://c.example/f.flv?txSecret=0a&txTime=6AB13B80', at, 'txTime', 'tencent'],
    [
      `https://c.example/f.mp4?token=${base64url({ alg: 'HS256' })}.${base64url({ exp: 1790000000, sub: 'x' })}.${'s'.repeat(43)}`,
      at,
      'token',
      'jwt',
    ],
    ['https://c.example/secure/0123456789abcdefghijk_-x/1790000000/f.mp4', at, null, 'path'],
    ['https://c.example/f.mp4?t=1789996400&ttl=3600', at, 't-ttl', 'start and ttl'],
  ])('reads %s', (url, end, param, source) => {
    expect(readExpiry(url)).toEqual({ at: end, param: param === 't-ttl' ? 'ttl' : param, source });
  });

  it.each([
    'https://c.example/film-1790000000.mp4',
    'https://c.example/f.mp4?id=1790000000',
    'https://c.example/f.mp4?e=12',
    'https://c.example/1790000000/f.mp4',
    'mse:page',
    'no address',
  ])('takes nothing in %s for a time', (url) => expect(readExpiry(url)).toBeNull());

  it('never fails', () => {
    fc.assert(fc.property(fc.webUrl({ withQueryParameters: true }), (url) => void readExpiry(url)));
  });
});
