import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mistakesOf } from '../../src/config-files/load-module.ts';
import { listApiNamedFor } from '../../src/model/page/named-api.ts';
import { canonicalUrl } from '../../src/model/web/canonical-url.ts';
import type { ListApiDefinition } from '../../src/settings/api/list-api-schema.ts';
import type { ApiDefinition } from '../../src/settings/api/page-api-schema.ts';
import type { ScraperDefinition } from '../../src/settings/definitions/scraper-definition.ts';
import { defineScraper, feed, listing, sitemap } from '../../src/settings/scraper.ts';

const simple: ApiDefinition = { pages: '/news/*', requests: [{ url: '/api' }], fields: { body: 'data.text' } };
const list: ListApiDefinition = {
  source: '/',
  requests: [{ url: '/api/front?page=0&size=20&after=&q={"after":null,"page":3}' }],
  list: { items: 'stories[]', address: '/story/${item.slug}' },
};
const post = { url: '/api', method: 'POST' } as const;

const siteWith = (api: NonNullable<ScraperDefinition['api']>) => defineScraper({ host: 'gazette.example', api });

/** The mistakes of a definition that no type would accept. */
function mistakesIn(api: unknown, more: object = {}): string {
  try {
    defineScraper({ host: 'gazette.example', ...more, api } as ScraperDefinition);
    return '';
  } catch (error) {
    return mistakesOf(error, 'scraper.ts').join('\n');
  }
}
const withList = (fields: object) => mistakesIn([simple, { ...list, ...fields }]);
const withNext = (next: object, request: object = {}) =>
  withList({ requests: [{ ...list.requests[0], ...request }], next });
const withAddress = (address: string) => withList({ list: { ...list.list, address } });
const nextOf = (next: ListApiDefinition['next'], request: ListApiDefinition['requests'][number]) =>
  siteWith({ ...list, requests: [request], ...(next === undefined ? {} : { next }) }).listApis[0]?.api.next;

describe('an API behind a list in a scraper', () => {
  it('is allowed in addition to those of articles', () => {
    const { apis, listApis } = siteWith([
      simple,
      { ...list, source: /\/sport$/, next: { address: 'links.next' } },
      { ...list, next: { cursor: 'next', part: 'query.q:after', drops: ['query.size'] } },
      { ...list, list: { items: { path: 'a[]' }, address: '${item.url}', title: 't' }, next: { part: 'query.page' } },
    ]);
    expect({ apiCount: apis.length, listApiCount: listApis.length }).toEqual({ apiCount: 1, listApiCount: 3 });
    expect(listApis.map(({ api }) => api.next)).toEqual([
      { kind: 'address', path: 'links.next' },
      { kind: 'cursor', path: 'next', part: 'query.q:after', drops: ['query.size'] },
      { kind: 'number', part: 'query.page', first: 0, step: 1, drops: [] },
    ]);
    expect(listApis[0]?.api).toMatchObject({
      requests: [{ url: `https://gazette.example${list.requests[0]?.url}`, kind: 'json' }],
      list: { answer: 0, path: 'stories[]', address: '/story/${item.slug}', title: null, publishedAt: null },
    });
    const nextFor = (url: string) => listApiNamedFor(listApis, canonicalUrl(url))?.next?.kind ?? null;
    expect(nextFor('https://gazette.example/')).toBe('cursor');
    expect(nextFor('https://gazette.example/sport')).toBe('address');
    expect(nextFor('https://gazette.example/sport/tennis')).toBeNull();
  });

  it('has its mistakes named', () => {
    expect(withList({})).toBe('');
    expect(withList({ source: 'sport' })).toMatch(/^api\.1\.source: write a path from the first \/ on/);
    expect(withList({ list: { ...list.list, items: 'stories' } })).toBe(
      'api.1.list.items: the path of the items ends with []: data.stories[]',
    );
    expect(withList({ list: { ...list.list, items: { answer: 2, path: 'a[]' } } })).toMatch(/there is no request 2/);
    expect(withList({ list: { ...list.list, address: '/story' } })).toBe(
      'api.1.list.address: write where it differs by item: /story/${item.slug}',
    );
    expect(withList({ list: { ...list.list, address: '/${item.a b}' } })).toMatch(/^api\.1\.list\.address: /);
    expect(withList({ list: { ...list.list, address: '/${slug}' } })).toMatch(/"slug" is not of the item/);
    expect(withList({ requests: [{ url: '/api/${item.id}' }] })).toMatch(/is of an item of a list: a request has none/);
    expect(withList({ requests: [{ url: '/api', kind: 'html' }] })).toMatch(/html has no paths/);
    expect(withList({ next: {} })).toMatch(/^api\.1\.next: write \{ address: 'links\.next' \}/);
    expect(withList({ next: { part: 'page' } })).toMatch(/not a part of a request: write query\.page/);
    expect(withList({ next: { cursor: 'a', address: 'b', part: 'query.c' } })).toMatch(/^api\.1\.next: write/);
    expect(withList({ pages: '/a' })).toMatch(/there is no "pages"/);
    expect(mistakesIn(list, { render: 'browser' })).toMatch(/an API is used with render: 'auto' only/);
  });
});

