import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mistakesOf } from '../../src/config-files/load-module.ts';
import { apiNamedFor } from '../../src/model/page/named-api.ts';
import { canonicalUrl } from '../../src/model/web/canonical-url.ts';
import type { ApiDefinition } from '../../src/settings/api/page-api-schema.ts';
import type { ScraperDefinition } from '../../src/settings/definitions/scraper-definition.ts';
import { defineScraper } from '../../src/settings/scraper.ts';

const request = { url: 'https://api.gazette.example/v1/articles/${address.segment.-1|last}' };
const simple: ApiDefinition = { pages: '/news/*', requests: [request], fields: { body: 'data.text' } };

const siteWith = (api: NonNullable<ScraperDefinition['api']>, more: Partial<ScraperDefinition> = {}) =>
  defineScraper({ host: 'gazette.example', ...more, api });

/** The mistakes of a definition that no type would accept. */
function mistakesIn(api: unknown, more: object = {}): string {
  try {
    defineScraper({ host: 'gazette.example', ...more, api } as ScraperDefinition);
    return '';
  } catch (error) {
    return mistakesOf(error, 'scraper.ts').join('\n');
  }
}
const withRequest = (fields: object) => mistakesIn({ ...simple, requests: [{ ...request, ...fields }] });
const withUrl = (url: unknown) => withRequest({ url });

describe('an API in a scraper', () => {
  it('is completed with defaults', () => {
    const [named] = siteWith(simple, { language: 'en' }).apis;
    expect(named?.api).toEqual({
      requests: [{ ...request, method: 'GET', headers: {}, body: null, by: 'fetch', kind: 'json' }],
      fields: {
        title: null,
        body: [{ answer: 0, path: 'data.text', texts: [], skips: [] }],
        authors: null,
        publishedAt: null,
        modifiedAt: null,
        section: null,
        tags: null,
        leadImage: null,
        media: null,
      },
      reading: { takesWholeBody: true, usesShell: false },
      lang: 'en',
    });
    expect(defineScraper({ host: 'gazette.example' }).apis).toEqual([]);
  });

  it('takes several answers, a body in parts, a POST, headers and JSONP', () => {
    const [first, second] = siteWith([
      {
        pages: /\/story-\d+$/,
        requests: [
          { url: '/graphql', method: 'POST', body: '{"slug":"${address.segment.-1}"}', headers: { 'X-Api-Key': 'k' } },
          { url: 'https://cdn.example/p/${answer.0.data.author["$ref"].id}.js?cb=${callback}', kind: 'jsonp' },
        ],
        fields: {
          title: 'data.title',
          authors: { answer: 1, path: 'people[].name' },
          body: ['data.lead', { path: 'data.blocks', texts: ['text'], skips: ['caption', 'type=image'] }],
        },
        usesShell: true,
        takesWholeBody: false,
      },
      { pages: '/live/*', requests: [{ url: '/fragments/${address.path}' }] },
    ]).apis;
    expect(first?.api.requests).toEqual([
      {
        url: 'https://gazette.example/graphql',
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-api-key': 'k' },
        body: '{"slug":"${address.segment.-1}"}',
        by: 'fetch',
        kind: 'json',
      },
      expect.objectContaining({ by: 'script', kind: 'jsonp', method: 'GET' }),
    ]);
    expect(first?.api.fields).toMatchObject({
      authors: { answer: 1, path: 'people[].name' },
      body: [{ path: 'data.lead' }, { texts: ['text'], skips: ['caption', 'type=image'] }],
    });
    expect(first?.api.reading).toEqual({ takesWholeBody: false, usesShell: true });
    expect(second?.api).toMatchObject({ fields: null, requests: [{ kind: 'html' }] });
    const form = siteWith({ ...simple, requests: [{ url: '/q', method: 'POST', body: 'id=1' }] }).apis[0];
    expect(form?.api.requests[0]?.headers).toEqual({ 'content-type': 'application/x-www-form-urlencoded' });
  });

  it('counts for the pages that it names, the first one that matches', () => {
    const other = { ...simple, fields: { body: 'other' } };
    const { apis } = siteWith([
      { ...simple, pages: '/news/*/full.html' },
      { ...other, pages: /[?&]story=/g },
    ]);
    const bodyFor = (url: string) => apiNamedFor(apis, canonicalUrl(url))?.fields?.body[0]?.path ?? null;
    expect(bodyFor('https://gazette.example/news/a/b/full.html?page=2')).toBe('data.text');
    expect(bodyFor('https://www.gazette.example:81/news/a/full.html')).toBe('data.text');
    expect(bodyFor('https://gazette.example/news/a/fullxhtml')).toBeNull();
    expect(bodyFor('https://gazette.example/en/news/a/full.html')).toBeNull();
    expect(bodyFor('https://gazette.example/x?story=4')).toBe('other');
    expect(bodyFor('https://gazette.example/x?story=4')).toBe('other');
  });

  it('needs a browser in addition', () => {
    for (const render of ['static', 'browser'] as const)
      expect(mistakesIn(simple, { render })).toBe(
        `api: an API is used with render: 'auto' only, which is the default: leave out render: '${render}', or the API`,
      );
    expect(mistakesIn(simple, { render: 'auto' })).toBe('');
    expect(mistakesIn([], { render: 'static' })).toBe('');
  });
});

