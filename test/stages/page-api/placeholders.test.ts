import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PageRequest } from '../../../src/model/page/page-api.ts';
import { explainPart, isOpaque } from '../../../src/stages/page-api/explain-parts.ts';
import { makeRequest } from '../../../src/stages/page-api/make-request.ts';
import {
  addressValues,
  fill,
  literalTemplate,
  placeholdersIn,
  placeholderValue,
} from '../../../src/stages/page-api/placeholders.ts';
import { isRepeatable } from '../../../src/stages/page-api/repeatable.ts';
import { requestParts } from '../../../src/stages/page-api/request-parts.ts';
import { ShellValues } from '../../../src/stages/page-api/shell-values.ts';

const address = new URL('https://paper.example/news/2026/11/caf%C3%A9-opens_4711.html?item=9&ref=a');
const sources = { address, shellValue: () => null, answers: [{ author: { id: 5, 'x y': ['z'] } }] };
const value = (placeholder: string) => placeholderValue(placeholder, sources);

describe('placeholders', () => {
  it.each([
    ['address.url', address.href],
    ['address.path|from.1', '2026/11/café-opens_4711.html'],
    ['address.segment.-1', 'café-opens_4711.html'],
    ['address.segment.1', '2026'],
    ['address.segment.-1|stem|last', '4711'],
    ['address.segment.-1|stem|init', 'café-opens'],
    ['address.segment.-1|first', 'café'],
    ['address.segment.-1|digits', '4711'],
    ['address.query.item', '9'],
    ['answer.0.author.id', '5'],
    ['answer.0.author["x y"][0]', 'z'],
    ['callback', 'callback'],
    ['address.query.none', null],
    ['address.segment.9', null],
    ['answer.1.id', null],
    ['address.segment.1|stem', null],
  ])('%s is %s', (placeholder, expected) => {
    expect(value(placeholder)).toBe(expected);
  });

  it.each(['cookie.id', 'address.host', 'address.segment.1|upper', 'answer.0.[', 'address.segment.x'])(
    'refuses %s',
    (placeholder) => {
      const result = (() => {
        try {
          return value(placeholder);
        } catch (error) {
          return String(error);
        }
      })();
      if (result !== null) expect(result).toMatch(/^RangeError: /);
    },
  );

  it('encodes values by their place, and texts stay as they are', () => {
    expect(fill(`a/\${address.segment.-1}?x=%20`, sources, 'uri')).toBe('a/caf%C3%A9-opens_4711.html?x=%20');
    expect(fill(`{"a":"\${address.query.item}"}`, sources, 'json')).toBe('{"a":"9"}');
    expect(fill(`\${address.query.none}`, sources, 'none')).toBeNull();
    expect(() => fill('${address.url', sources, 'none')).toThrow(/has no end/);
  });

  it('keep texts that look like placeholders', () => {
    fc.assert(
      fc.property(
        fc.string(),
        (text) =>
          fill(literalTemplate(text), sources, 'uri') === text && placeholdersIn(literalTemplate(text)).length === 0,
      ),
    );
  });
});

describe('a request taken apart', () => {
  const requests = fc.record({
    url: fc
      .tuple(
        fc.array(fc.stringMatching(/^[\wäöé $&=?.-]{1,12}$/), { maxLength: 4 }),
        fc.dictionary(fc.stringMatching(/^[a-z]{1,5}$/), fc.oneof(fc.string(), fc.json()), { maxKeys: 4 }),
      )
      .map(
        ([path, query]) =>
          `https://api.example/${path.map(encodeURIComponent).join('/')}${Object.keys(query).length === 0 ? '' : `?${new URLSearchParams(query)}`}`,
      ),
    headers: fc.dictionary(fc.stringMatching(/^x-[a-z]{1,5}$/), fc.string(), { maxKeys: 2 }),
    body: fc.oneof(fc.constant(null), fc.json(), fc.string()),
  });
  const meaning = ({ url, body }: Pick<PageRequest, 'url' | 'body'>) => {
    const { origin, pathname, searchParams } = new URL(url);
    return [
      origin,
      decodeURIComponent(pathname),
      [...searchParams].map(([name, text]) => [name, meaningOf(text)]),
      body === null ? null : meaningOf(body),
    ];
  };
  const meaningOf = (text: string): unknown => {
    try {
      return JSON.parse(text);
    } catch {
      return text;
    }
  };

  it('is put together again with the same meaning', () => {
    fc.assert(
      fc.property(requests, (parts) => {
        const request: PageRequest = { ...parts, method: parts.body === null ? 'GET' : 'POST', by: 'fetch' };
        const taken = requestParts(request);
        const template = taken.template((key) => literalTemplate(taken.parts.get(key) ?? ''));
        const made = makeRequest({ ...request, kind: 'json', ...template }, sources);
        expect('lacks' in made ? made : meaning(made)).toEqual(meaning(request));
      }),
    );
  });

  it('explains a part by all values that give it', () => {
    const templates = explainPart('/api/4711/café', addressValues(address));
    for (const template of templates) expect(fill(template, sources, 'none')).toBe('/api/4711/café');
    expect(templates).toContain(`/api/\${address.segment.-1|digits}/\${address.segment.-1|first}`);
  });
});

