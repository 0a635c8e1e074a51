import { describe, expect, it } from 'vitest';
import { checkStore } from '../../../src/commands/store/check-store.ts';
import { concludeVisit, visitPage } from '../../../src/crawl/visit-page.ts';
import { canonicalUrl } from '../../../src/model/web/canonical-url.ts';
import { fingerprint } from '../../../src/stages/dedupe/fingerprint.ts';
import { entry, label } from '../../storage/records.ts';
import { crawlOf, type FakeCrawl, openCrawl } from '../../support/crawl-ports.ts';
import { articleReading, link } from '../../support/readings.ts';

const origin = 'http://gazette.example';
const stories = [
  {
    path: '/bridge',
    title: 'The bridge is open again',
    body: 'About four hundred people walked across the harbour bridge before the first bus was let through, some of them carrying the lanterns that they had used on the ferry during the winter.\n\nThe council says that the repair cost nine million, a third less than was feared, because the foundations turned out to be sound.',
  },
  {
    path: '/bakery',
    title: 'A bakery closes after a century',
    body: 'Three generations of one family had kneaded dough in the cellar below the old town hall, and the oven that they used until yesterday was built from the ballast of a schooner.\n\nNobody has been found who wants to rise at two every night, so the shop will become a place where bicycles are mended.',
  },
  {
    path: '/rowers',
    title: 'Rowers win on the northern lake',
    body: 'With a lead of two lengths the eight from the southern quay crossed the line, although one of its oars had split shortly after the start and was held together by a belt.\n\nTheir trainer, who sells ropes for a living, had promised to swim home if they won, and kept his word in the evening.',
  },
];
/** A list whose page reads like an article. */
const list = { path: '/news', title: 'News of the harbour', body: stories.map(({ body }) => body).join('\n\n') };

const urlOf = ({ path }: typeof list) => canonicalUrl(`${origin}${path}`);

function readingOf(page: typeof list) {
  const { title, body } = page;
  const reading = articleReading(urlOf(page), { body });
  const draft = reading.draft && { ...reading.draft, title, body, lang: 'en' };
  const links = (page === list ? stories : [list]).map((one) => link(urlOf(one)));
  return { ...reading, draft, links, fingerprint: draft && fingerprint(draft) };
}

/** Visits pages in turn, each of which reads as an article, and commits what they give. */
async function visit(crawl: FakeCrawl, pages: readonly (typeof list)[]): Promise<void> {
  const services = crawlOf(crawl);
  for (const page of pages) {
    crawl.web.answers = { [`static ${urlOf(page)}`]: { html: '<p>A page</p>' } };
    crawl.web.read = () => readingOf(page);
    await crawl.io.store.frontier.put([entry(urlOf(page))], new Date(0));
    const task = await crawl.io.store.frontier.take(urlOf(page), {
      now: crawl.clock.now(),
      owner: 'me',
      leaseMs: 60_000,
    });
    if (task === null) throw new Error(`${page.path} is not to be had`);
    const identity = await crawl.io.identities.pick(task.site);
    const ending = await concludeVisit(services, await visitPage(services, task, identity));
    await crawl.io.store.commit(ending);
  }
}

const stored = async ({ io }: FakeCrawl) =>
  (await io.store.articles.find({})).map(({ url, status }) => `${new URL(url).pathname} ${status}`).sort();
const allPublished = stories.map(({ path }) => `${path} published`).sort();

describe('a list that reads like an article', () => {
  it.each([
    ['after two of its pages', [stories[0], list, stories[1], stories[2]]],
    ['before all of its pages', [list, ...stories]],
    ['after all of its pages', [...stories, list]],
  ])('is not left in the store, and swallows nothing: visited %s', async (_, pages) => {
    await using crawl = await openCrawl({ render: 'static' });
    await visit(crawl, pages as readonly (typeof list)[]);
    expect(await stored(crawl)).toEqual(allPublished);
    expect((await checkStore(crawl.io.store)).defects.filter(({ what }) => !what.includes('blob'))).toEqual([]);
  });

  it('stays where a person labelled it', async () => {
    await using crawl = await openCrawl({ render: 'static' });
    await visit(crawl, [list]);
    const [article] = await crawl.io.store.articles.find({});
    await crawl.io.store.labels.put([label(article?.id ?? '', true)]);
    await visit(crawl, stories);
    expect(await stored(crawl)).toContain('/news published');
  });
});