describe('the next page of a list in a scraper', () => {
  it('begins with the number that the request has', () => {
    const firstOf = (url: string, next: object = { part: 'query.page' }) => nextOf(next as never, { url });
    expect(firstOf('/api?page=0')).toMatchObject({ first: 0, step: 1 });
    expect(firstOf('/api?page=1')).toMatchObject({ first: 1 });
    expect(firstOf('/api')).toMatchObject({ first: 1 });
    expect(firstOf('/api?page=')).toMatchObject({ first: 1 });
    expect(firstOf('/api?page=${address.segment.0}')).toMatchObject({ first: 1 });
    expect(firstOf('/api/3/x', { part: 'path.2' })).toMatchObject({ first: 3 });
    expect(firstOf('/api?offset=40', { part: 'query.offset', step: 20 })).toMatchObject({ first: 40, step: 20 });
    const body = '{"page":2,"section":"${address.segment.0}"}';
    expect(nextOf({ part: 'body:page' }, { ...post, body })).toMatchObject({ first: 2 });
    expect(nextOf({ part: 'form.page' }, { ...post, body: 'page=5' })).toMatchObject({ first: 5 });
  });

  it('does not begin with another number, or with a text', () => {
    expect(withNext({ part: 'query.page', first: 0 })).toBe('');
    expect(withNext({ part: 'query.page', first: 1 })).toBe(
      'api.1.next.first: the request has 0 for query.page: write first: 0, or leave it out',
    );
    expect(withNext({ part: 'query.page' }, { url: '/api?page=first' })).toMatch(
      /^api\.1\.next\.part: .* not a number$/,
    );
  });

  it('needs the step of an offset', () => {
    expect(withNext({ part: 'query.offset' })).toBe(
      'api.1.next.step: query.offset is an offset: write by how much it grows, the number of items on a page',
    );
    expect(withNext({ part: 'query.offset', step: 20 })).toBe('');
  });

  it('goes into a part that the request has', () => {
    expect(withNext({ part: 'path.3' })).toMatch(
      /the address has no path\.3: path\.1 is "api", the last one is path\.2$/,
    );
    expect(withNext({ part: 'path.0' })).toMatch(/the address has no path\.0/);
    expect(withNext({ part: 'path.9' }, { url: '${shell.link[rel="api"]@href}' })).toBe('');
    expect(withNext({ part: 'form.page' })).toMatch(/the request has no body for form\.page: it is a GET$/);
    expect(withNext({ part: 'form.page' }, { ...post, body: '{"page":1}' })).toMatch(/is JSON: write body:page$/);
    expect(withNext({ part: 'body:page' }, { ...post, body: 'page=1' })).toMatch(/is a form: write form\.page$/);
    expect(withNext({ part: 'body:a.page' }, { ...post, body: '{"page":1}' })).toMatch(/no place for body:a\.page/);
    expect(withNext({ cursor: 'next', part: 'query.after:end' })).toMatch(/no place for query\.after:end/);
    expect(withNext({ cursor: 'next', part: 'query.q:after' })).toBe('');
  });

  it('has no setting that nothing uses', () => {
    expect(withNext({ address: 'next', drops: ['query.size'] })).toMatch(
      /with `address` nothing uses drops: leave it out/,
    );
    expect(withNext({ cursor: 'next', part: 'query.after', first: 1, step: 2 })).toMatch(/nothing uses first and step/);
    expect(withNext({ part: 'query.page', drops: ['query.sise'] })).toBe(
      'api.1.next.drops: the request has no query.sise that could be left out',
    );
    expect(withNext({ part: 'query.page', drops: ['query.q:after'] })).toMatch(/only a field can be left out/);
    expect(withNext({ part: 'query.page', drops: ['query.size'] })).toBe('');
  });
});

