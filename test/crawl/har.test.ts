import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { harOf, maskLine } from '../../src/crawl/failure/har.ts';
import type { RequestRecord } from '../../src/model/page/page.ts';
import { at } from '../storage/records.ts';
import { regexWork } from '../support/work/regex-work.ts';

const request = (overrides: Partial<RequestRecord> = {}): RequestRecord => ({
  url: 'http://gazette.example/a?page=2',
  method: 'GET',
  type: 'document',
  atMs: 5,
  elapsedMs: 120.5,
  status: 200,
  requestHeaders: { accept: 'text/html' },
  responseHeaders: { 'content-type': 'text/html' },
  bytes: 4_296,
  failure: null,
  redirectedTo: null,
  ...overrides,
});
const har = (...requests: RequestRecord[]) => harOf({ requests, startedAt: at(0), version: '0.1.0' });

/** HAR 1.2 as its specification has it: these fields are mandatory; names of our own begin with an underscore. */
const time = z.iso.datetime();
const pairs = z.array(z.strictObject({ name: z.string(), value: z.string() }));
const entry = z.strictObject({
  pageref: z.string(),
  startedDateTime: time,
  time: z.number().min(0),
  request: z.strictObject({
    method: z.string().min(1),
    url: z.string(),
    httpVersion: z.string(),
    cookies: pairs,
    headers: pairs,
    queryString: pairs,
    headersSize: z.int().min(-1),
    bodySize: z.int().min(-1),
  }),
  response: z.strictObject({
    status: z.int(),
    statusText: z.string(),
    httpVersion: z.string(),
    cookies: pairs,
    headers: pairs,
    content: z.strictObject({ size: z.int(), mimeType: z.string() }),
    redirectURL: z.string(),
    headersSize: z.int().min(-1),
    bodySize: z.int().min(-1),
  }),
  cache: z.strictObject({}),
  timings: z.strictObject({ send: z.number().min(0), wait: z.number().min(0), receive: z.number().min(0) }),
  _resourceType: z.string(),
  comment: z.string().optional(),
});
const archive = z.strictObject({
  log: z.strictObject({
    version: z.literal('1.2'),
    creator: z.strictObject({ name: z.string(), version: z.string() }),
    pages: z.array(
      z.strictObject({ startedDateTime: time, id: z.string(), title: z.string(), pageTimings: z.strictObject({}) }),
    ),
    entries: z.array(entry),
    comment: z.string().optional(),
  }),
});

describe('the network log of a failure', () => {
  it('has the form of an HTTP Archive', () => {
    const failed = request({
      status: 0,
      elapsedMs: null,
      bytes: null,
      failure: 'net::ERR_FAILED',
      responseHeaders: {},
    });
    const moved = request({ status: 301, redirectedTo: 'http://gazette.example/b' });
    expect(archive.parse(har(request(), failed, moved, request({ elapsedMs: null }))).log.entries).toMatchObject([
      {
        startedDateTime: '2026-11-21T08:00:00.012Z',
        time: 120.5,
        request: { queryString: [{ name: 'page', value: '2' }] },
      },
      { response: { status: 0 }, comment: 'net::ERR_FAILED' },
      { response: { redirectURL: 'http://gazette.example/b' } },
      { comment: 'it had not ended' },
    ]);
    expect(archive.parse(har(...Array.from({ length: 700 }, () => request()))).log).toMatchObject({
      entries: { length: 500 },
      comment: '200 later requests are left out',
    });
  });

  it('holds no secret', () => {
    const names = ['cookie', 'authorization', 'proxy-authorization', 'x-api-key', 'x-csrf-token', 'X-Session-Id'];
    const secrets = Object.fromEntries(names.map((name) => [name, 'sesame']));
    const url = 'http://me:sesame@gazette.example/a?token=sesame&api_key=sesame&sig=sesame&sessionid=sesame&page=2';
    const log = har(
      request({
        url,
        requestHeaders: { ...secrets, referer: url },
        responseHeaders: { 'set-cookie': 'id=sesame', location: url },
        redirectedTo: url,
        failure: `failed: ${url}`,
      }),
    );
    const text = JSON.stringify(archive.parse(log)).replaceAll('failed: ', '');
    expect(text).not.toContain('sesame');
    expect(text).toContain('page=2');
    expect(
      maskLine('log: token=sesame {"session_id": "sesame", "page": 2} http://a.example/?key=sesame'),
    ).not.toContain('sesame');
    expect(maskLine('log: the key to the quay: page=2')).toBe('log: the key to the quay: page=2');
    expect(maskLine('a=token=sesame x-my-api-key: sesame')).toBe('a=token=(masked) x-my-api-key: (masked)');
  });

  it.each(['a', 'token', 'token ', 'a-', 'session"', 'key='])('masks a line of %j with work by its length', (part) => {
    const work = (letters: number) =>
      regexWork(() => maskLine(part.repeat(letters / part.length))).backtracks / letters;
    expect(work(16_000)).toBeLessThan(1.5 * work(4_000) + 1);
  });

  it('is bounded whatever a page asks for', () => {
    const long = 'x'.repeat(1_000_000);
    const headers = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`h${index}`, long]));
    const log = har(
      request({ url: `data:image/png;base64,${long}` }),
      request({ url: `http://gazette.example/${long}?a=${long}`, requestHeaders: headers }),
    );
    expect(JSON.stringify(archive.parse(log)).length).toBeLessThan(80_000);
  });
});
