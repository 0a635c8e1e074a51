import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openApp } from '../../src/main.ts';
import type { RenderMode } from '../../src/model/crawl/task.ts';
import type { FormatEvidence } from '../../src/model/page/format-evidence.ts';
import { openScriptedSite, type ScriptedKind, type ScriptedSite } from '../support/scripted-site/open-scripted-site.ts';

// Crawls of articles whose source shows no media: scripts build the player, or nothing.

interface Crawled {
  /** Numbers of the articles with a film. */
  readonly films: readonly number[];
  readonly articles: number;
  readonly formats: readonly FormatEvidence[];
  /** What the visits say of how they were fetched. */
  readonly reasons: readonly string[];
}

interface CrawlPlan {
  /** Addresses, crawl by crawl. */
  readonly crawls: readonly (readonly string[])[];
  readonly concurrency: number;
  readonly render: RenderMode;
}

async function crawl(
  site: ScriptedSite,
  { crawls = [site.urls], concurrency = 2, render = 'auto' }: Partial<CrawlPlan> = {},
): Promise<Crawled> {
  const folder = await mkdtemp(join(tmpdir(), 'newshawk-scripted-'));
  try {
    for (const targets of crawls) await crawlOnce(site, folder, targets, { concurrency, render });
    await using app = await open(site, folder, render);
    const store = await app.store();
    const media = await store.media.find({ limit: 99 });
    const pages = new Set(media.filter(({ role }) => role === 'main').map(({ pageUrl }) => String(pageUrl)));
    return {
      films: site.urls.flatMap((url, number) => (pages.has(url) ? [number] : [])),
      articles: await store.articles.count({}),
      formats: await store.formats.ofHost(`127.0.0.1:${site.port}`),
      reasons: (await store.visits.find({ limit: 99 })).map(({ renderReason }) => renderReason ?? ''),
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const open = (site: ScriptedSite, folder: string, render: RenderMode) =>
  openApp({
    env: {
      ...process.env,
      NEWSHAWK_ALLOW_NETWORKS: `127.0.0.1:${site.port}`,
      NEWSHAWK_STORE: `file:${folder}/store`,
      NEWSHAWK_HOST_GAP_MS: '0',
      NEWSHAWK_RENDER: render,
    },
    cwd: folder,
    logLevel: 'error',
    logJson: false,
    logStream: process.stderr,
  });

async function crawlOnce(
  site: ScriptedSite,
  folder: string,
  targets: readonly string[],
  { concurrency, render }: Pick<CrawlPlan, 'concurrency' | 'render'>,
) {
  await using app = await open(site, folder, render);
  await app.crawl({
    targets,
    limit: targets.length,
    depth: 0,
    concurrency,
    timeLimitMs: null,
    failureLimit: null,
    topic: null,
    resume: false,
    signal: new AbortController().signal,
    onProgress: () => {},
  });
}

const of = (count: number, kind: ScriptedKind): ScriptedKind[] => Array.from({ length: count }, () => kind);
const mostOf = (numbers: ReadonlyMap<number, number>): number => Math.max(0, ...numbers.values());
const kindsAt = (kinds: readonly ScriptedKind[], ...wanted: ScriptedKind[]): number[] =>
  kinds.flatMap((kind, number) => (wanted.includes(kind) ? [number] : []));
const waysOf = ({ formats }: Crawled) => formats.flatMap(({ comparisons }) => comparisons.map(({ result }) => result));

it('a crawl finds the films of players that scripts build, and their site stays static', async () => {
  const kinds = [...of(4, 'text'), 'at once', 'at a click', 'text', 'by post', 'at a click', 'text'] as const;
  await using site = await openScriptedSite(kinds);
  const crawled = await crawl(site);
  expect(crawled.films).toEqual(kindsAt(kinds, 'at once', 'at a click', 'by post'));
  expect(crawled.articles).toBe(kinds.length);
  expect(waysOf(crawled)).toEqual(['same', 'same', 'same']);
  // the texts were compared; without a hint nothing else is opened in the browser
  expect([...site.counted.values()]).toEqual([...site.counted.values()].map(() => 1));
});

it('a crawl takes a player that a comparison shows for one that is played, not for a site that needs a browser', async () => {
  const kinds = [...of(3, 'at once'), ...of(4, 'text'), 'at once'] as const;
  await using site = await openScriptedSite(kinds);
  const crawled = await crawl(site);
  expect(crawled.films).toEqual(kindsAt(kinds, 'at once'));
  expect(waysOf(crawled)).toEqual(['same', 'same', 'same']);
  expect(kindsAt(kinds, 'text').map((number) => site.runs.get(number) ?? 0)).toEqual([0, 0, 0, 0]);
});

it('a crawl tries a hint that brings nothing three times, also in later crawls', async () => {
  const kinds = [...of(3, 'text'), ...of(9, 'empty')];
  await using site = await openScriptedSite(kinds);
  const [first, second] = [site.urls.slice(0, 8), site.urls.slice(8)];
  const crawled = await crawl(site, { crawls: [first, second], concurrency: 4 });
  expect(crawled.films).toEqual([]);
  expect(crawled.reasons.filter((reason) => reason.includes('no media'))).toHaveLength(3);
  const ran = kindsAt(kinds, 'empty').reduce((sum, number) => sum + (site.runs.get(number) ?? 0), 0);
  expect(ran).toBeLessThanOrEqual(6); // three of them may have been compared
});

it('a crawl sends the POST of a page once, also where it is compared and played', async () => {
  const kinds = of(6, 'at a click');
  await using site = await openScriptedSite(kinds);
  const crawled = await crawl(site);
  expect(crawled.films).toEqual([0, 1, 2, 3, 4, 5]);
  expect(mostOf(site.counted)).toBe(1);
  expect(mostOf(site.runs)).toBe(2);
});

it('a crawl plays the pages of a site that is always rendered, which then only read', async () => {
  const kinds = ['at a click', 'text', 'at a click', 'by post'] as const;
  await using site = await openScriptedSite(kinds);
  const crawled = await crawl(site, { render: 'browser' });
  // the address of the last film comes by POST
  expect(crawled.films).toEqual(kindsAt(kinds, 'at a click'));
  expect([...site.counted]).toEqual(expect.arrayContaining(kinds.map((_, number) => [number, 1])));
});

it('a crawl plays nothing where the configuration wants static fetches', async () => {
  await using site = await openScriptedSite(['at once', 'at a click']);
  const crawled = await crawl(site, { render: 'static' });
  expect({ films: crawled.films, articles: crawled.articles, runCount: site.runs.size }).toEqual({
    films: [],
    articles: 2,
    runCount: 0,
  });
});