describe('values of a shell', () => {
  const shell =
    new ShellValues(`<!doctype html><html lang="en"><head><meta property="og:x" content="a &amp; b"><base href=/b/>
    <!-- <meta name="id" content="old"> --><meta name="id" content="77"><script src="/_build/k3x9/app.js"></script>
    <script>var cfg = {"articleId": 812, api: 'https:\\/\\/api.example\\/v2', name:"x"}; window.articleId = "999";</script></head>
    <body><div id="app" data-key='q1' class="c1"></div><div data-key="q2"></div></body></html>`);

  it.each([
    ['meta[name="id"]@content', '77'],
    ['meta[property="og:x"]@content', 'a & b'],
    ['base@href', '/b/'],
    ['div@data-key', 'q1'],
    ['data.articleId', '812'],
    ['data.api', 'https://api.example/v2'],
    ['data.none', null],
    ['div@class-x', null],
    ['nonsense', null],
  ])('%s is %s', (place, expected) => {
    expect(shell.valueAt(place)).toBe(expected);
  });

  it('are found by what a request contains', () => {
    const names = shell.valuesIn('https://api.example/v2/k3x9/812?key=q1').map(({ name }) => name);
    expect(names).toEqual(
      expect.arrayContaining([
        'shell.script@src|segment.1',
        'shell.data.articleId',
        'shell.div[id="app"]@data-key',
        'shell.data.api',
      ]),
    );
    expect(names).not.toContain('shell.div@class');
    expect(shell.scripts).toEqual(['/_build/k3x9/app.js']);
  });

  it('are read from any text in bounded time', () => {
    fc.assert(
      fc.property(fc.string(), (html) =>
        new ShellValues(html).valuesIn(html).every(({ value }) => html.length > 0 && value !== ''),
      ),
    );
    const hostile = [
      '<a '.repeat(100_000),
      '<a b="'.repeat(100_000),
      '"a":'.repeat(100_000),
      '<script>'.repeat(100_000),
      `${'<script>'.repeat(100_000)}</script>`,
      '<script '.repeat(100_000),
      '<!--'.repeat(200_000),
      `<a${' '.repeat(100_000)}`,
      `<a ${'b '.repeat(100_000)}`,
      `<a ${'b'.repeat(100_000)}`,
      '&amp;'.repeat(100_000),
    ];
    for (const html of hostile) expect(new ShellValues(html).valuesIn('x1')).toEqual([]);
  });
});

describe('requests that may be repeated', () => {
  const post = (body: unknown) => isRepeatable('POST', JSON.stringify(body));
  const persistedQuery = { version: 1, sha256Hash: 'ab' };

  it('are GETs and GraphQL queries', () => {
    expect(isRepeatable('GET', null)).toBe(true);
    expect(post({ query: 'query A { a }' })).toBe(true);
    expect(post({ query: '# comment\n{ a }' })).toBe(true);
    expect(post({ query: 'fragment F on A { a } query B { b { ...F } }' })).toBe(true);
    expect(post({ operationName: 'ArticlePage', extensions: { persistedQuery } })).toBe(true);
  });

  it.each([
    { id: 5 },
    { query: 'mutation A { a }' },
    { query: 'fragment F on A { a } mutation B { b { ...F } }' },
    { query: 'subscription { a }' },
    { operationName: 'RecordView', extensions: { persistedQuery } },
    { operationName: 'markAsRead', extensions: { persistedQuery } },
    { query: 'search words' },
    [{ query: '{ a }' }],
    null,
  ])('are not %j', (body) => {
    expect(post(body)).toBe(false);
  });

  it('are recognized by their opaque keys, not by words', () => {
    for (const key of ['k3Xw9LmPq2', 'a94a8fe5ccb19ba61c4c0873d391e987', '17640000003', 's8f7a6d5f'])
      expect({ key, isOpaque: isOpaque(key) }).toEqual({ key, isOpaque: true });
    for (const word of [
      'application/json',
      'XMLHttpRequest',
      'news-article',
      'full',
      'https://api.example/v2',
      'en-GB',
      'query Article($slug: String!) { a }',
    ])
      expect({ word, isOpaque: isOpaque(word) }).toEqual({ word, isOpaque: false });
  });
});
