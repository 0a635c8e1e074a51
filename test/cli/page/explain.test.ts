import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Explanation } from '../../../src/commands/page/explain.ts';
import { articleId } from '../../../src/model/article/article-id.ts';
import { canonicalUrl } from '../../../src/model/web/canonical-url.ts';
import type { VisitResult } from '../../../src/storage/port.ts';
import { commitArticles } from '../../storage/commit-articles.ts';
import { article, at, claimOf, ending, entry, failure, pageState, source, visit } from '../../storage/records.ts';
import { cli } from '../../support/app/cli.ts';
import { type FakeApp, hostile, keptOpen, openFakeApp } from '../../support/app/fake-app.ts';
import { evidenceOf } from '../../support/known-format.ts';

const page = 'http://gazette.example/news/a-story';
const moved = 'http://gazette.example/go/3';
let app: FakeApp;

/** Commands close their app; the one of these tests lives on. */
const run = (...argv: string[]) => cli(argv, { app: keptOpen(app) });
const explained = async (target: string): Promise<Explanation> =>
  JSON.parse((await run('explain', target, '--json')).stdout);

async function commit(url: string, fields: Partial<VisitResult>): Promise<void> {
  const { frontier } = app.storeOfTest;
  await frontier.put([entry(url, { sourceId: 'feed-1' })], at(0));
  const [task] = await frontier.claim(claimOf({ limit: 1 }));
  if (task === undefined) throw new Error(`${url} could not be claimed`);
  await app.storeOfTest.commit(ending(task, { ...fields, visit: { ...visit(task), ...fields.visit } }));
}

beforeAll(async () => {
  app = await openFakeApp();
  const story = article(articleId(entry(page).url), { url: entry(page).url, title: hostile });
  const different = { at: at(4), url: entry(page).url, result: 'differs' as const, detail: 'body overlap 0.60' };
  const evidence = evidenceOf('/news/{slug}', { compared: 3, enough: 2, comparisons: [different], updatedAt: at(4) });
  const state = pageState(page, { visits: 3, changes: 2, observedMs: 7_200_000 });
  await commit(page, { article: story, pageState: state, format: evidence });
  const task = { url: entry(moved).url };
  await commit(moved, {
    visit: { articleId: story.id, ...task } as VisitResult['visit'],
    format: evidenceOf('/go/{number}'),
  });
  const broken = failure('f9', { trace: [{ rule: 'title', why: 'h1 matched nothing' }] });
  const failed = { outcome: 'failed', reason: 'layout-changed', failureId: 'f9', renderReason: null, via: null };
  await commit('http://gazette.example/news/broken-page', {
    failure: broken,
    visit: failed as VisitResult['visit'],
    next: { kind: 'failed' },
  });
  await app.storeOfTest.sources.save(
    source('list-1', {
      kind: 'listing',
      url: 'http://gazette.example/latest',
      nextPollAt: at(90),
      lastPolledAt: at(50),
    }),
  );
});
afterAll(() => app[Symbol.asyncDispose]());

