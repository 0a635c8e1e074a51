import { describe, expect, it } from 'vitest';
import { type ApiSample, answerReadings, type PageAnswer, type PageAnswers } from '../../../src/model/page/page-api.ts';
import { findInAnswers } from '../../../src/stages/extract/answers/find-article.ts';
import { inferApi } from '../../../src/stages/page-api/infer.ts';
import { makeRequest } from '../../../src/stages/page-api/make-request.ts';
import { sampleOf } from '../../../src/stages/page-api/sample.ts';
import { ShellValues } from '../../../src/stages/page-api/shell-values.ts';
import { dataOf } from '../../../src/text/answer-data.ts';

const takenAt = new Date('2026-11-23T10:00:00Z');
const topics = ['harbour', 'library', 'railway', 'orchard', 'theatre'];
const paragraphs = (topic: string, number: number) =>
  ['council', 'engineers', 'neighbours', 'critics'].map(
    (who, at) =>
      `The ${who} of district ${number} spoke for ${at + 2} hours about the ${topic} and what it will cost in ${2026 + at}.`,
  );

interface Story {
  readonly number: number;
  readonly id: string;
  readonly slug: string;
  readonly title: string;
  readonly author: string;
  readonly published: string;
  readonly text: readonly string[];
}

const stories: readonly Story[] = topics.map((topic, number) => ({
  number,
  id: String(48_120 + number * 37),
  slug: `the-${topic}-of-the-year`,
  title: `The ${topic} of the year`,
  author: number % 2 === 0 ? 'Ada Quill' : 'Ben Marsh',
  published: `2026-11-${10 + number}T08:15:00+00:00`,
  text: paragraphs(topic, number),
}));

const answer = (url: string, data: unknown, more: Partial<PageAnswer> = {}): PageAnswer => ({
  url,
  method: 'GET',
  headers: {},
  body: null,
  by: 'fetch',
  kind: 'json',
  text: JSON.stringify(data),
  ...more,
});

interface Site {
  readonly address: (story: Story) => string;
  readonly answers: (story: Story) => readonly PageAnswer[];
  readonly shell?: (story: Story) => string;
}

function sampled({ address, answers, shell = () => '' }: Site, story: Story): ApiSample {
  const page: PageAnswers = { shell: shell(story), answers: answers(story), leftOut: 0 };
  const shown = {
    title: story.title,
    body: story.text.join('\n\n'),
    authors: [story.author],
    publishedAt: { value: story.published, precision: 'minute' as const },
    modifiedAt: null,
    section: null,
    tags: [],
    leadImage: null,
    media: [],
  };
  const dates = { takenAt, offset: null, dayFirst: true };
  const places = findInAnswers(page.answers, shown, { url: address(story), dates });
  return sampleOf({ url: address(story), lang: 'en', likeness: [1, 1, 1, 1] }, page, places);
}

/** What is learned from three pages, and the requests that it makes for a fourth. */
function learn(site: Site) {
  const inferred = inferApi(stories.slice(0, 3).map((story) => sampled(site, story)));
  if ('reason' in inferred) return { reason: inferred.reason, api: null, requests: [] };
  const story = stories[3] as Story;
  const shell = new ShellValues(site.shell?.(story) ?? '');
  const data: unknown[] = [];
  const requests = inferred.api.requests.map((template) => {
    const made = makeRequest(template, {
      address: new URL(site.address(story)),
      shellValue: (place) => shell.valueAt(place),
      answers: data,
    });
    if ('lacks' in made) return made;
    data.push(dataOf(site.answers(story).find(({ url, body }) => url === made.url && body === made.body)?.text ?? ''));
    return made;
  });
  return { ...inferred, requests, reason: '' };
}

const whole = ({ id, title, author, published, text }: Story) => ({
  ok: true,
  data: {
    id,
    headline: title,
    byline: author,
    published_at: published,
    body: text.map((paragraph) => ({ type: 'p', value: paragraph })),
  },
});
const noise = (story: Story): readonly PageAnswer[] => [
  answer('https://stats.example/collect', { id: 'x', pages: [story.slug] }),
  answer(
    'https://paper.example/api/related',
    stories.map(({ title, text }) => ({ title, lead: text[0] })),
  ),
];

