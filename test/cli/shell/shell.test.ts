import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ReadPageRequest } from '../../../src/app.ts';
import { NewshawkError } from '../../../src/errors.ts';
import { snapshotOfSource } from '../../../src/model/page/snapshot.ts';
import { canonicalUrl } from '../../../src/model/web/canonical-url.ts';
import { openReader } from '../../../src/reader/reader.ts';
import { cli } from '../../support/app/cli.ts';
import { now, openFakeApp } from '../../support/app/fake-app.ts';

const paragraphs = ['one', 'two', 'three'].map(
  (n) =>
    `<p>This is paragraph ${n} of a story about the old mill, which has enough words to be read as an article by anybody who looks at it.</p>`,
);
const page = (title: string) =>
  `<html><head><title>${title}</title></head><body><article><h1 class="head">${title}</h1><span class="by">By Ann Holt</span><div class="prose">${paragraphs.join('')}</div><a href="/next">Next story of the mill</a></article></body></html>`;

let folder = '';
let reader: Awaited<ReturnType<typeof openReader>>;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'newshawk-shell-'));
  await writeFile(join(folder, 'page.html'), page('The mill turns again'));
  reader = await openReader({ workers: 1, sites: { files: [] } });
});
afterAll(async () => {
  await reader[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

const requests: ReadPageRequest[] = [];
async function shell(argv: readonly string[], lines: readonly string[] = []) {
  const readPage = async (request: ReadPageRequest) => {
    requests.push(request);
    if (request.url.endsWith('/down')) throw new NewshawkError('unreachable', 'it does not answer');
    const url = canonicalUrl(request.url);
    const html = request.html ?? page(`Page ${new URL(url).pathname}`);
    const snapshot = snapshotOfSource(
      { url, html, takenAt: now },
      { via: request.render === 'browser' ? 'browser' : 'static' },
    );
    return { snapshot, reading: await reader.read(snapshot, { draftAlways: true }) };
  };
  const app = await openFakeApp({ readPage });
  return await cli(['shell', ...argv], { app, cwd: folder, stdin: lines.map((line) => `${line}\n`) });
}

describe('shell', () => {
  it('runs one piece of code on a page, and prints its value', async () => {
    expect((await shell(['page.html', '-c', "$('h1')[0].text"])).stdout).toBe('The mill turns again\n');
    expect((await shell(['page.html', '-c', "$('//span')"])).stdout).toContain('<span class="by"> "By Ann Holt"');
    expect((await shell(['page.html', '-c', 'draft.title', '--json'])).stdout).toBe('"The mill turns again"\n');
    const two = await shell([
      'page.html',
      '--url',
      'https://mill.example/a',
      '-c',
      "await fetch('/b'); return page.url",
    ]);
    expect(two.stdout).toBe('https://mill.example/b\n');
  });

  it('tries a wrapper, and names its mistakes', async () => {
    const code = "tryWrapper({ title: 'h1', body: '.prose > p', byline: '.nobody' }).matched";
    expect(JSON.parse((await shell(['page.html', '-c', code, '--json'])).stdout)).toEqual({
      title: true,
      body: true,
      byline: false,
    });
    const wrong = await shell(['page.html', '-c', "tryWrapper({ titel: 'h1', body: 'p[' })"]);
    expect(wrong).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/"p\[" is not a CSS selector.*|did you mean "title"/s),
    });
  });

  it('reads lines from a pipe, each after the one before is done', async () => {
    const { code, stdout } = await shell(
      ['page.html', '--url', 'https://mill.example/a'],
      [
        'page.url',
        "const other = await fetch('/b', { render: true })",
        '[page.url, page.way, draft.title]',
        'function twice(n) {',
        '  return 2 * n }',
        'twice(links().length)',
        'view()',
      ],
    );
    expect(code).toBe(0);
    expect(stdout).toContain("'https://mill.example/a'\n[ 'https://mill.example/b', 'browser', 'Page /b' ]\n2\n");
    expect(stdout).toContain('This is paragraph three');
  });

  it('goes on after a mistake, and says so with its exit code', async () => {
    const { code, stdout } = await shell(
      [],
      ['page', '$("h1")', "await fetch('http://mill.example/down')", 'no.such', '1 + 1'],
    );
    expect(code).toBe(2);
    expect(stdout).toContain("There is no page yet: await fetch('https://…') reads one.");
    expect(stdout).toContain('it does not answer');
    expect(stdout).toMatch(/ReferenceError: no is not defined[\s\S]*\n2\n/);
  });

  it('asks the first element where a list is asked, and gives the texts of all', async () => {
    const value = async (code: string) => (await shell(['page.html', '-c', code])).stdout.trimEnd();
    expect(await value("$('h1').text")).toBe('The mill turns again');
    expect(await value("$('h1').attributes.class")).toBe('head');
    expect(await value("$('.prose > p').texts.length")).toBe('3');
    expect(await value("$('.nobody').text")).toBe('null');
    expect(await value("$('article, body').$('h1').length")).toBe('1');
    expect(await value("$('h1')[0] === $('article').$('h1')[0]")).toBe('true');
    expect(await value("$('p').map((one) => one.text.length > 5)")).toBe('[ true, true, true ]');
    const json = JSON.parse((await shell(['page.html', '-c', "$('h1')", '--json'])).stdout);
    expect(json).toEqual([{ tag: 'h1', attributes: { class: 'head' }, text: 'The mill turns again' }]);
  });

  it.each([
    ['$', '[Function: $]\n'],
    ["$('h1').nosuch", 'undefined\n'],
    ["$('h1').attribute", '[Function: attribute]\n'],
    ['const one = 1', ''],
    ['let two', ''],
    ['class Three {}', ''],
    ['// a comment', ''],
    ['page.nosuch', 'undefined\n'],
    ['Promise.resolve([1, 2])', '[ 1, 2 ]\n'],
    ["fetch('https://mill.example/b').then(() => draft.title)", "'Page /b'\n"],
    ['console.log(1)', '1\nundefined\n'],
    ["'港口 🚢 é'", "'港口 🚢 é'\n"],
    ['({ port: "港口 🚢" })', "{ port: '港口 🚢' }\n"],
    ['null', 'null\n'],
    ['Symbol("x")', 'Symbol(x)\n'],
    ['10n ** 20n', '100000000000000000000n\n'],
  ])('shows at the prompt what %s is', async (code, text) => {
    expect(await shell(['page.html'], [code])).toMatchObject({ code: 0, stdout: text });
  });

  it.each([
    ['no.such', 'Uncaught ReferenceError: no is not defined\n'],
    ["$('p[')", /^Uncaught \w*Error: [^\n]+\n$/],
    ['Promise.reject(new TypeError("not\\nnow"))', 'Uncaught TypeError: not now\n'],
    ["(() => { throw 'a text' })()", "Uncaught 'a text'\n"],
    ['[1, 2', ''],
  ])('has one line for the error of %s', async (code, text) => {
    const { stdout } = await shell(['page.html'], [code]);
    if (typeof text === 'string') expect(stdout).toBe(text);
    else expect(stdout).toMatch(text);
  });

  it('shortens long texts at whole letters, and says how to see all', async () => {
    const { stdout } = await shell(
      ['page.html'],
      [
        "'👩‍👩‍👧'.repeat(900)",
        "'港口\\n'.repeat(900)",
        'console.log(_.length, _.endsWith("港口\\n"))',
        "({ a: 'x'.repeat(9000) })",
      ],
    );
    const [emoji = '', more = '', ...rest] = stdout.split('\n');
    expect(emoji).toMatch(/^'(👩‍👩‍👧)+'$/u);
    expect(more).toMatch(/^… and \d+ more letters: console\.log\(_\) prints all of them$/);
    expect(rest.filter((line) => line === '港口').length).toBeGreaterThan(600);
    expect(rest).toContain('2700 true');
    expect(stdout).toContain('... 7000 more characters');
    // code that is run prints all
    expect((await shell(['page.html', '-c', "'x'.repeat(9000)"])).stdout).toHaveLength(9_001);
  });

  it.each([
    ['$', 'it is [Function: $]'],
    ['10n', 'TypeError: Do not know how to serialize a BigInt'],
    ['const a = {}; a.a = a; return a', 'TypeError: Converting circular structure to JSON'],
  ])('says where JSON has no form for %s', async (code, why) => {
    const { code: exit, stdout, stderr } = await shell(['page.html', '-c', code, '--json']);
    expect({ exit, stdout, stderr }).toEqual({
      exit: 2,
      stdout: '',
      stderr: expect.stringContaining(`The value can't be written as JSON: ${why}`),
    });
  });

  it('says that a value is undefined, on stderr', async () => {
    expect(await shell(['page.html', '-c', 'page.nosuch'])).toMatchObject({
      code: 0,
      stdout: '',
      stderr: 'The value is undefined.\n',
    });
    expect(await shell(['page.html', '-c', 'page.nosuch', '--json'])).toMatchObject({ code: 0, stdout: 'null\n' });
    expect(await shell(['page.html', '-c', 'links().forEach(() => {})'])).toMatchObject({ stdout: '', stderr: '' });
  });

  it.each([
    [['-c', '1'], 2, '-c runs code on a page'],
    [['page.html', '-c', 'no.such'], 2, 'the code throws ReferenceError'],
    [['missing.html', '-c', '1'], 2, 'missing.html is neither an existing file nor an http(s) address'],
    [['https://mill.example/down', '-c', '1'], 31, 'it does not answer'],
    [['https://mill.example/a', '--url', 'https://b.example', '-c', '1'], 2, '--url is the original address of a file'],
  ])('%j ends with %i', async (argv, code, text) => {
    const result = await shell(argv);
    expect({ code: result.code, stderr: result.stderr }).toEqual({ code, stderr: expect.stringContaining(text) });
  });

  it('leaves the file as it is', async () => {
    expect(await readFile(join(folder, 'page.html'), 'utf8')).toBe(page('The mill turns again'));
  });
});