describe('mistakes in an API of a scraper', () => {
  it('are named with their place and the correction', () => {
    expect(mistakesIn({ ...simple, pages: 'news/*' })).toMatch(/^api\.0\.pages: write a path from the first \/ on/);
    expect(mistakesIn({ ...simple, requests: [] })).toBe('api.0.requests: name at least one request');
    expect(mistakesIn({ ...simple, request: [] })).toMatch(/there is no "request", did you mean "requests"\?/);
    expect(mistakesIn({ ...simple, fields: { title: 'a' } })).toBe(
      "api.0.fields.body: say where the text is: body: 'data.text'",
    );
    expect(mistakesIn({ ...simple, fields: { body: [] } })).toBe('api.0.fields.body: name at least one path');
    expect(mistakesIn({ ...simple, fields: { body: 'data text' } })).toMatch(
      /^api\.0\.fields\.body\.0: "data text" is no path: " text" can't be read: write it like data\.authors\[\]\.name$/,
    );
    expect(mistakesIn({ ...simple, fields: { body: 'a', titel: 'b' } })).toMatch(/did you mean "title"\?/);
    expect(mistakesIn({ ...simple, fields: { body: 'a', title: { answer: 1, path: 'b' } } })).toBe(
      'api.0.fields.title: there is no request 1: the first one is 0, the last 0',
    );
  });

  it('are found in templates before any page is fetched', () => {
    expect(withUrl('ftp://a.example/${address.path}')).toBe(
      'api.0.requests.0.url: not an http(s) address: write it in full, or from the first / on',
    );
    expect(withUrl('//a.example/x')).toMatch(/not an http\(s\) address/);
    expect(withUrl('/a/${address.segment.0')).toMatch(/^api\.0\.requests\.0\.url: the placeholder in .* has no end$/);
    expect(withUrl('/a/${id}')).toMatch(/"id" is no place: it begins with address\., shell\., answer\. or item\.$/);
    expect(withUrl('/a/${address.slug}')).toMatch(/is no part of an address: url, path, segment\.N, query\.NAME$/);
    expect(withUrl('/a/${address.segment.last}')).toMatch(/write the number of the segment/);
    expect(withUrl('/a/${address.segment.7|lsat}')).toMatch(/"lsat" is no filter: stem, first, last/);
    expect(withUrl('/a/${shell.meta[name=id]@content}')).toMatch(
      /is no place in a page: write shell\.meta\[name="id"\]/,
    );
    expect(withUrl('/a/${answer.0.id}')).toMatch(/is of a request that is not sent before this one: it is the first$/);
    expect(withUrl('/a/${answer.x.id}')).toMatch(/needs the number of a request/);
    expect(withUrl('/a/$${not a placeholder}')).toBe('');
    expect(withUrl('${shell.link[rel="alternate"]@href}')).toBe('');
    const second = { url: '/b/${answer.0.items[0].id}/${answer.1.id}' };
    expect(mistakesIn({ ...simple, requests: [request, second] })).toMatch(
      /^api\.0\.requests\.1\.url: "answer\.1\.id"/,
    );
  });

  it('are found in headers, bodies and kinds', () => {
    expect(withRequest({ headers: { Cookie: 'a=b' } })).toMatch(/a page's script can't set "Cookie": leave it out/);
    expect(withRequest({ headers: { 'sec-fetch-mode': 'cors' } })).toMatch(/a page's script can't set/);
    expect(withRequest({ headers: { 'x y': '1' } })).toMatch(/not the name of a header/);
    expect(withRequest({ headers: { 'x-id': 'a\r\nhost: b' } })).toMatch(/one line of Latin-1 text/);
    expect(withRequest({ headers: { 'x-id': '${nowhere}' } })).toMatch(/headers\.x-id: "nowhere" is no place/);
    expect(withRequest({ body: 'a=b' })).toMatch(/only a POST has a body: write method: 'POST' too/);
    expect(withRequest({ method: 'PUT' })).toMatch(/requests\.0\.method/);
    expect(withRequest({ kind: 'html' })).toMatch(/`fields` needs json or jsonp/);
    expect(mistakesIn({ pages: '/a', requests: [{ ...request, kind: 'json' }] })).toMatch(/add `fields`$/);
  });

  it('are mistakes, never other errors, whatever is written', () => {
    const text = fc.oneof(
      fc.string(),
      fc.string({ unit: 'grapheme' }),
      fc.constantFrom('${', '${}', '${|}', '${"}', ''),
    );
    const template = fc
      .tuple(text, fc.constantFrom('address', 'shell', 'answer', 'callback', 'x'), text, text)
      .map(([before, source, place, after]) => `https://a.example/${before}\${${source}.${place}}${after}`);
    const anything = fc.oneof(
      fc.anything(),
      fc.record({ pages: fc.anything(), requests: fc.anything(), fields: fc.anything() }),
      fc.record({
        pages: fc.constant('/a'),
        requests: fc.array(fc.record({ url: fc.oneof(template, text), headers: fc.dictionary(text, template) })),
        fields: fc.record({ body: fc.oneof(text, fc.array(fc.anything())), title: text }),
      }),
    );
    fc.assert(
      fc.property(anything, (api) => {
        expect(mistakesIn(api)).not.toMatch(/can't be loaded/);
      }),
      { numRuns: 500 },
    );
  });
});
