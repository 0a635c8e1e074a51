import { describe, expect, it } from 'vitest';
import { answerReadings, type PageAnswer } from '../../../../src/model/page/page-api.ts';
import { pageOfAnswers } from '../../../../src/stages/extract/answers/answer-page.ts';
import { bodyPathsIn } from '../../../../src/stages/extract/answers/body-paths.ts';
import { findInAnswers } from '../../../../src/stages/extract/answers/find-article.ts';
import { bodyHtmlAt } from '../../../../src/stages/extract/answers/read-body.ts';
import { dataOf, jsonpOf, leavesOf, pathSteps, valuesAt } from '../../../../src/text/answer-data.ts';
import { wordTokens } from '../../../../src/text/likeness.ts';

const paragraphs = [
  'The council voted on Tuesday to rebuild the old harbour wall before winter.',
  'Engineers had warned for years that the quay would not survive another storm.',
  'Fishing families say that they learned of the plan from a notice at the market.',
  'The cost is put at eleven million, two thirds of which the region pays.',
];
const body = paragraphs.join('\n\n');
const caption = 'A crane at the northern quay, seen from the lighthouse on a grey morning.';
const teaser = { headline: 'Another story of this week', intro: 'Something that has nothing to do with harbours.' };

/** The article's text as data, in the shapes that sites use. */
const shapes: Readonly<Record<string, unknown>> = {
  'a string of HTML': { post: { html: paragraphs.map((text) => `<p>${text}</p>`).join('') } },
  'escaped HTML': { post: { html: paragraphs.map((text) => `&lt;p&gt;${text}&lt;/p&gt;`).join('') } },
  'lines of text': { post: { text: body } },
  'a list of strings': { post: { absätze: paragraphs } },
  'a list of blocks': { post: { blocks: paragraphs.map((t) => ({ kind: 'absatz', t })) } },
  'blocks with pictures and teasers': {
    post: {
      blocks: paragraphs.flatMap((text, at) => [
        { type: 'text', text },
        ...(at === 1
          ? [
              { type: 'image', text: caption, src: '/a.jpg' },
              { type: 'box', items: [teaser], text: teaser.intro },
            ]
          : []),
      ]),
    },
  },
  'a tree of an editor': {
    doc: {
      type: 'doc',
      content: paragraphs.map((text) => ({
        type: 'paragraph',
        content: text.split(/(?<= (?:old|not|the) )/).map((run) => ({ type: 'text', text: run, marks: [] })),
      })),
    },
  },
  'a lead and the rest': { post: { lead: paragraphs[0], rest: paragraphs.slice(1).map((p) => ({ p })) } },
  'data inside of a string': { post: JSON.stringify(paragraphs.map((text) => ({ type: 'p', text }))) },
};

describe('the text of an article in data', () => {
  it.each(Object.entries(shapes))('is found in %s', (_name, shape) => {
    const data = { ok: true, related: [teaser], excerpt: paragraphs[0], ...(shape as object) };
    const [best = []] = bodyPathsIn([{ answer: 3, data }], body);
    const read = best.map((path) => bodyHtmlAt(data, path)).join('\n');
    expect(wordTokens(read.replace(/<[^>]*>/g, ' '))).toEqual(wordTokens(body));
    expect(best.every(({ answer }) => answer === 3)).toBe(true);
  });

  it('is joined from several answers, in the order of the text', () => {
    const answers = [
      { answer: 0, data: { tail: paragraphs.slice(2) } },
      { answer: 1, data: [teaser] },
      {
        answer: 2,
        data: {
          start: paragraphs
            .slice(0, 2)
            .map((text) => `<p>${text}</p>`)
            .join(''),
        },
      },
    ];
    expect(bodyPathsIn(answers, body)[0]).toMatchObject([
      { answer: 2, path: 'start' },
      { answer: 0, path: 'tail' },
    ]);
  });

  it('is not found in a lead, in other stories, or in comments', () => {
    expect(bodyPathsIn([{ answer: 0, data: { lead: paragraphs[0], stories: [teaser, teaser] } }], body)).toEqual([]);
    expect(bodyPathsIn([{ answer: 0, data: null }], body)).toEqual([]);
    expect(bodyPathsIn([{ answer: 0, data: { text: body } }], '')).toEqual([]);
  });

  it('is searched in bounded time', () => {
    const deep = Array.from({ length: 5_000 }).reduce<unknown>((inner) => ({ a: inner, b: paragraphs[0] }), body);
    expect(bodyPathsIn([{ answer: 0, data: deep }], body).length).toBeLessThanOrEqual(4);
    const wide = { items: Array.from({ length: 30_000 }, () => ({ t: paragraphs[1] })), text: body };
    expect(bodyPathsIn([{ answer: 0, data: wide }], body)[0]).toMatchObject([{ path: 'text' }]);
  });
});

