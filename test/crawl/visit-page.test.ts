import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { concludeVisit, visitPage } from '../../src/crawl/visit-page.ts';
import { NewshawkError } from '../../src/errors.ts';
import { articleId } from '../../src/model/article/article-id.ts';
import type { Reading } from '../../src/model/article/draft.ts';
import { canonicalUrl } from '../../src/model/web/canonical-url.ts';
import type { VisitResult } from '../../src/storage/port.ts';
import { at, ending as endingOf, pageState } from '../storage/records.ts';
import { crawlOf, type FakeCrawl, openCrawl } from '../support/crawl-ports.ts';
import { knowFormat } from '../support/known-format.ts';
import { articleReading, listingReading, noDraft } from '../support/readings.ts';

const url = canonicalUrl('http://gazette.example/a');
const html = '<p>A page</p>';
const story = articleReading(url);
const shell = noDraft({ detail: 'an empty shell' });
const links = ['1', '2', '3', '4', '5'].map((name) => `http://gazette.example/${name}`);

interface Given {
  /** What extraction makes of a page, by the way it came. */
  readonly static?: Reading;
  readonly browser?: Reading;
  readonly revisit?: boolean;
  /** Links away from the source; 0: named by a person. */
  readonly depth?: number;
}

/** Both ways answer with a page; the answers given come first. */
async function visit(crawl: FakeCrawl, { revisit = false, depth = 1, ...readings }: Given = {}): Promise<VisitResult> {
  const { io, web } = crawl;
  web.answers = { [`static ${url}`]: { html }, [`browser ${url}`]: { html }, ...web.answers };
  web.read = ({ via }) => readings[via as 'static' | 'browser'] ?? story;
  const task = { ...(await crawl.claim({ url, depth })), revisit };
  const services = crawlOf(crawl);
  return await concludeVisit(services, await visitPage(services, task, await io.identities.pick(task.site)));
}

const ways = ({ asked }: FakeCrawl) => asked.map(({ way }) => way);

