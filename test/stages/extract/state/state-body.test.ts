import { describe, expect, it } from 'vitest';
import { unknownSite } from '../../../../src/settings/scraper.ts';
import { extract } from '../../../../src/stages/extract/extract.ts';
import { findStateBody } from '../../../../src/stages/extract/state/state-body.ts';
import { articlePage, paragraphs, snapshot } from '../page.ts';

const title = 'Harbour bridge reopens after eleven months';
const site = unknownSite('gazette.example');
const text = paragraphs.join('\n\n');
const html = paragraphs.map((paragraph) => `<p>${paragraph}</p>`).join('');

/** A page that scripts fill in the browser. */
const shell = (scripts: string) =>
  `<!doctype html><html lang="en"><head><title>${title} - The Gazette</title></head><body><div id="app"><p>Please enable JavaScript.</p></div>${scripts}</body></html>`;
const read = (scripts: string) => extract(snapshot(shell(scripts)), site);
const island = (value: unknown, attributes = '') =>
  `<script type="application/json" ${attributes}>${JSON.stringify(value).replace(/</g, '\\u003c')}</script>`;

const story = { title, date: '2026-11-20', body: html };
const related = ['Ferry', 'Lighthouse'].map((name) => ({
  title: `${name} keeper tells of the winter`,
  body: `<p>${`${name} and crew had much to tell about that long winter on the water. `.repeat(9)}</p>`,
}));

describe('an article that only script data contain', () => {
  const ast = {
    headline: title,
    content: paragraphs.map((paragraph) => ({
      type: 'p',
      children: [
        { type: 'text', data: paragraph.slice(0, 40) },
        { type: 'a', attributes: { href: '/x' }, children: [{ type: 'text', data: paragraph.slice(40, 50) }] },
        { type: 'text', data: paragraph.slice(50) },
      ],
    })),
  };
  it.each([
    ['__NEXT_DATA__', island({ props: { pageProps: { post: story, related } } }, 'id="__NEXT_DATA__"'), 'state'],
    [
      'window.__INITIAL_STATE__',
      `<script>window.__INITIAL_STATE__ = ${JSON.stringify({ a: { story, related } })};</script>`,
      'state',
    ],
    ['JSON.parse', `<script>window.__APP__=JSON.parse(${JSON.stringify(JSON.stringify({ story }))})</script>`, 'state'],
    ['a variable', `<script>var config = {a: 'b'}; var article = ${JSON.stringify(story)}; start();</script>`, 'state'],
    [
      'a function of Nuxt',
      `<script>window.__NUXT__=(function(a,b){return {data:[{n:a,article:{title:${JSON.stringify(title)},id:b,body:${JSON.stringify(html).replace(/</g, '\\u003C')}}}]}}(1,2))</script>`,
      'state',
    ],
    [
      "a list of Nuxt's",
      island([['Reactive', 1], { data: 2 }, { story: 3 }, { title: 4, body: 5 }, title, html], 'id="__NUXT_DATA__"'),
      'state',
    ],
    [
      "Angular's quotes",
      `<script id="ng-state" type="application/json">${JSON.stringify({ story }).replace(/"/g, '&q;').replace(/</g, '&l;').replace(/>/g, '&g;')}</script>`,
      'state',
    ],
    ['a tree of nodes', island({ page: ast }), 'state'],
    ['text as JSON in JSON', island({ page: { headline: title, body: JSON.stringify(ast.content) } }), 'state'],
    [
      'blocks with sections',
      island({
        story: {
          title,
          blocks: [
            { kind: 'text', model: { text: paragraphs[0] } },
            { kind: 'image', model: { caption: 'The bridge in May, seen from the ferry.' } },
            ...paragraphs.slice(1).map((one) => ({ kind: 'text', model: { text: one } })),
          ],
        },
      }),
      'state',
    ],
    ['escaped mark-up', island({ story: { title, body: html.replace(/</g, '&lt;').replace(/>/g, '&gt;') } }), 'state'],
    [
      'JSON-LD',
      `<script type="application/ld+json">${JSON.stringify({ '@type': 'NewsArticle', headline: title, articleBody: text })}</script>`,
      'json-ld',
    ],
  ])('%s', (_, scripts, by) => {
    const { draft, reason, trace } = read(scripts);
    expect(reason).toBeNull();
    expect(draft).toMatchObject({ title, body: text, pageType: 'article' });
    expect(draft?.provenance.body).toEqual({ by, confidence: 0.6 });
    expect(trace.find(({ rule }) => rule === 'state-body')?.why).toContain('letters, with the headline of the page');
  });

  it('is sanitized like any other', () => {
    const hostile = `${html}<script>alert(1)</script><p onclick="x()"><a href="javascript:x()">x</a></p>`;
    expect(read(island({ story: { ...story, body: hostile } })).draft?.bodyHtml).not.toMatch(/script|onclick/);
  });

  it('needs its headline if the page shows other text', () => {
    const menu = Array.from({ length: 60 }, (_, n) => `<li><a href="/${n}">Some section, number ${n}</a></li>`).join(
      '',
    );
    const html = shell(island({ body: paragraphs.join('') })).replace('<div id="app">', `<ul>${menu}</ul><div>`);
    const { trace } = extract(snapshot(html), site, { draftAlways: true });
    expect(trace.map(({ rule }) => rule)).not.toContain('state-body');
  });

  it('needs no headline if it is the only text', () => {
    const { draft } = extract(
      snapshot(shell(island({ body: html })).replace(/<title>.*<\/title>/, '<title>App</title>')),
      site,
      {
        draftAlways: true,
      },
    );
    expect(draft?.body).toBe(text);
  });
});