describe('an article in strings of a list', () => {
  const lines = [
    '临屿港试行夜航新规，等待时间大幅缩短。',
    '过去，一艘超过二百五十米的船舶在日落之后抵达，就只能等到天亮。',
    '试行首月，共有五十三艘大型船舶在夜间靠泊码头。',
  ];

  it('keeps its short paragraphs, also next to a standfirst', () => {
    const [summary = '', ...paragraphs] = lines;
    const data = { title: '夜航', summary, paragraphs, more: [{ summary: '另一篇文章的摘要。' }] };
    const [first = []] = bodyPathsIn([{ answer: 0, data }], lines.join('\n\n'));
    expect(first.map(({ path }) => path)).toEqual(['summary', 'paragraphs']);
    const html = first.map((path) => bodyHtmlAt(data, path)).join('\n');
    expect(html.match(/<p>/g)).toHaveLength(3);
  });

  it('joins the pieces of one sentence', () => {
    const path = { answer: 0, path: '', texts: ['text'], skips: [] };
    expect(bodyHtmlAt({ text: ['The wall ', 'was built', ' in a year.'] }, path)).toBe(
      '<p>The wall was built in a year.</p>',
    );
  });
});

const shown = {
  title: 'Harbour wall to be rebuilt',
  body,
  authors: ['Ada Quill', 'Ben Marsh'],
  publishedAt: { value: '2026-11-21T08:15:00+00:00', precision: 'minute' as const },
  modifiedAt: null,
  section: null,
  tags: ['Harbour', 'Repairs'],
  leadImage: 'https://img.paper.example/a.jpg',
  media: [],
};
const context = {
  url: 'https://paper.example/a',
  dates: { takenAt: new Date('2026-11-23T00:00:00Z'), offset: null, dayFirst: true },
};
const json = (data: unknown): Pick<PageAnswer, 'kind' | 'text'> => ({ kind: 'json', text: JSON.stringify(data) });