describe('visitPage', () => {
  it('needs no browser if static fetches are known to give the article', async () => {
    await using crawl = await openCrawl();
    await knowFormat(crawl, '/{word}');
    const ending = await visit(crawl);
    expect(ways(crawl)).toEqual(['static']);
    expect(ending).toMatchObject({
      visit: {
        outcome: 'stored',
        via: 'static',
        status: 200,
        changed: null,
        articleId: articleId(url),
        renderReason: 'static: it was enough in 3 of 3 comparisons',
      },
      format: null,
      article: { id: articleId(url), onTopic: true, firstSeenAt: at(0) },
      pageState: { url, visits: 1, changes: 1, nextVisitAt: at(30), simhash: story.fingerprint?.simhash },
      next: { kind: 'done' },
    });
    expect(await crawl.io.store.blobs.get(ending.article?.snapshot as never)).not.toBeNull();
  });

  it('falls back to the browser in the same visit if the static fetch has no article', async () => {
    await using crawl = await openCrawl();
    const { visit: ended } = await visit(crawl, { static: shell });
    expect(ways(crawl)).toEqual(['static', 'browser']);
    expect({ outcome: ended.outcome, via: ended.via, open: crawl.open() }).toEqual({
      outcome: 'stored',
      via: 'browser',
      open: 0,
    });
  });

  it('falls back to the browser if the plain client is blocked, and fails if that is blocked too', async () => {
    const wall = new NewshawkError('blocked', 'a challenge page');
    await using crawl = await openCrawl();
    crawl.web.answers = { [`static ${url}`]: wall };
    expect((await visit(crawl)).visit).toMatchObject({ outcome: 'stored', via: 'browser' });
    await using walled = await openCrawl();
    walled.web.answers = { [`static ${url}`]: wall, [`browser ${url}`]: wall };
    await expect(visit(walled)).rejects.toMatchObject({ kind: 'blocked' });
    await using inText = await openCrawl();
    const blocked = noDraft({ reason: 'blocked', detail: 'are you a robot' });
    await expect(visit(inText, { static: blocked, browser: blocked })).rejects.toMatchObject({
      kind: 'blocked',
      message: 'are you a robot',
    });
    expect({ ways: ways(inText), open: inText.open() }).toEqual({ ways: ['static', 'browser'], open: 0 });
  });

  it('reports why the static page gave nothing where the browser read it in a wrong encoding', async () => {
    await using crawl = await openCrawl();
    const readable = '<p>港口大桥重新开放</p>';
    const garbled = `<p>${new TextDecoder('utf-8').decode(new Uint8Array(60).fill(0xb8))}</p>`;
    crawl.web.answers = { [`static ${url}`]: { html: readable }, [`browser ${url}`]: { html: garbled } };
    const { visit: ended } = await visit(crawl, {
      static: noDraft({ detail: 'the text has only 60 characters' }),
      browser: noDraft({ detail: 'the text is unreadable' }),
    });
    expect(ended).toMatchObject({ via: 'static', detail: 'the text has only 60 characters' });
  });

  it('tries no other fetch mode for problems that are the same in both', async () => {
    await using crawl = await openCrawl();
    crawl.web.answers = { [`static ${url}`]: new NewshawkError('timed-out', 'nothing came') };
    await expect(visit(crawl)).rejects.toMatchObject({ kind: 'timed-out' });
    expect(ways(crawl)).toEqual(['static']);
  });

  it('keeps to the fetch mode that the scraper names', async () => {
    await using plain = await openCrawl({ render: 'static' });
    expect((await visit(plain, { static: shell })).visit).toMatchObject({
      outcome: 'dropped',
      reason: 'not-an-article',
    });
    await using rendered = await openCrawl({ render: 'browser' });
    await visit(rendered);
    expect({ waysPlain: ways(plain), waysRendered: ways(rendered) }).toEqual({
      waysPlain: ['static'],
      waysRendered: ['browser'],
    });
  });

  it('follows the links of a listing, and takes it for one only with some links', async () => {
    await using crawl = await openCrawl();
    await knowFormat(crawl, '/{word}');
    const ending = await visit(crawl, { static: listingReading(links) });
    expect({ ways: ways(crawl), outcome: ending.visit.outcome, article: ending.article }).toEqual({
      ways: ['static'],
      outcome: 'listed',
      article: null,
    });
    expect(ending.links.map((entry) => entry.url)).toEqual(links);
    await using short = await openCrawl();
    await visit(short, { static: listingReading(links.slice(1)), browser: listingReading(links.slice(1)) });
    expect(ways(short)).toEqual(['static', 'browser']);
  });

  it('ends 404 and 410 as gone, the second time for ever', async () => {
    await using crawl = await openCrawl();
    await crawl.io.store.commit(await visit(crawl));
    for (const [count, status] of [404, 410].entries()) {
      crawl.clock.pass(3_600_000);
      crawl.web.answers = { [`static ${url}`]: { status, html } };
      await crawl.io.store.frontier.reopen([visitEntry(crawl)], { revisit: true, now: at(0) });
      const ending = await visit(crawl, { revisit: true });
      expect(ending).toMatchObject({
        visit: { outcome: 'dropped', reason: 'gone', status },
        pageState: { goneCount: count + 1 },
      });
      await crawl.io.store.commit(ending);
    }
    expect((await crawl.io.store.pages.get(url))?.nextVisitAt.getUTCFullYear()).toBe(9999);
  });

  it('drops a link that redirects out of the site, but not a page that a person named', async () => {
    const moved = { [`static ${url}`]: { html, movedTo: 'http://elsewhere.example/login' } };
    await using crawl = await openCrawl();
    crawl.web.answers = moved;
    expect(await visit(crawl)).toMatchObject({
      visit: { outcome: 'dropped', reason: 'out-of-scope', detail: expect.stringContaining('elsewhere.example/login') },
      article: null,
      next: { kind: 'done' },
    });
    await using named = await openCrawl();
    named.web.answers = moved;
    expect((await visit(named, { depth: 0 })).visit.outcome).toBe('stored');
  });

  it('has one schedule for a page that two addresses lead to, by the one where it was read', async () => {
    const there = canonicalUrl('http://gazette.example/there');
    await using crawl = await openCrawl();
    const { store } = crawl.io;
    crawl.web.answers = { [`static ${url}`]: { html, movedTo: there } };
    const first = await visit(crawl);
    expect(first).toMatchObject({ pageState: { url: there, visits: 1 }, alsoVisited: [{ url: there, kind: 'page' }] });
    await store.commit(first);
    expect(await store.frontier.get(there)).toMatchObject({ state: 'done' });
    await store.frontier.reopen([visitEntry(crawl)], { revisit: false, now: at(0) });
    crawl.clock.pass(60_000);
    expect(await visit(crawl)).toMatchObject({ visit: { changed: false }, pageState: { url: there, visits: 2 } });
  });

  it('gives up the schedule of an address that has moved to one with its own', async () => {
    const there = canonicalUrl('http://gazette.example/there');
    await using crawl = await openCrawl();
    const { store } = crawl.io;
    const other = await crawl.claim({ url: there });
    await store.commit(endingOf(other, { pageState: pageState(there) }));
    await store.commit(await visit(crawl));
    await store.frontier.reopen([visitEntry(crawl)], { revisit: true, now: at(0) });
    crawl.web.answers = { [`static ${url}`]: { html, movedTo: there } };
    const { pageState: given } = await visit(crawl, { revisit: true });
    expect({ url: given?.url, year: given?.nextVisitAt.getUTCFullYear() }).toEqual({ url, year: 9999 });
  });

  it('fails with other errors of the server', async () => {
    await using crawl = await openCrawl();
    crawl.web.answers = { [`static ${url}`]: { status: 418, html } };
    await expect(visit(crawl)).rejects.toMatchObject({ kind: 'unreachable', message: 'the site answered 418' });
  });
});

