import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { HttpResponse } from '../../../src/ports.ts';
import { fetchStatic } from '../../../src/stages/fetch/fetch-static.ts';
import { at, entry } from '../../storage/records.ts';
import { stoppedClock } from '../../support/manual-clock.ts';

const url = 'http://gazette.example/sitemap.xml.gz';
const task = { ...entry(url), attempts: 0, revisit: false, lease: 'l' };
const identity = {
  id: 'direct',
  proxy: null,
  guardUrl: 'http://127.0.0.1:9',
  viewport: { widthPx: 1280, heightPx: 800 },
  userAgent: 'ua',
  locale: 'en-GB',
  timeZone: 'UTC',
};

/** Fetches a page with the given response. */
function fetched(answer: Partial<HttpResponse>, maxBytes = 100_000) {
  const whole = { url, status: 200, headers: {}, body: new Uint8Array(), wireBytes: 7, elapsedMs: 3, ...answer };
  const http = { fetch: async () => whole, [Symbol.asyncDispose]: async () => {} };
  return fetchStatic({ http, clock: stoppedClock(at(0)) })(task, { identity, maxBytes, timeoutMs: 1_000 });
}

const bytes = (text: string) => new TextEncoder().encode(text);

describe('fetchStatic', () => {
  it('returns the decoded text with address, time and size', async () => {
    const page = await fetched({ body: bytes('<p>港口</p>'), headers: { 'content-type': 'text/html; charset=utf-8' } });
    expect(page).toMatchObject({ html: '<p>港口</p>', via: 'static', bytes: 7, fetchedAt: at(0), finalUrl: url });
    expect(page.identity).toEqual({ id: 'direct', proxy: null });
  });

  it.each(['application/gzip', 'application/x-gzip', 'text/xml', ''])(
    'unpacks a .gz file sent as "%s"',
    async (type) => {
      const page = await fetched({ body: gzipSync('<urlset>港</urlset>'), headers: { 'content-type': type } });
      expect(page.html).toBe('<urlset>港</urlset>');
    },
  );

  it('stops unpacking at the limit, and names a broken archive', async () => {
    const bomb = gzipSync('x'.repeat(1_000_000));
    await expect(fetched({ body: bomb }, 10_000)).rejects.toMatchObject({ kind: 'too-large' });
    const broken = Uint8Array.of(0x1f, 0x8b, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10);
    await expect(fetched({ body: broken })).rejects.toMatchObject({ kind: 'unreachable' });
  });

  it('has no text for other content types', async () => {
    const page = await fetched({ body: bytes('%PDF-1.7'), headers: { 'content-type': 'application/pdf' } });
    expect(page.html).toBe('');
  });
});
