import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { App } from '../../../src/app.ts';
import { NewshawkError } from '../../../src/errors.ts';
import type { KnownAddress } from '../../../src/model/web/url-pattern.ts';
import { siteOf } from '../../../src/stages/url-patterns/typed-address.ts';
import { gazette, known, slug } from '../../stages/url-patterns/site-addresses.ts';
import { cli } from '../../support/app/cli.ts';

const folder = mkdtempSync(join(tmpdir(), 'newshawk-urls-'));
const file = join(folder, 'patterns.json');
afterAll(() => rmSync(folder, { recursive: true }));

const jsonLines = (values: readonly unknown[]): string => values.map((value) => `${JSON.stringify(value)}\n`).join('');
/** An app whose crawls have seen these addresses; null: it has no store. */
const appWith = (seen: readonly KnownAddress[] | null) =>
  ({
    config: { store: 'file:./data' },
    openStoreAt: async (_: string, purpose: string) => {
      if (seen === null || purpose !== 'existing') throw new NewshawkError('store', 'There is no store here.');
      const ofSite = async (site: string) => seen.filter(({ url }) => siteOf(url) === site);
      return { knownAddresses: { ofSite }, [Symbol.asyncDispose]: async () => {} };
    },
    [Symbol.asyncDispose]: async () => {},
  }) as unknown as App;
const learn = (text: string, ...flags: string[]) =>
  cli(['urls', 'learn', '--batch', ...flags], { stdin: [text], app: appWith([]) });
const classify = (values: readonly unknown[]) =>
  cli(['urls', 'classify', '--patterns', file], { stdin: [jsonLines(values)] });
const answers = (stdout: string) =>
  stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