/** The page as `watch` opens it again. */
const visitEntry = ({ clock }: FakeCrawl) => ({
  url,
  kind: 'page' as const,
  host: 'gazette.example',
  site: 'gazette.example',
  sourceId: null,
  depth: 1,
  maxDepth: 1,
  linkTitle: null,
  priority: 0.1,
  dueAt: clock.now(),
});

describe('a re-visit', () => {
  const validators = { etag: '"1"', 'last-modified': 'Sat, 21 Nov 2026 08:00:00 GMT' };

  async function again(crawl: FakeCrawl, given: Given = {}): Promise<VisitResult> {
    await crawl.io.store.commit(await visit(crawl, given));
    crawl.clock.pass(1_800_000);
    await crawl.io.store.frontier.reopen([visitEntry(crawl)], { revisit: true, now: at(0) });
    crawl.asked.length = 0;
    return visit(crawl, { ...given, revisit: true });
  }

  it('sends a conditional request; a 304 needs no render and no extraction', async () => {
    await using crawl = await openCrawl();
    crawl.web.answers = { [`static ${url}`]: { html, headers: validators } };
    await crawl.io.store.commit(await visit(crawl));
    crawl.clock.pass(1_800_000);
    await crawl.io.store.frontier.reopen([visitEntry(crawl)], { revisit: true, now: at(0) });
    crawl.web.answers = { [`static ${url}`]: { status: 304, html: '' } };
    const ending = await visit(crawl, { revisit: true });
    expect(crawl.asked.at(-1)?.headers).toEqual({
      'if-none-match': validators.etag,
      'if-modified-since': validators['last-modified'],
    });
    expect(ending).toMatchObject({
      visit: { outcome: 'dropped', reason: 'unchanged', changed: false, status: 304 },
      pageState: { visits: 2, changes: 1, observedMs: 1_800_000, etag: '"1"' },
      article: null,
    });
  });

  it('counts the age from the date of the article, also after answers 304', async () => {
    await using crawl = await openCrawl();
    const dated = articleReading(url);
    const publishedAt = { value: '2020-01-01', precision: 'day' as const };
    const old = { ...dated, draft: dated.draft === null ? null : { ...dated.draft, publishedAt } };
    crawl.web.answers = { [`static ${url}`]: { html, headers: validators } };
    await crawl.io.store.commit(await visit(crawl, { static: old }));
    crawl.web.answers = { [`static ${url}`]: { status: 304, html: '' } };
    const states = [];
    for (let round = 0; round < 3; round += 1) {
      crawl.clock.pass(86_400_000);
      await crawl.io.store.frontier.reopen([visitEntry(crawl)], { revisit: true, now: at(0) });
      const ending = await visit(crawl, { revisit: true });
      states.push(ending.pageState?.nextVisitAt.getUTCFullYear());
      await crawl.io.store.commit(ending);
    }
    expect(states).toEqual([2026, 2026, 9999]);
  });

  it('sends no conditions if only a rendered page has the text: its shell never changes', async () => {
    await using crawl = await openCrawl();
    crawl.web.answers = {
      [`static ${url}`]: { html, headers: validators },
      [`browser ${url}`]: { html, headers: validators },
    };
    const { visit: ended } = await again(crawl, { static: shell });
    expect(crawl.asked.map(({ way, headers }) => [way, headers])).toEqual([
      ['static', {}],
      ['browser', {}],
    ]);
    expect(ended).toMatchObject({ outcome: 'stored', changed: false });
  });

  it('sees a changed text by its simhash', async () => {
    await using crawl = await openCrawl();
    const same = await again(crawl);
    expect(same).toMatchObject({ visit: { changed: false }, pageState: { changes: 1 } });
    await crawl.io.store.commit(same);
    crawl.clock.pass(1_800_000);
    await crawl.io.store.frontier.reopen([visitEntry(crawl)], { revisit: true, now: at(0) });
    const other = await visit(crawl, { static: articleReading(url, { simhash: '0000ffff0000ffff' }), revisit: true });
    expect(other).toMatchObject({ visit: { changed: true }, pageState: { changes: 2 } });
  });
});

