import { afterEach, describe, expect, it } from 'vitest';
import type { Correction } from '../../src/model/wrapper/correction.ts';
import { number, text } from '../../src/settings/data/data-fields.ts';
import { defineScraper } from '../../src/settings/scraper.ts';
import { type FakeTeacher, openFakeTeacher, type TeacherQuestion } from '../support/learning/fake-teacher.ts';
import { openTaughtCrawl, type TaughtCrawl } from '../support/learning/taught-crawl.ts';
import { articleHtml, articlePath, generatedArticle } from '../support/sites/learned-site.ts';

const host = 'ward-record.example';
const site = defineScraper({ host });
const key = 'sk-very-secret-key';
const address = (at: number): string => `https://${host}${articlePath(at)}`;

let teacher: FakeTeacher | null = null;
let crawl: TaughtCrawl | null = null;
afterEach(async () => {
  await crawl?.[Symbol.asyncDispose]();
  await teacher?.[Symbol.asyncDispose]();
  [teacher, crawl] = [null, null];
});

/** Labels that an editor would give: the standfirst belongs to the article, the line about channels does not. */
function rightLabels({ blocks, url }: TeacherQuestion): object {
  const article = generatedArticle(Number(/ward-(\d+)/.exec(url)?.[1]));
  const wanted = [article.standfirst, ...article.paragraphs].map((line) => line.slice(0, 100));
  const at = (line: string): number | null => {
    const found = blocks.findIndex((block) => block.includes(line));
    return found < 0 ? null : found;
  };
  return {
    title: at(article.title),
    date: at(article.day),
    authors: [at(article.author)].filter((one) => one !== null),
    body: blocks.flatMap((block, index) =>
      wanted.some((line) => block.startsWith(line)) ? [{ from: index, to: index }] : [],
    ),
  };
}

const open = async (reply: Parameters<typeof openFakeTeacher>[0], env: Readonly<Record<string, string>> = {}) => {
  teacher = await openFakeTeacher(reply);
  crawl = await openTaughtCrawl(site, {
    NEWSHAWK_TEACHER_URL: teacher.url,
    NEWSHAWK_TEACHER_KEY: key,
    NEWSHAWK_TEACHER_MODEL: 'labels-1',
    ...env,
  });
  return { teacher, crawl };
};

const visitAll = async (target: TaughtCrawl, from: number, to: number, layout: 'old' | 'new' = 'old') => {
  const readings = [];
  for (let at = from; at < to; at++) readings.push(await target.visit(address(at), articleHtml(at, layout)));
  return readings;
};

const stateOf = async ({ store }: TaughtCrawl) => await store.wrappers.get(host);

describe('the teacher', () => {
  it('labels two pages of a layout, and again when it drifts: at most three calls each', async () => {
    const { teacher, crawl } = await open(rightLabels);
    const before = await visitAll(crawl, 0, 30);
    expect(teacher.questions).toHaveLength(2);
    expect(before.at(-1)?.body).toContain(generatedArticle(29).standfirst);
    expect(before[0]?.body).not.toContain(generatedArticle(0).standfirst);
    await visitAll(crawl, 100, 130, 'new');
    expect((await stateOf(crawl))?.drifts).toBe(1);
    expect(teacher.questions.length).toBeLessThanOrEqual(5);
    expect(teacher.questions.length).toBeGreaterThan(2);
    const corrections = await crawl.store.wrappers.corrections(host);
    expect(new Set(corrections.map(({ by }) => by))).toEqual(new Set(['teacher']));
    const [question] = teacher.questions;
    expect(question?.headers.authorization).toBe(`Bearer ${key}`);
    expect(question?.body.model).toBe('labels-1');
    expect(question?.body.response_format.json_schema.schema.required).toEqual(['title', 'date', 'authors', 'body']);
  });

  it('is not asked while it is off, nor about a site that a person has corrected', async () => {
    teacher = await openFakeTeacher(rightLabels);
    crawl = await openTaughtCrawl(site, {});
    await visitAll(crawl, 0, 12);
    expect(teacher.questions).toHaveLength(0);
  });

  it('is not asked again after a restart', async () => {
    const { teacher, crawl } = await open(rightLabels);
    await visitAll(crawl, 0, 8);
    expect(teacher.questions).toHaveLength(2);
    await crawl.restart();
    await visitAll(crawl, 8, 30);
    expect(teacher.questions).toHaveLength(2);
  });

  it("never replaces a person's correction", async () => {
    const { teacher, crawl } = await open(rightLabels);
    const correction: Correction = { title: 'By a person', body: null, authors: null, publishedAt: null };
    const reading = await visitAll(crawl, 0, 4);
    expect(reading).toHaveLength(4);
    const snapshot = (await stateOf(crawl))?.samples[0]?.snapshot;
    for (let at = 0; at < 5; at++)
      await crawl.store.wrappers.saveCorrection({
        site: host,
        url: address(at) as never,
        snapshot: snapshot ?? (`${'0'.repeat(64)}` as never),
        correction,
        by: 'person',
        at: crawl.clock.now(),
      });
    await visitAll(crawl, 4, 8);
    expect(teacher.questions).toHaveLength(0);
    expect((await crawl.store.wrappers.correction(address(0) as never))?.correction.title).toBe('By a person');
  });
});

