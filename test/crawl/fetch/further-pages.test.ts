import { describe, expect, it } from 'vitest';
import { concludeVisit, visitPage } from '../../../src/crawl/visit-page.ts';
import { NewshawkError } from '../../../src/errors.ts';
import type { Reading } from '../../../src/model/article/draft.ts';
import type { Site } from '../../../src/model/crawl/site.ts';
import { type CanonicalUrl, canonicalUrl } from '../../../src/model/web/canonical-url.ts';
import type { VisitResult } from '../../../src/storage/port.ts';
import { crawlOf, type FakeAnswer, type FakeCrawl, openCrawl } from '../../support/crawl-ports.ts';
import { articleReading, link, noDraft } from '../../support/readings.ts';

const story = canonicalUrl('http://gazette.example/story');
const pageUrl = (page: number): CanonicalUrl => (page === 1 ? story : canonicalUrl(`${story}?page=${page}`));

/** Page `number` of the story, each with a different text, linking to `next`. */
function pageOf(number: number, next: CanonicalUrl | null, title = 'A story in pages'): Reading {
  const body = `Part ${'abcdefghij'[number]} of it tells of ${`thing${number} `.repeat(20)}.`;
  const reading = articleReading(pageUrl(number), { body });
  const images = [{ url: `http://gazette.example/${number}.jpg`, alt: '', caption: '' }];
  const draft =
    reading.draft === null
      ? null
      : { ...reading.draft, title, body, markdown: body, bodyHtml: `<p>${body}</p>`, images };
  return { ...reading, draft, nextPage: next, links: [link(pageUrl(2)), link('http://gazette.example/other')] };
}

interface Given {
  readonly pages: Readonly<Record<string, Reading>>;
  readonly site?: Partial<Site>;
  readonly answers?: Readonly<Record<string, FakeAnswer>>;
  readonly way?: 'static' | 'browser';
  readonly forbidden?: string;
}

async function visit(crawl: FakeCrawl, { pages, answers = {}, forbidden }: Given): Promise<VisitResult> {
  const { web, run } = crawl;
  const io =
    forbidden === undefined
      ? crawl.io
      : {
          ...crawl.io,
          robots: {
            ...crawl.io.robots,
            check: async ({ url }: { readonly url: string }) => ({ allowed: url !== forbidden, crawlDelayMs: null }),
          },
        };
  const ways = Object.keys(pages).flatMap((url) => [
    [`static ${url}`, { html: url }],
    [`browser ${url}`, { html: url }],
  ]);
  web.answers = { ...Object.fromEntries(ways), ...answers };
  web.read = ({ html }) => pages[html] ?? noDraft();
  const task = await crawl.claim({ url: story });
  const services = crawlOf({ io, run });
  return await concludeVisit(services, await visitPage(services, task, await io.identities.pick(task.site)));
}

const three = {
  [pageUrl(1)]: pageOf(1, pageUrl(2)),
  [pageUrl(2)]: pageOf(2, pageUrl(3), 'A story in pages - page 2'),
  [pageUrl(3)]: pageOf(3, null, ''),
};
const bodyOf = (...pages: number[]) => pages.map((page) => pageOf(page, null).draft?.body).join('\n\n');
const askedIn = ({ asked }: FakeCrawl) => asked.map(({ url }) => url);

describe('an article in pages', () => {
  it.each(['static', 'browser'] as const)(
    'is one article, its pages fetched in the mode of the first: %s',
    async (render) => {
      await using crawl = await openCrawl({ render });
      const { article, links, visit: ended } = await visit(crawl, { pages: three });
      expect(article).toMatchObject({ url: story, title: 'A story in pages', body: bodyOf(1, 2, 3) });
      expect(article?.bodyHtml.match(/<p>/g)).toHaveLength(3);
      expect(article?.images.map(({ url }) => url)).toEqual(
        [1, 2, 3].map((page) => `http://gazette.example/${page}.jpg`),
      );
      // found of the whole text
      expect(article?.fingerprint.bodyHash).toBe(`${bodyOf(1, 2, 3).length}`);
      expect(links.map(({ url }) => url)).toEqual(['http://gazette.example/other']);
      expect({ outcome: ended.outcome, open: crawl.open() }).toEqual({ outcome: 'stored', open: 0 });
      expect(crawl.asked.map(({ way, url }) => [way, url])).toEqual([1, 2, 3].map((page) => [render, pageUrl(page)]));
      expect(ended.bytes).toBe([1, 2, 3].reduce((sum, page) => sum + pageUrl(page).length, 0));
    },
  );

  it("ends at the site's number of pages, and is not followed where that is one", async () => {
    await using two = await openCrawl({ render: 'static', articlePages: 2 });
    expect((await visit(two, { pages: three })).article?.body).toBe(bodyOf(1, 2));
    await using one = await openCrawl({ render: 'static', articlePages: 1 });
    expect((await visit(one, { pages: three })).article?.body).toBe(bodyOf(1));
    expect({ askedInTwo: askedIn(two), askedInOne: askedIn(one) }).toEqual({
      askedInTwo: [pageUrl(1), pageUrl(2)],
      askedInOne: [pageUrl(1)],
    });
  });

  it.each<[string, Given, number[]]>([
    ['a page that leads back', { pages: { ...three, [pageUrl(3)]: pageOf(3, pageUrl(2)) } }, [1, 2, 3]],
    ['a page that repeats another', { pages: { ...three, [pageUrl(3)]: { ...pageOf(2, pageUrl(4)) } } }, [1, 2]],
    [
      'another headline',
      { pages: { ...three, [pageUrl(2)]: pageOf(2, pageUrl(3), 'Whales sing in the harbour') } },
      [1],
    ],
    ['a page without an article', { pages: { ...three, [pageUrl(3)]: noDraft() } }, [1, 2]],
    ['a page that is gone', { pages: three, answers: { [`static ${pageUrl(3)}`]: { status: 404 } } }, [1, 2]],
    [
      'a page that leads back by redirection',
      { pages: three, answers: { [`static ${pageUrl(2)}`]: { movedTo: story, html: pageUrl(2) } } },
      [1],
    ],
    [
      'a page that does not come',
      { pages: three, answers: { [`static ${pageUrl(2)}`]: new NewshawkError('timed-out', 'nothing came') } },
      [1],
    ],
    ['a page that robots.txt forbids', { pages: three, forbidden: pageUrl(3) }, [1, 2]],
    [
      'another host',
      { pages: { ...three, [pageUrl(1)]: pageOf(1, canonicalUrl('http://other.example/story?page=2')) } },
      [1],
    ],
  ])('ends at %s', async (_, given, pages) => {
    await using crawl = await openCrawl({ render: 'static' });
    const { article } = await visit(crawl, given);
    expect(article?.body).toBe(bodyOf(...pages));
    expect(askedIn(crawl).filter((url) => url.startsWith('http://other'))).toEqual([]);
  });

  it('is tried again as a whole where the host throttles', async () => {
    await using crawl = await openCrawl({ render: 'static' });
    const answers = { [`static ${pageUrl(2)}`]: new NewshawkError('throttled', 'too many requests') };
    await expect(visit(crawl, { pages: three, answers })).rejects.toMatchObject({ kind: 'throttled' });
  });
});
