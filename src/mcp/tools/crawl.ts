import { z } from 'zod';
import type { App } from '../../app.ts';
import { articleId } from '../../model/article/article-id.ts';
import { discoverKinds, pathOfScope } from '../../model/crawl/crawl-scope.ts';
import type { CrawlReport } from '../../run/report.ts';
import { parseSince } from '../inputs.ts';
import { defineTool, ToolError } from '../tool.ts';
import { briefRow, rowOf, rowText } from './article-rows.ts';

/** Apps that crawl now. Two runs at once would fight for the same hosts. */
const running = new WeakSet<App>();

export const crawlTool = defineTool({
  name: 'crawl',
  title: 'Crawl sites',
  description:
    'Crawls sites or pages: fetches them politely (robots.txt, pauses), follows links to new articles, extracts, finds copies, judges topics, and stores what it keeps. It is bounded by pages and time, and returns counts and the articles of this run. It takes about a second per page.',
  input: z.object({
    targets: z
      .array(z.string().trim().min(1).max(8_192))
      .min(1)
      .max(20)
      .describe('http(s) addresses of pages or sites, or hosts that have a scraper'),
    limit: z.int().min(1).max(200).default(20).describe('pages, at most'),
    depth: z.int().min(0).max(3).default(1).describe('how many links away from a target a page may be'),
    under: z
      .array(
        z
          .string()
          .refine((text) => pathOfScope(text) !== null, 'write a path that begins with /, without host, ? and #')
          .transform((text) => pathOfScope(text) ?? text),
      )
      .max(20)
      .default([])
      .describe('fetch only addresses below these paths, such as /sport/'),
    since: z
      .string()
      .optional()
      .describe('skip articles published before: a date (2026-01-01) or an age (90m, 2h, 7d)'),
    discover: z
      .array(z.enum(discoverKinds))
      .optional()
      .describe('what is followed beside articles; default: lists, and feeds and sitemaps as the server is configured'),
    articlesOnly: z.boolean().default(false).describe('store only articles; follow only links to articles and lists'),
    timeLimitSeconds: z
      .int()
      .min(5)
      .max(900)
      .default(45)
      .describe('the crawl ends after this time, and keeps what it has'),
  }),
  output: z.object({
    runId: z.string(),
    ended: z.string().describe('why: finished, incomplete, limit, time-limit, interrupted, failure-limit, no-browser'),
    pages: z.int(),
    outcomes: z.record(z.string(), z.int()).describe('number of visits by how they ended'),
    reasons: z.record(z.string(), z.int()).describe('drops and failures by reason'),
    seconds: z.number(),
    articles: z.array(briefRow).describe('stored or updated by this run'),
    articlesLeftOut: z.int().describe('further articles of this run: search_articles lists them'),
  }),
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: true },
  run: async (app, { targets, limit, depth, timeLimitSeconds, ...scope }, { signal, progress }) => {
    if (running.has(app)) throw new ToolError('A crawl of this server is running: wait for its end, then call again.');
    running.add(app);
    try {
      const report = await app.crawl({
        targets,
        limit,
        depth,
        scope: {
          ...scope,
          since: scope.since === undefined ? null : parseSince(scope.since, app.clock.now()),
          discover: scope.discover ?? null,
        },
        concurrency: null,
        timeLimitMs: timeLimitSeconds * 1_000,
        failureLimit: null,
        topic: null,
        resume: false,
        signal,
        onProgress: ({ done, queued, stored, last }) =>
          progress(done, limit, `${stored} stored, ${queued} queued. ${last}`),
      });
      return answerOf(report, await articlesOf(app, report.runId));
    } finally {
      running.delete(app);
    }
  },
});

/** Articles in one answer, at most. */
const maxArticles = 50;

async function articlesOf(app: App, run: string): Promise<z.input<typeof briefRow>[]> {
  const store = await app.store();
  const visits = await store.visits.find({ run, outcome: 'stored', limit: 1_000 });
  const ids = new Set(visits.map(({ url }) => articleId(url)));
  const since = visits.reduce((first, { startedAt }) => (startedAt < first ? startedAt : first), app.clock.now());
  // an article's address may differ from the visited one: the rest is found by time
  const recent = await store.articles.list({ since, limit: 1_000 });
  const addresses = new Set<string>(visits.map(({ url }) => url));
  return recent
    .filter(({ id, url, canonicalUrl }) => ids.has(id) || addresses.has(url) || addresses.has(canonicalUrl))
    .map(rowOf);
}

function answerOf(report: CrawlReport, articles: z.input<typeof briefRow>[]) {
  const { pages, byOutcome, byReason } = report.summary;
  const shown = articles.slice(0, maxArticles);
  const seconds = Math.round(report.elapsedMs / 100) / 10;
  const counts = Object.entries(byOutcome).map(([outcome, count]) => `${count} ${outcome}`);
  const reasons = Object.entries(byReason).map(([reason, count]) => `${count} ${reason}`);
  const lines = [
    `Run ${report.runId} ended (${report.ended}) after ${seconds} s: ${pages} pages${counts.length === 0 ? '' : `, ${counts.join(', ')}`}.`,
    ...(reasons.length === 0 ? [] : [`Not kept or failed: ${reasons.join(', ')}. The tool failures says more.`]),
    ...shown.map(rowText),
    ...(articles.length > shown.length
      ? [`[${articles.length - shown.length} more: search_articles lists them.]`]
      : []),
  ];
  return {
    data: {
      runId: report.runId,
      ended: report.ended,
      pages,
      outcomes: { ...byOutcome },
      reasons: { ...byReason },
      seconds,
      articles: shown,
      articlesLeftOut: articles.length - shown.length,
    },
    text: lines.join('\n'),
  };
}