describe('a page without its required fields', () => {
  it('fails with a bundle: snapshot, screenshot of the open page, rule trace', async () => {
    const jpeg = await sharp({ create: { width: 640, height: 400, channels: 3, background: 'teal' } })
      .jpeg()
      .toBuffer();
    await using crawl = await openCrawl();
    crawl.web.answers = { [`browser ${url}`]: { html, jpeg } };
    const trace = [{ rule: 'title', why: 'h1 matched nothing' }];
    const broken = noDraft({ pageType: 'article', reason: 'layout-changed', detail: 'no title', trace });
    const ending = await visit(crawl, { static: broken, browser: broken });
    const { failure } = ending;
    expect(ending).toMatchObject({
      visit: { outcome: 'failed', reason: 'layout-changed', failureId: failure?.id, via: 'browser' },
      failure: {
        url,
        reason: 'layout-changed',
        detail: 'no title',
        trace,
        extractor: 'generic',
        run: 'run-1',
        at: at(0),
      },
      next: { kind: 'failed' },
    });
    expect(failure).not.toHaveProperty('live');
    const blobs = [failure?.snapshot, failure?.screenshot, failure?.thumbnail].map((hash) =>
      crawl.io.store.blobs.get(hash as never),
    );
    const [page, picture, small] = await Promise.all(blobs);
    expect(page?.length).toBeGreaterThan(0);
    for (const webp of [picture, small]) expect(Buffer.from(webp?.subarray(8, 12) ?? []).toString()).toBe('WEBP');
    expect(crawl.open()).toBe(0);
  });
});

describe('a page whose body is probably wrong', () => {
  const doubtful = (confidence: number): Reading => {
    if (story.draft === null) throw new Error('the stand-in has no draft');
    const provenance = { ...story.draft.provenance, body: { by: 'generic', confidence } } as const;
    return { ...story, draft: { ...story.draft, provenance } };
  };

  it('fails with a bundle instead of being stored', async () => {
    await using crawl = await openCrawl({ render: 'static', minConfidence: 0.3 });
    const { visit: ended, failure, article, next } = await visit(crawl, { static: doubtful(0.2) });
    expect(ended).toMatchObject({ outcome: 'failed', reason: 'low-confidence', failureId: failure?.id });
    expect(failure).toMatchObject({ reason: 'low-confidence', detail: expect.stringContaining('below 0.3') });
    expect(await crawl.io.store.blobs.get(failure?.snapshot as never)).not.toBeNull();
    expect({ article, next }).toEqual({ article: null, next: { kind: 'failed' } });
  });

  it('is tried in the browser first', async () => {
    await using crawl = await openCrawl({ minConfidence: 0.3 });
    const { visit: ended } = await visit(crawl, { static: doubtful(0.2), browser: doubtful(0.9) });
    expect({ ways: ways(crawl), outcome: ended.outcome, via: ended.via }).toEqual({
      ways: ['static', 'browser'],
      outcome: 'stored',
      via: 'browser',
    });
  });

  it('is stored where the site accepts it', async () => {
    await using crawl = await openCrawl({ render: 'static', minConfidence: 0 });
    expect((await visit(crawl, { static: doubtful(0.2) })).visit.outcome).toBe('stored');
  });
});

describe('media of a page', () => {
  const silent = { ...story, pageType: 'video' as const };
  const lost = () => Promise.reject(new NewshawkError('unreachable', 'the clip server is silent'));

  it('that should have some and gave none: the article is stored, and a failure shows the play', async () => {
    await using crawl = await openCrawl({ render: 'static', media: { isPlayPage: () => true, resolve: lost } });
    const { visit: ended, article, failure } = await visit(crawl, { static: silent });
    expect({ outcome: ended.outcome, failureId: ended.failureId, id: article?.id }).toEqual({
      outcome: 'stored',
      failureId: failure?.id,
      id: articleId(url),
    });
    expect(failure).toMatchObject({
      reason: 'layout-changed',
      detail: expect.stringContaining('a video page without media'),
      media: { noMedia: 'no-media', endedBy: expect.stringContaining('the clip server is silent') },
    });
  });

  it('that play elsewhere are links of the crawl', async () => {
    const next = ['/play/a'];
    const isPlayPage = () => ({ play: false, reason: 'not-play-page', next }) as const;
    await using crawl = await openCrawl({ render: 'static', media: { isPlayPage, resolve: lost } });
    const { links: found, failure } = await visit(crawl, { static: silent });
    expect({ found: found.map((one) => one.url), failure }).toEqual({
      found: ['http://gazette.example/play/a'],
      failure: null,
    });
  });

  it('are not looked for if the page ended on another site', async () => {
    await using crawl = await openCrawl({ render: 'static', media: { isPlayPage: () => true, resolve: lost } });
    crawl.web.answers = { [`static ${url}`]: { html, movedTo: 'http://elsewhere.example/a' } };
    const { visit: ended, failure } = await visit(crawl, { static: silent, depth: 0 });
    expect({ outcome: ended.outcome, failure }).toEqual({ outcome: 'stored', failure: null });
  });
});