describe('learning the API behind pages', () => {
  it.each<[string, readonly (readonly (number | null)[])[], number]>([
    ['the first way, where it gives all pages', Array(3).fill([1, null, null, null]), 0],
    [
      'the way that mends a page, where the others did not need it',
      [
        [1, null, null, null],
        [0.7, 1, null, null],
      ],
      1,
    ],
    [
      'the best of all where none gives the rendered text',
      [
        [0.9, 0.8, 0.9, 0.95],
        [0.9, 1, null, null],
      ],
      3,
    ],
    ['the cheapest of equal ones', [[0.9, 0.9, 0.9002, 0]], 0],
  ])('takes %s', (_, likenesses, way) => {
    const site: Site = {
      address: ({ slug, id }) => `https://paper.example/news/${slug}-${id}`,
      answers: (story) => [answer(`https://api.paper.example/${story.id}`, whole(story))],
    };
    const samples = stories.slice(0, 3).map((story, at) => {
      const likeness = likenesses[at % likenesses.length] ?? [];
      return { ...sampled(site, story), likeness };
    });
    const inferred = inferApi(samples);
    expect('api' in inferred && inferred.api.reading).toEqual(answerReadings[way]);
  });

  it.each<[string, (story: Story) => string, (story: Story) => string]>([
    [
      'an id in the slug',
      ({ slug, id }) => `https://paper.example/news/${slug}-${id}`,
      ({ id }) => `https://api.paper.example/v2/articles/${id}?lang=en`,
    ],
    [
      'an id before an extension',
      ({ slug, id }) => `https://paper.example/${slug}_${id}.html`,
      ({ id }) => `https://paper.example/api/item.json?id=${id}&full=1`,
    ],
    [
      'the slug',
      ({ slug }) => `https://paper.example/2026/11/${slug}`,
      ({ slug }) => `https://paper.example/content/${slug}.json`,
    ],
    [
      'the path',
      ({ slug, number }) => `https://paper.example/2026/1${number}/${slug}`,
      ({ slug, number }) => `https://paper.example/api?path=${encodeURIComponent(`/2026/1${number}/${slug}`)}`,
    ],
    [
      'parts of the path',
      ({ slug, number }) => `https://paper.example/2026/1${number}/${slug}`,
      ({ slug, number }) => `https://paper.example/api/2026-1${number}-${slug}`,
    ],
    [
      'a query of the page',
      ({ id }) => `https://paper.example/read?item=${id}&ref=home`,
      ({ id }) => `https://paper.example/api/${id}`,
    ],
    [
      'its address',
      ({ slug }) => `https://paper.example/a/${slug}`,
      ({ slug }) => `https://paper.example/resolve?url=${encodeURIComponent(`https://paper.example/a/${slug}`)}`,
    ],
  ])('takes %s from the address', (_name, address, api) => {
    const learned = learn({ address, answers: (story) => [...noise(story), answer(api(story), whole(story))] });
    expect(learned).toMatchObject({ requests: [{ url: api(stories[3] as Story), method: 'GET' }], unproven: [] });
    expect(learned.api?.fields).toMatchObject({
      title: { answer: 0, path: 'data.headline' },
      authors: { path: 'data.byline' },
      publishedAt: { path: 'data.published_at' },
      body: [{ answer: 0, path: 'data.body', texts: ['value'] }],
    });
  });

  it.each<[string, (story: Story) => string]>([
    ['an attribute', ({ id }) => `<div id="root" data-article="${id}"></div>`],
    ['a meta tag', ({ id }) => `<meta name="viewport" content="width=1"><meta content='${id}' name="article:id">`],
    ['a script', ({ id }) => `<script>window.__page = {kind: "story", articleId: ${id}};</script>`],
    ['data in JSON', ({ id }) => `<script id="state" type="application/json">{"page":{"articleId":"${id}"}}</script>`],
    ['a link', ({ id }) => `<link rel="preload" as="fetch" href="/api/a/${id}">`],
  ])('takes an id from %s of the shell', (_name, shell) => {
    const api = ({ id }: Story) => `https://paper.example/api/a/${id}`;
    const site: Site = {
      address: ({ slug }) => `https://paper.example/${slug}`,
      answers: (story) => [answer(api(story), whole(story))],
      shell,
    };
    expect(learn(site)).toMatchObject({ requests: [{ url: api(stories[3] as Story) }] });
  });

  it('reads a build id again, though it is the same on all pages', () => {
    const site = (build: string): Site => ({
      address: ({ slug }) => `https://paper.example/news/${slug}`,
      answers: (story) => [
        answer(`https://paper.example/_next/data/${build}/en/news/${story.slug}.json`, { pageProps: whole(story) }),
      ],
      shell: () => `<script id="__NEXT_DATA__" type="application/json">{"page":"/news","buildId":"${build}"}</script>`,
    });
    const inferred = inferApi(stories.slice(0, 3).map((story) => sampled(site('k3Xw9LmPq2'), story)));
    expect(inferred).toMatchObject({
      api: {
        requests: [
          { url: `https://paper.example/_next/data/\${shell.data.buildId}/en/news/\${address.segment.-1}.json` },
        ],
      },
      unproven: [],
    });
  });

  it('fills the variables of a GraphQL query, in a body and in an address', () => {
    const query = 'query Article($slug: String!) { article(slug: $slug) { headline } }';
    const posted: Site = {
      address: ({ slug }) => `https://paper.example/${slug}`,
      answers: (story) => [
        answer('https://paper.example/graphql', whole(story), {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ operationName: 'Article', variables: { slug: story.slug, first: 1 }, query }),
        }),
      ],
    };
    expect(learn(posted)).toMatchObject({
      requests: [
        { body: JSON.stringify({ operationName: 'Article', variables: { slug: stories[3]?.slug, first: 1 }, query }) },
      ],
    });
    const hash = 'a94a8fe5ccb19ba61c4c0873d391e987982fbbd3a94a8fe5ccb19ba61c4c0873';
    const extensions = JSON.stringify({ persistedQuery: { version: 1, sha256Hash: hash } });
    const inUrl = (story: Story) =>
      `https://paper.example/graphql?operationName=Article&variables=${encodeURIComponent(JSON.stringify({ slug: story.slug }))}&extensions=${encodeURIComponent(extensions)}`;
    const got: Site = {
      address: ({ slug }) => `https://paper.example/${slug}`,
      answers: (story) => [answer(inUrl(story), whole(story))],
    };
    expect(learn(got)).toMatchObject({ requests: [{ url: inUrl(stories[3] as Story) }], unproven: [hash] });
  });

  it('joins answers: an author by an id, a text in two parts', () => {
    const address = ({ slug }: Story) => `https://paper.example/${slug}`;
    const answers = (story: Story): readonly PageAnswer[] => {
      const authorId = `a-${story.author.length}${story.author.charCodeAt(0)}`;
      const { byline: _, body, ...rest } = whole(story).data;
      return [
        answer(`https://paper.example/api/${story.slug}`, {
          ...rest,
          author: { id: authorId },
          body: body.slice(0, 2),
        }),
        answer(
          `https://paper.example/api/${story.slug}/more`,
          body.slice(2).map(({ value }) => value),
        ),
        answer(`https://paper.example/api/authors/${authorId}`, { name: story.author }),
      ];
    };
    const learned = learn({ address, answers });
    expect(learned.requests.map((request) => ('url' in request ? request.url : ''))).toEqual(
      answers(stories[3] as Story).map(({ url }) => url),
    );
    expect(learned.api?.fields).toMatchObject({
      title: { answer: 0 },
      authors: { path: 'name' },
      body: [{ path: 'body' }, { path: '' }],
    });
  });

  it('names JSONP callbacks itself', () => {
    const site: Site = {
      address: ({ id }) => `https://paper.example/${id}`,
      answers: (story) => [
        answer(`https://paper.example/jsonp?id=${story.id}&cb=__cb${story.number}7`, null, {
          kind: 'jsonp',
          by: 'script',
          text: `/**/__cb${story.number}7(${JSON.stringify(whole(story))});`,
        }),
      ],
    };
    expect(learn(site)).toMatchObject({
      requests: [{ url: `https://paper.example/jsonp?id=${stories[3]?.id}&cb=callback`, by: 'script' }],
    });
  });

  it.each<[string, (story: Story) => Partial<PageAnswer> & { readonly url?: string }, RegExp]>([
    [
      'a signature',
      ({ number, id }) => ({ url: `https://paper.example/api/${id}?sig=${'9f3a'.repeat(4)}${number}c` }),
      /query\.sig is neither constant nor in the page/,
    ],
    [
      'a time',
      ({ number, id }) => ({ url: `https://paper.example/api/${id}?t=17640000${number}3` }),
      /query\.t is neither/,
    ],
    [
      'a nonce in a header',
      ({ number }) => ({ headers: { 'x-nonce': `n${number}${number}81` } }),
      /header\.x-nonce is neither/,
    ],
    [
      'a POST that is no query',
      ({ id }) => ({ method: 'POST', body: JSON.stringify({ article: id }) }),
      /it may have an effect/,
    ],
    [
      'a mutation',
      ({ id }) => ({
        method: 'POST',
        body: JSON.stringify({ query: 'mutation Read($id: ID!) { read(id: $id) { body } }', variables: { id } }),
      }),
      /it may have an effect/,
    ],
  ])('refuses %s', (_name, more, reason) => {
    const site: Site = {
      address: ({ slug, id }) => `https://paper.example/${slug}-${id}`,
      answers: (story) => [{ ...answer(`https://paper.example/api/${story.id}`, whole(story)), ...more(story) }],
    };
    expect(learn(site).reason).toMatch(reason);
  });

  it('does not trust a token that stands nowhere', () => {
    const site: Site = {
      address: ({ slug, id }) => `https://paper.example/${slug}-${id}`,
      answers: (story) => [
        answer(`https://paper.example/api/${story.id}`, whole(story), { headers: { 'x-session': 's8f7a6d5f' } }),
      ],
    };
    expect(learn(site)).toMatchObject({ unproven: ['s8f7a6d5f'] });
  });
});
