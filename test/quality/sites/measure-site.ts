import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type SiteScore, type StoredArticle, scoreSite } from '../../../bench/sites/compare.ts';
import type { RecordedSite } from '../../../bench/sites/recorded-site.ts';
import { openRecordedSite } from '../../../bench/sites/site-server.ts';
import { openApp } from '../../../src/main.ts';
import type { Group, Measure } from '../floors.ts';
import { digestOf } from '../pages.ts';

/** A crawl of a site: what it stored, and what it asked for. */
export interface CrawledSite {
  readonly score: SiteScore;
  readonly stored: readonly StoredArticle[];
  /** How often each path was asked for. */
  readonly requests: ReadonlyMap<string, number>;
}

/** One page at a time: the order of the walk, and with it the number of requests, is the same on every machine. */
const concurrency = 1;

/**
 * Crawls a site by its address alone, in this process, with an empty store that is deleted at the end.
 * @param render `static` for sites whose pages need no browser: comparisons with a browser would take most of the time, and have tests of their own
 */
export async function crawlSite(site: RecordedSite, render: 'auto' | 'static'): Promise<CrawledSite> {
  await using served = await openRecordedSite(site);
  const folder = await mkdtemp(join(tmpdir(), 'newshawk-whole-site-'));
  try {
    const stored = await crawl(served.origin, folder, render);
    const requests = [...served.requests.values()].reduce((sum, count) => sum + count, 0);
    const score = scoreSite(site, { stored, requests, seconds: 0, exitCode: 0 });
    return { score, stored, requests: served.requests };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function crawl(origin: string, folder: string, render: string): Promise<StoredArticle[]> {
  await using app = await openApp({
    env: {
      ...process.env,
      NEWSHAWK_STORE: `file:${folder}/store`,
      NEWSHAWK_SCRAPERS: folder,
      NEWSHAWK_ALLOW_NETWORKS: new URL(origin).host,
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

/** The measures of a crawled site for the floors. */
export function siteGroup(site: RecordedSite, { score }: CrawledSite): Group {
  const { recall, precision, title, date, author, requestRatio } = score;
  const shares = Object.entries({ recall, precision, title, date, author }).flatMap(
    ([name, value]): [string, Measure][] => (value === null ? [] : [[name, { value, better: 'higher' }]]),
  );
  return {
    name: `whole site: ${site.name}`,
    digest: digestOf([site.responses, site.truth]),
    measures: {
      ...Object.fromEntries(shares),
      'requests per article and list page': { value: requestRatio, better: 'lower' },
    },
  };
}