describe('the fields of an article in data', () => {
  it.each<[string, unknown, string]>([
    ['names', { authors: [{ name: 'Ada Quill' }, { name: 'Ben Marsh' }] }, 'authors[].name'],
    ['one line', { byline: 'By Ada Quill and Ben Marsh' }, 'byline'],
    ['strings', { by: ['Ben Marsh', 'Ada Quill'] }, 'by[]'],
  ])('are authors as %s', (_name, data, path) => {
    const { fields } = findInAnswers(
      [json({ text: body, ...(data as object), related: [{ by: 'Ada Quill' }] })],
      shown,
      context,
    );
    expect(fields.authors?.[0]).toEqual({ answer: 0, path });
  });

  it.each([
    '2026-11-21T08:15:00Z',
    '2026-11-21T09:15:00+01:00',
    1_795_248_900,
    1_795_248_900_000,
    '1795248900',
    'Sat, 21 Nov 2026 08:15:00 GMT',
  ])('are dates as %s', (value) => {
    const { fields } = findInAnswers(
      [json({ text: body, at: value, id: 1_795_999_901_111, other: '2026-11-20' })],
      shown,
      context,
    );
    expect(fields.publishedAt).toEqual([{ answer: 0, path: 'at' }]);
  });

  it.each([
    ['2026-11-21', 'day', ['day', 'at', 'modified']],
    ['2026-11-21T08:15:00+00:00', 'minute', ['at', 'day']],
  ] as const)('are dates as exact as %s first', (value, precision, paths) => {
    const times = { day: '2026-11-21', at: '2026-11-21T08:15:00Z', modified: '2026-11-21T10:00:00Z' };
    const publishedAt = { value, precision };
    const { fields } = findInAnswers([json({ text: body, ...times })], { ...shown, publishedAt }, context);
    expect(fields.publishedAt?.map(({ path }) => path)).toEqual(paths);
  });

  it('are titles and authors as they are written, not their slugs', () => {
    const data = {
      slug: 'harbour-wall-to-be-rebuilt',
      title: { rendered: 'Harbour  wall to be&nbsp;rebuilt' },
      by: [
        { slug: 'ada-quill', name: 'Ada Quill' },
        { slug: 'ben-marsh', name: 'Ben Marsh' },
      ],
      text: body,
    };
    const { fields } = findInAnswers([json(data)], shown, context);
    expect(fields.title?.[0]).toEqual({ answer: 0, path: 'title.rendered' });
    expect(fields.authors?.[0]).toEqual({ answer: 0, path: 'by[].name' });
  });

  it('are dates without a time zone where they are in UTC', () => {
    const times = { date: '2026-11-21T09:15:00', modified_gmt: '2026-11-21T10:00:00', date_gmt: '2026-11-21T08:15:00' };
    const { fields } = findInAnswers([json({ text: body, ...times, at: '2026-11-21 08:15:00' })], shown, context);
    expect(fields.publishedAt).toEqual([
      { answer: 0, path: 'date_gmt', isUtc: true },
      { answer: 0, path: 'at', isUtc: true },
      { answer: 0, path: 'date' },
      { answer: 0, path: 'modified_gmt' },
    ]);
    const day = { ...shown, publishedAt: { value: '2026-11-21', precision: 'day' as const } };
    expect(findInAnswers([json({ text: body, date: times.date })], day, context).fields.publishedAt).toEqual([
      { answer: 0, path: 'date' },
    ]);
  });

  it.each<[string, unknown, string]>([
    ['strings', { tags: ['harbour', 'repairs'] }, 'tags[]'],
    [
      'names',
      {
        terms: [
          { id: 3, name: 'Repairs' },
          { id: 4, name: 'Harbour' },
        ],
      },
      'terms[].name',
    ],
    ['one line', { keywords: 'Harbour, Repairs' }, 'keywords'],
  ])('are tags as %s', (_name, data, path) => {
    const { fields } = findInAnswers([json({ text: body, ...(data as object) })], shown, context);
    expect(fields.tags?.[0]).toEqual({ answer: 0, path });
  });

  it('are sections by the names of their properties', () => {
    const data = { text: body, tags: ['Politics'], channel: { id: 7, label: 'politics' } };
    const { fields } = findInAnswers([json(data)], { ...shown, section: 'Politics' }, context);
    expect(fields.section).toEqual([{ answer: 0, path: 'channel.label' }]);
  });

  it('are null where the page shows none, and empty where no answer has them', () => {
    const { fields } = findInAnswers(
      [json({ text: body, title: '<b>Harbour</b> wall to be rebuilt', img: '//img.paper.example/a.jpg' })],
      shown,
      context,
    );
    expect(fields).toEqual({
      title: [{ answer: 0, path: 'title' }],
      authors: [],
      publishedAt: [],
      modifiedAt: null,
      section: null,
      tags: [],
      leadImage: [{ answer: 0, path: 'img' }],
      media: null,
    });
  });
});