describe('script data without an article', () => {
  it.each([
    [
      'several stories, none of them the page',
      island({ stories: [...related, { title: 'A third one about nothing much', body: html }] }),
    ],
    ['terms and settings', island({ privacyPolicy: { title, body: html }, messages: { cookieText: text } })],
    [
      'code',
      `<script>window.__T__=${JSON.stringify({ title, body: 'function a(){return b;} var c = {d: e[0]};'.repeat(40) })}</script>`,
    ],
    ['comments', island({ title, comments: [{ text }, { text }] })],
    ['a short text', island({ title, body: paragraphs[0] })],
    ['broken JSON', '<script type="application/json">{"title": "Harbour bridge", "body": "'.concat(text, '</script>')],
  ])('%s', (_, scripts) => {
    expect(findStateBody({ html: shell(scripts), titles: [title], isShell: true })).toBeNull();
  });

  it('are not read if the page shows its text', () => {
    const other = island({
      story: { title, body: `<p>${'Quite another text stands in the data of this page. '.repeat(20)}</p>` },
    });
    const reading = extract(snapshot(articlePage({ after: other })), site);
    expect(reading.draft?.body).toBe(text);
    expect(reading.trace.map(({ rule }) => rule)).not.toContain('state-body');
  });

  it.each([
    ['deep nesting', `<script type="application/json">${'{"body":'.repeat(5_000)}1${'}'.repeat(5_000)}</script>`],
    ['wide nesting', island({ body: Array.from({ length: 50_000 }, (_, n) => ({ body: [{ text: `Word ${n}.` }] })) })],
    ['a list that names itself', island([[0, 0, 0], { body: 0 }], 'id="__NUXT_DATA__"')],
    ['quotes that do not end', `<script>${'var a = {"b": "c'.repeat(20_000)}</script>`],
    ['scripts that do not end', '<script>var a = {'.repeat(50_000)],
    ['brackets without end', `<script>${'var a = {'.repeat(2_000)}</script>`],
  ])('survives %s', (_, scripts) => {
    expect(() => findStateBody({ html: shell(scripts), titles: [title], isShell: true })).not.toThrow();
  });
});
