import { describe, expect, it } from 'vitest';
import type { Exchange } from '../../../../src/model/web/exchange.ts';
import { sighting } from '../../../../src/stages/media/find/sighting.ts';
import { withSegmentHeaders } from '../../../../src/stages/media/play/inline-manifest.ts';

const manifest = '#EXTM3U\n#EXTINF:4,\nhttps://cdn.example/film/0.ts\n';
const frame = 'https://player.example/frame';

const request = (url: string, more: Partial<Exchange> = {}): Exchange => ({
  url,
  redirectedTo: null,
  method: 'GET',
  type: 'xhr',
  status: 200,
  mimeType: 'video/mp2t',
  requestHeaders: { referer: 'https://player.example/', cookie: 'a=1', accept: '*/*' },
  requestBody: null,
  text: null,
  isWorkers: false,
  atMs: 0,
  failure: null,
  ...more,
});

const inline = sighting(`blob:${frame}`, 'hls', ['seen on the network'], { manifest, base: frame });

describe('a manifest without an address', () => {
  it('has the headers with which the player fetches its segments', () => {
    const { headers } = withSegmentHeaders(inline, [request('https://cdn.example/film/0.ts')]);
    expect(headers).toEqual({ referer: 'https://player.example/', cookie: 'a=1' });
  });

  it.each([
    ['another host', request('https://ads.example/0.ts')],
    ['a refused request', request('https://cdn.example/film/0.ts', { status: 403 })],
    ['a script', request('https://cdn.example/player.js', { type: 'script' })],
  ])('has none of %s', (_, exchange) => {
    expect(withSegmentHeaders(inline, [exchange]).headers).toEqual({});
  });

  it('is only meant where it has none', () => {
    const fetched = sighting('https://cdn.example/film.m3u8', 'hls', ['seen on the network'], { manifest });
    expect(withSegmentHeaders(fetched, [request('https://cdn.example/film/0.ts')])).toBe(fetched);
  });
});