describe('a page made from answers', () => {
  const at = (path: string) => ({ answer: 0, path });
  const fields = {
    title: at('title'),
    authors: at('by[]'),
    publishedAt: at('at'),
    modifiedAt: null,
    section: null,
    tags: null,
    leadImage: null,
    media: null,
    body: [{ answer: 0, path: 'text', texts: [], skips: [] }],
  };
  const [whole] = answerReadings as [(typeof answerReadings)[number]];
  const page = (data: unknown, shell: string | null = null, reading = whole) =>
    pageOfAnswers([json(data)], { fields, lang: 'en', reading }, shell);

  it.each([{ tags: ['Harbour', 'Repairs'] }, { tags: 'Harbour, Repairs' }])(
    'has the tags of the answer: %j',
    (data) => {
      const tagged = { ...fields, tags: at(Array.isArray(data.tags) ? 'tags[]' : 'tags') };
      const html = pageOfAnswers(
        [json({ title: 'T', by: [], text: body, ...data })],
        { fields: tagged, lang: 'en', reading: whole },
        null,
      );
      expect(html).toContain('"keywords":["Harbour","Repairs"]');
    },
  );

  it('has dates in UTC where they have no time zone of their own', () => {
    const inUtc = { ...fields, publishedAt: { answer: 0, path: 'at', isUtc: true } };
    const dated = (at: string) =>
      pageOfAnswers(
        [json({ title: 'T', by: [], text: body, at })],
        { fields: inUtc, lang: 'en', reading: whole },
        null,
      );
    expect(dated('2026-11-21T08:15:00')).toContain('datetime="2026-11-21T08:15:00Z"');
    expect(dated('2026-11-21T08:15:00+01:00')).toContain('datetime="2026-11-21T08:15:00+01:00"');
  });

  it('has its fields and escapes them', () => {
    const html = page({ title: 'A <b>& "B"', by: ['X <y>'], at: '2026-11-21"', text: '<p>Text</p>' });
    expect(html).toContain('<h1 data-newshawk-field="title">A &lt;b>&amp; &quot;B&quot;</h1>');
    expect(html).toContain('<p data-newshawk-field="author">X &lt;y></p>');
    expect(html).toContain('"headline":"A \\u003cb>& \\\\"B\\\\""'.replaceAll('\\\\', '\\'));
  });

  it('is not made where the answers have no body', () => {
    expect(page({ title: 'A' })).toBeNull();
    expect(page({ title: 'A', text: ' ' })).toBeNull();
    expect(pageOfAnswers([{ kind: 'html', text: ' ' }], { fields: null, lang: null, reading: whole }, null)).toBeNull();
  });

  it('takes title and metadata of a shell, never its scripts', () => {
    const shell =
      '<head><title>Shell</title><meta name="author" content="A"><script>bad()</script></head><body><p>menu</p></body>';
    const html = page({ title: 'A', text: 'B' }, shell, { takesWholeBody: false, usesShell: true });
    expect(html).toContain('<title>Shell</title>\n<meta name="author" content="A">');
    expect(html).not.toMatch(/bad\(\)|menu|data-newshawk-field="body"/);
  });
});

describe('data of answers', () => {
  it('is JSON, also behind a prefix against inclusion, or JSONP', () => {
    expect(dataOf(')]}\',\n{"a":1}')).toEqual({ a: 1 });
    expect(dataOf('while(1);[1]')).toEqual([1]);
    expect(dataOf('/**/ typeof cb === "function" && cb({"a":")"});')).toEqual({ a: ')' });
    expect(jsonpOf('jQuery_17.done({"a":1})\n;')).toEqual({ callback: 'jQuery_17.done', json: '{"a":1}' });
    for (const text of ['<p>x</p>', 'f("x")', 'f({a})', '', 'var a = {};']) expect(dataOf(text)).toBeUndefined();
  });

  it('has a path for each value', () => {
    const data = { a: [{ 'b-c': 1 }, { 'b-c': 'x' }], é: true };
    const leaves = leavesOf(data);
    expect(leaves.map(({ path }) => path)).toEqual(['a[0]["b-c"]', 'a[1]["b-c"]', 'é']);
    for (const { path, value } of leaves) expect(valuesAt(data, path)).toEqual([value]);
    expect(valuesAt(data, 'a[]["b-c"]')).toEqual([1, 'x']);
    expect(valuesAt(data, 'a.length')).toEqual([2]);
    expect(valuesAt({}, 'constructor')).toEqual([]);
    expect(pathSteps('')).toEqual([]);
    expect(() => pathSteps('a..b')).toThrow(/is no path/);
  });
});

describe('a page made from an HTML answer', () => {
  const reading = { takesWholeBody: true, usesShell: false };
  const titleOf = (text: string) =>
    /<title>(.*?)<\/title>/.exec(
      pageOfAnswers([{ kind: 'html', text }], { fields: null, lang: null, reading }, null) ?? '',
    )?.[1];

  it('has its only headline as title', () => {
    expect(titleOf('<div><h1 class="x">The <em>harbour</em> &amp; wall</h1><p>Text</p></div>')).toBe(
      'The harbour &amp; wall',
    );
    expect(titleOf('<h1>One</h1><h1>Two</h1>')).toBe('');
  });
});
