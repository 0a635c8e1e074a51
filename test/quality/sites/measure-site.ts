import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type SiteScore, type StoredArticle, scoreSite } from '../../../bench/sites/compare.ts';
import type { RecordedSite } from '../../../bench/sites/recorded-site.ts';
import { openRecordedSite, type ServedSite } from '../../../bench/sites/site-server.ts';
import { openApp } from '../../../src/main.ts';
import type { Group, Measure } from '../floors.ts';
import { digestOf } from '../pages.ts';
import { makeSite } from './make-site.ts';
import { type SitePlan, sitePlans } from './plans.ts';

/** One page at a time: the order of the walk, and with it the number of requests, is the same on every machine. */
const concurrency = 1;
/** Pages are chosen by their addresses for a second look: with a free port in them, others are in each run. */
const [address, knownPort] = ['127.0.0.1', 8_000];

/**
 * Crawls a site by its address alone, in this process, with an empty store that is deleted at the end. Only sites that load more have a browser: comparisons of
 * other pages with it would take most of the time, and have tests of their own.
 */
export async function crawlPlanned({ paging }: SitePlan, site: RecordedSite): Promise<SiteScore> {
  await using served = await openRecordedSite(site, address, knownPort);
  const folder = await mkdtemp(join(tmpdir(), 'newshawk-whole-site-'));
  try {
    const stored = await crawl(served, folder, paging === 'scroll' || paging === 'button' ? 'auto' : 'static');
    const requests = [...served.requests.values()].reduce((sum, count) => sum + count, 0);
    return scoreSite(site, { stored, requests, seconds: 0, exitCode: 0 });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function crawl(
  { origin, port }: ServedSite,
  folder: string,
  render: 'auto' | 'static',
): Promise<StoredArticle[]> {
  await using app = await openApp({
    env: {
      ...process.env,
      NEWSHAWK_STORE: `file:${folder}/store`,
      NEWSHAWK_SCRAPERS: folder,
      NEWSHAWK_ALLOW_NETWORKS: `${address}:${port}`,
      NEWSHAWK_CONNECT_TO: `${address}:${knownPort}=${address}:${port}`,
      NEWSHAWK_HOST_GAP_MS: '0',
      NEWSHAWK_RENDER: render,
    },
    cwd: folder,
    logLevel: 'error',
    logJson: false,
    logStream: process.stderr,
  });
  await app.crawl({
    targets: [`${origin}/`],
    limit: null,
    depth: null,
    concurrency,
    timeLimitMs: null,
    failureLimit: null,
    topic: null,
    resume: false,
    signal: new AbortController().signal,
    onProgress: () => {},
  });
  const stored: StoredArticle[] = [];
  for await (const article of (await app.store()).articles.stream({})) stored.push(article);
  return stored;
}

/** How the names of the groups of whole sites begin. */
export const wholeSite = 'whole site: ';

/** Crawls all generated sites, one after the other. @param onScore called for each site */
export async function measureSites(onScore: (group: string, score: SiteScore) => void): Promise<Group[]> {
  const groups: Group[] = [];
  for (const plan of sitePlans) {
    const site = makeSite(plan);
    const score = await crawlPlanned(plan, site);
    groups.push(siteGroup(site, score));
    onScore(`${wholeSite}${plan.name}`, score);
  }
  return groups;
}

/** The measures of a crawled site for the floors. */
export function siteGroup(site: RecordedSite, score: SiteScore): Group {
  const { recall, precision, title, date, author, requestRatio } = score;
  const shares = Object.entries({ recall, precision, title, date, author }).flatMap(
    ([name, value]): [string, Measure][] => (value === null ? [] : [[name, { value, better: 'higher' }]]),
  );
  return {
    name: `${wholeSite}${site.name}`,
    digest: digestOf([site.responses, site.truth]),
    measures: {
      ...Object.fromEntries(shares),
      'requests per article and list page': { value: requestRatio, better: 'lower' },
    },
  };
}