describe('an answer that is not right', () => {
  const failures: [string, Parameters<typeof openFakeTeacher>[0], string][] = [
    ['429', (_, response) => void response.writeHead(429, { 'retry-after': '86400' }).end(key), 'throttled'],
    ['500', (_, response) => void response.writeHead(500).end(`bad key ${key}`), 'server-error'],
    ['401', (_, response) => void response.writeHead(401).end(`bad key ${key}`), 'refused'],
    ['a redirect', (_, response) => void response.writeHead(302, { location: '/x' }).end(), 'unreachable'],
    ['silence', () => undefined, 'timed-out'],
    ['no JSON', (_, response) => void response.end('<html>'), 'no-json'],
    ['words', () => 'The title is block 3.', 'no-json'],
    ['nothing', () => '', 'empty'],
    ['too much', () => 'x'.repeat(2_000_000), 'too-large'],
    [
      'a refusal',
      (_, response) =>
        void response.end(JSON.stringify({ choices: [{ message: { content: null, refusal: `no, ${key}` } }] })),
      'refused',
    ],
  ];
  it.each(failures)(
    '%s is counted, and the crawl goes on',
    async (_, reply, failure) => {
      const { teacher, crawl } = await open(reply, { NEWSHAWK_TEACHER_TIMEOUT_MS: '200' });
      await visitAll(crawl, 0, 40);
      const state = await stateOf(crawl);
      expect(teacher.questions.length).toBeGreaterThan(0);
      expect(teacher.questions.length).toBeLessThanOrEqual(3);
      expect(state?.teaching).toMatchObject({ pages: 0, failures: { [failure]: teacher.questions.length } });
      expect(state?.live).not.toBeNull();
      expect(crawl.logged.some((line) => line.startsWith('warn teacher.failed'))).toBe(true);
      expect(crawl.logged.join('\n') + JSON.stringify(state)).not.toContain(key);
      expect(crawl.logged.filter((line) => line.startsWith('error'))).toEqual([]);
    },
    120_000,
  );

  it('with blocks that do not exist is dropped, and counted', async () => {
    const { crawl } = await open(() => ({ title: 999, date: 0, authors: [998], body: [{ from: 5, to: 900 }] }));
    await visitAll(crawl, 0, 8);
    expect((await stateOf(crawl))?.teaching).toMatchObject({ pages: 2, dropped: 8 });
    expect(await crawl.store.wrappers.corrections(host)).toEqual([]);
  });

  it('with a body elsewhere in the page is dropped', async () => {
    const { crawl } = await open(({ blocks }) => ({
      title: null,
      date: null,
      authors: [],
      body: [{ from: blocks.length - 3, to: blocks.length - 1 }],
    }));
    const readings = await visitAll(crawl, 0, 20);
    expect(await crawl.store.wrappers.corrections(host)).toEqual([]);
    expect(readings.at(-1)?.body).toContain(generatedArticle(19).paragraphs[0]);
  });
});

describe('the budget', () => {
  it.each([
    ['NEWSHAWK_TEACHER_CALLS_PER_LAYOUT', '1', 1],
    ['NEWSHAWK_TEACHER_CALLS_PER_DAY', '0', 0],
    ['NEWSHAWK_TEACHER_TOKENS_PER_SITE', '800', 1],
    ['NEWSHAWK_TEACHER_TOKENS_PER_DAY', '800', 1],
  ])(
    '%s=%s ends it',
    async (variable, value, calls) => {
      const { teacher, crawl } = await open(rightLabels, { [variable]: value });
      await visitAll(crawl, 0, 20);
      expect(teacher.questions).toHaveLength(calls);
    },
    60_000,
  );
});

describe('own data without a place', () => {
  const shop = defineScraper({ host, articles: false, data: { name: text(), rating: number() } });
  const page = (at: number) =>
    `<!doctype html><html lang="en"><body><h1 class="n">Kettle ${at}</h1><p class="r">${(at % 40) / 10 + 1} of 5</p><p>Votes: ${at * 3}</p></body></html>`;

  it('is labelled on three pages, and read from then on', async () => {
    teacher = await openFakeTeacher(({ blocks }) => ({
      title: null,
      date: null,
      authors: [],
      body: [],
      data: { name: blocks[0], rating: blocks[1]?.split(' ')[0] },
    }));
    crawl = await openTaughtCrawl(shop, { NEWSHAWK_TEACHER_URL: teacher.url });
    let last = {};
    for (let at = 11; at < 41; at++) last = (await crawl.visit(`https://${host}/p/${at}`, page(at))).values;
    expect(last).toEqual({ name: 'Kettle 40', rating: 1 });
    expect(teacher.questions).toHaveLength(3);
  });

  it('is not believed where it is not in the page', async () => {
    teacher = await openFakeTeacher(() => ({
      title: null,
      date: null,
      authors: [],
      body: [],
      data: { name: 'Ignore all that: a lamp', rating: '77' },
    }));
    crawl = await openTaughtCrawl(shop, { NEWSHAWK_TEACHER_URL: teacher.url });
    for (let at = 11; at < 30; at++) await crawl.visit(`https://${host}/p/${at}`, page(at));
    expect((await stateOf(crawl))?.teaching).toMatchObject({ pages: 3, dropped: 6 });
    expect((await stateOf(crawl))?.live).toBeNull();
  });
});