describe('the address of an item in a scraper', () => {
  it('is of the web, and of the item', () => {
    for (const address of [
      '${item.url}',
      '${item["@id"]|last}',
      '//cdn.example/${item[0]}',
      '${address.url}/${item.id}',
    ])
      expect(withAddress(address)).toBe('');
    expect(withAddress('ftp://a.example/${item.id}')).toMatch(/not an http\(s\) address/);
    expect(withAddress('story:${item.id}')).toMatch(/not an http\(s\) address/);
    expect(withAddress('/story/${address.path}')).toMatch(/write where it differs by item/);
    expect(withAddress('/${shell.data.section}/${item.slug}')).toMatch(/"shell\.data\.section" is not of the item/);
    expect(withAddress('/${callback}/${item.slug}')).toMatch(/"callback" is not of the item or the list's address/);
    expect(withAddress('/${item.slug|lsat}')).toMatch(/"lsat" is no filter/);
    expect(withAddress('/${item["\\q"]}')).toMatch(/is no path/);
  });
});

describe('the source of an API in a scraper', () => {
  const withSources = (source: unknown, ...sources: unknown[]) =>
    mistakesIn([simple, { ...list, source }], { sources });

  it('is one of its listings', () => {
    expect(withSources('/sport', listing('/'), listing('https://www.gazette.example/sport'))).toBe('');
    expect(withSources(/tab=\w/, listing('/'), listing('/sport?tab=a'))).toBe('');
    expect(withSources('/sprot', listing('/'), listing('/sport'))).toBe(
      "api.1.source: none of the sources has such an address: add it, as in sources: [listing('/sport')], or correct it",
    );
    expect(withSources('/feed.xml', listing('/'), feed('/feed.xml'))).toMatch(
      /^api\.1\.source: https:\/\/gazette\.example\/feed\.xml is a feed, which is read as text/,
    );
  });

  it('may come from elsewhere where the scraper has no listing', () => {
    expect(withSources('/sport')).toBe('');
    expect(withSources('/sport', feed('/feed.xml'), sitemap('/sitemap.xml'))).toBe('');
  });
});

describe('whatever is written as the API of a list', () => {
  it('is a mistake, never another error', () => {
    const text = fc.oneof(
      fc.string(),
      fc.string({ unit: 'grapheme' }),
      fc.constantFrom('${', '${item}', '["\\q"]', ''),
    );
    const part = fc.oneof(
      text,
      fc
        .tuple(fc.constantFrom('query.', 'form.', 'body:', 'path.', 'query.q:'), fc.oneof(text, fc.constant('7')))
        .map((both) => both.join('')),
    );
    const anything = fc.record({
      source: fc.oneof(
        fc.constant('/'),
        text.map((end) => `/${end}`),
        fc.anything(),
      ),
      requests: fc.array(
        fc.record({
          url: fc.oneof(
            text,
            text.map((end) => `/api${end}`),
          ),
          method: fc.constantFrom('GET', 'POST'),
          body: fc.oneof(text, fc.json(), fc.constant(null)),
        }),
      ),
      list: fc.record({ items: text.map((start) => `${start}[]`), address: text }),
      next: fc.oneof(fc.anything(), fc.record({ part, drops: fc.array(part) }), fc.record({ part, cursor: text })),
    });
    fc.assert(
      fc.property(anything, (api) => {
        expect(mistakesIn(api, { sources: [listing('/')] })).not.toMatch(/can't be loaded/);
      }),
      { numRuns: 500 },
    );
  });
});