describe('urls learn and classify', () => {
  it('learns from lines, writes a file, and classifies with it in input order', async () => {
    const { code, stderr } = await learn(jsonLines(gazette((label) => label)), '--out', file);
    expect({ code, stderr }).toEqual({ code: 0, stderr: expect.stringContaining('1 sites from 56 addresses') });
    const { stdout, code: classified } = await classify([
      { id: 7, url: `https://www.gazette.example/politics/${slug(99)}` },
      { url: 'https://www.gazette.example/world' },
      { id: 'x', url: 'mailto:a@b.example' },
      { id: 'y', url: `https://elsewhere.example/2024/05/03/${slug(3)}` },
    ]);
    expect(classified).toBe(0);
    expect(answers(stdout)).toEqual([
      {
        id: 7,
        url: `https://www.gazette.example/politics/${slug(99)}`,
        class: 'article',
        pattern: expect.stringMatching(/^\^https\?:.*\$$/),
        confidence: expect.any(Number),
        why: expect.stringContaining('30 for article'),
      },
      {
        url: 'https://www.gazette.example/world',
        class: 'listing',
        pattern: expect.any(String),
        confidence: expect.any(Number),
        why: expect.any(String),
      },
      { id: 'x', error: { kind: 'misconfigured', message: 'url: is not an http(s) address' } },
      {
        id: 'y',
        url: expect.any(String),
        class: 'article',
        pattern: null,
        confidence: expect.any(Number),
        why: expect.stringContaining('nothing is known of the site'),
      },
    ]);
  });

  it('takes yes, no, nothing and several sites, and leaves bad lines out by name', async () => {
    const lines = [
      ...gazette((label) => label).map(({ url, label }, at) => ({
        url,
        label: at % 3 === 0 ? null : label === 'article',
      })),
      { url: 'https://other.example/a', label: 'true' },
      { url: 'https://other.example/b', label: 'maybe' },
      { url: 5 },
      { url: `https://other.example/${'a'.repeat(9_000)}` },
    ];
    const { code, stdout, stderr } = await learn(`${jsonLines(lines)}no json\n\n`);
    expect(code).toBe(0);
    expect(Object.keys(JSON.parse(stdout).sites)).toEqual(['gazette.example', 'other.example']);
    expect(stderr).toContain('4 invalid lines are left out');
    expect(stderr).toMatch(/line 58: label: is "article", "listing", "other", true, false or null/);
  });

  it('learns addresses without label from what crawls have seen behind others like them', async () => {
    const shapes = {
      'c_1234.shtml': (n: number) => `/c_${1000 + n}.shtml`,
      'a number': (n: number) => `/n/${1000 + n}.shtml`,
      'a page of advertising': (n: number) => `/go/${2000 + n}.html`,
      'one word': (n: number) => `/p/word${'abcdefghij'[n % 10]}${'klmnopqrst'[Math.floor(n / 10)]}`,
    };
    const numbers = Array.from({ length: 30 }, (_, n) => n);
    for (const [name, pathOf] of Object.entries(shapes))
      for (const label of ['article', 'other', 'listing'] as const) {
        const lines = jsonLines(numbers.map((n) => known(pathOf(n))));
        const seen = numbers.map((n) => known(pathOf(n + 30), label));
        const classesBy = async (app: App, text = lines) => {
          await cli(['urls', 'learn', '--batch', '--out', file], { stdin: [text], app });
          const { stdout } = await classify(numbers.map((n) => known(pathOf(n + 60))));
          return new Set(answers(stdout).map((answer) => answer.class));
        };
        expect({ name, label, classesBy: await classesBy(appWith(seen)) }).toEqual({
          name,
          label,
          classesBy: new Set([label]),
        });
        // labels of a person decide, and need no store
        const said = jsonLines(numbers.map((n) => known(pathOf(n), 'article')));
        expect(await classesBy(undefined as never, said)).toEqual(new Set(['article']));
      }
  });

  it('learns by the form alone where there is no store, and says so', async () => {
    const text = jsonLines([known('/c_1234.shtml')]);
    const { code, stderr } = await cli(['urls', 'learn', '--batch'], { stdin: [text], app: appWith(null) });
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr: expect.stringMatching(/by their form alone: There is no store here/),
    });
  });

  it('writes the same file for the same lines', async () => {
    const text = jsonLines(gazette(() => null));
    expect((await learn(text)).stdout).toBe((await learn(text)).stdout);
  });

  it.each([
    ['nothing', ''],
    ['no address', '{"url": "ftp://a.example"}\n'],
  ])('says what is missing for %s', async (_, text) => {
    const { code, stderr } = await learn(text);
    expect({ code, stderr }).toEqual({ code: 31, stderr: expect.stringContaining('no line with an http(s) address') });
  });

  it.each([
    ['no JSON', '{', 'is not JSON'],
    ['a list', '[]', 'the file'],
    ['another version', '{"version": 2, "sites": {}}', 'version'],
    [
      'a class of its own',
      '{"version": 1, "sites": {"a.example": {"patterns": [{"expression": "^a$", "class": "story"}]}}}',
      'sites.a.example.patterns.0.class',
    ],
    [
      'a slow expression',
      '{"version": 1, "sites": {"a.example": {"patterns": [{"expression": "^(a+)+$", "class": "other"}]}}}',
      'nested quantifiers',
    ],
  ])('refuses a file with %s', async (_, text, message) => {
    writeFileSync(file, text);
    const { code, stderr } = await classify([{ url: 'https://a.example/' }]);
    expect({ code, stderr }).toEqual({ code: 4, stderr: expect.stringContaining(message) });
  });

  it('uses what a person wrote into the file', async () => {
    writeFileSync(
      file,
      '{"version": 1, "sites": {"a.example": {"patterns": [{"expression": "^https?://a\\\\.example/x/\\\\d+/?$", "class": "article"}]}}}',
    );
    expect(answers((await classify([{ url: 'https://a.example/x/1' }])).stdout)).toMatchObject([
      { class: 'article', confidence: 1 },
    ]);
    expect(readFileSync(file, 'utf8')).toContain('a.example');
  });

  it('names a file that is missing', async () => {
    const { code, stderr } = await cli(['urls', 'classify', '--patterns', join(folder, 'none.json')], { stdin: [''] });
    expect({ code, stderr }).toEqual({ code: 4, stderr: expect.stringContaining("can't be read (ENOENT)") });
  });
});