describe('explain', () => {
  it('shows the proxies that may serve the site, with what they did there this week', async () => {
    const use = { day: '2026-11-21', proxy: '203.0.113.7:3128-ab12cd34', site: 'gazette.example', bytes: 900 };
    await app.storeOfTest.proxies.saveUses([{ ...use, tries: 8, successes: 7, blocked: 1 }], 'w1');
    expect((await run('explain', page)).stdout).toContain(
      '203.0.113.7:3128-ab12cd34: weight 0.80; 7 of 8 visits succeeded, 1 were blocked this week',
    );
    expect((await explained(page)).ways).toMatchObject([{ isListed: false, tries: 8, weight: 0.8 }]);
  });

  it('shows what is known of a page, and what will be done next and why', async () => {
    const { code, stdout } = await run('explain', page);
    expect(code).toBe(0);
    for (const line of [
      /state +done/,
      /found by +source feed-1/,
      /visits +3; its text changed 1 times in 2h/,
      /asks with +ETag/,
      /status +published, revision 1/,
      /topic +energy 0\.500, kept: grid 100 %/,
      /category +business 0\.90 by model abc: grid 100 %/,
      /title by json-ld/,
      /format +gazette\.example \/news\/\{slug\}/,
      /evidence +3 comparisons, static was enough in 2; last 2026-11-21 08:04/,
      /compared +2026-11-21 08:04 differs \(body overlap 0\.60\)/,
      /next +in the browser\. browser: 1 of the last 1 comparisons differed/,
      /stored +static 200 +120ms +static: it was enough/,
    ])
      expect(stdout).toMatch(line);
  });

  it('shows for a site which of its selectors match', async () => {
    const { code, stdout } = await run('explain', 'gazette.example');
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /no match +byline ".*" 0 of 12; last missed 2026-11-21 08:03 on http:\/\/gazette\.example\/a1/,
    );
    expect((await explained(page)).ownRules?.rules).toHaveLength(1);
    expect((await run('explain', 'nobody.example')).code).toBe(31);
  });

  it('shows what an update changed', async () => {
    const url = canonicalUrl('http://gazette.example/updated');
    const draftOf = (body: string) => ({ url, body: `${body}\n\nBoats wait.` });
    await commitArticles(app.storeOfTest, [article(articleId(url), draftOf('The quay is open.'))]);
    await commitArticles(app.storeOfTest, [
      article(articleId(url), { ...draftOf('The quay is closed.'), fetchedAt: at(9) }),
    ]);
    const { stdout } = await run('explain', url);
    expect(stdout).toMatch(
      /updates\n +revision 1 +replaced 2026-11-21 08:09\n +-The quay is open\.\n +\+The quay is closed\./,
    );
  });

  it('gives the same as JSON, without the text of the article', async () => {
    const explanation = await explained(page);
    expect(explanation).toMatchObject({
      url: page,
      site: { host: 'gazette.example' },
      source: null,
      frontier: { state: 'done' },
      page: { visits: 3 },
      article: { status: 'published', relation: null, canonicalAddress: page, canonicalBy: 'only', mediaItems: 0 },
      render: { mode: 'auto', format: '/news/{slug}', evidence: { compared: 3 }, next: { ways: 'browser' } },
      visits: [{ outcome: 'stored', renderReason: 'static: it was enough' }],
      failure: null,
    });
    for (const text of ['body', 'bodyHtml', 'markdown']) expect(explanation.article).not.toHaveProperty(text);
  });

  it('finds the article of a page that redirects', async () => {
    expect((await explained(moved)).article?.url).toBe(page);
  });

  it('shows why the last visit failed, and says of a page of a known format how it would be fetched', async () => {
    const { stdout } = await run('explain', 'http://gazette.example/news/broken-page');
    expect(stdout).toMatch(/id +f9 \(`newshawk failures show f9`\)/);
    expect(stdout).toMatch(/rule +title: h1 matched nothing/);
    expect(stdout).toMatch(/failed: layout-changed +not fetched/);
    expect(await explained('http://gazette.example/news/never-seen')).toMatchObject({ frontier: null, visits: [] });
  });

  it('shows the schedule of a source, by its id or its URL', async () => {
    const { stdout } = await run('explain', 'list-1');
    expect(stdout).toMatch(/id +list-1, listing, weight 1/);
    expect(stdout).toMatch(/next poll +2026-11-21 09:30, not due: interval/);
    expect(stdout).toMatch(/active +Asia\/Shanghai/);
    expect(stdout).toMatch(/format +gazette\.example source \/latest/);
    expect((await explained('feed-1')).render.next).toEqual({ ways: 'static', reason: 'a feed is text' });
  });

  it('ends with 31 where nothing is known, with 2 where nothing is named', async () => {
    for (const target of ['http://nowhere.example/', 'no-such-id']) {
      const { code, stdout, stderr } = await run('explain', target);
      expect({ code, stdout }).toEqual({ code: 31, stdout: '' });
      expect(stderr).toContain(`Nothing is known about ${target}`);
    }
    expect((await run('explain', ' ')).code).toBe(2);
    expect((await run('explain')).code).toBe(2);
  });

  it('lets no page speak to the terminal', async () => {
    await commit('http://gazette.example/esc', {
      visit: { detail: '\u001b[2Jcleared', renderReason: 'a\nb' } as VisitResult['visit'],
    });
    const { stdout } = await run('explain', 'http://gazette.example/esc');
    expect(stdout).not.toContain('\u001b[2J');
    expect(stdout).not.toContain('a\nb');
  });
});
