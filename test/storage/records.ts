import { createHash } from 'node:crypto';
import type { Article } from '../../src/model/article/article.ts';
import type { Failure } from '../../src/model/crawl/failure.ts';
import type { Source } from '../../src/model/crawl/source.ts';
import type { Subscription } from '../../src/model/crawl/subscription.ts';
import type { Task } from '../../src/model/crawl/task.ts';
import type { Visit } from '../../src/model/crawl/visit.ts';
import type { WorkerBeat } from '../../src/model/crawl/worker-beat.ts';
import { mediaItem as blankMediaItem, type MediaItem } from '../../src/model/media/media-item.ts';
import type { PageState } from '../../src/model/page/page-state.ts';
import type { ContentHash } from '../../src/model/page/snapshot.ts';
import type { Seed } from '../../src/model/seed/seed.ts';
import type { CalibrationStep, Label } from '../../src/model/topic/label.ts';
import type { StoredModel } from '../../src/model/topic/stored-model.ts';
import { canonicalUrl, hostOf } from '../../src/model/web/canonical-url.ts';
import type { ClaimRequest, FrontierEntry } from '../../src/storage/crawl/frontier-port.ts';
import type { VisitResult } from '../../src/storage/port.ts';

/** @param minutes after the tests' fixed start */
export const at = (minutes: number): Date => new Date(Date.UTC(2026, 10, 21, 8, 0, 0, 7) + minutes * 60_000);

export function entry(url: string, overrides: Partial<FrontierEntry> = {}): FrontierEntry {
  const key = canonicalUrl(url);
  const host = hostOf(key);
  return {
    url: key,
    kind: 'page',
    host,
    site: host,
    sourceId: null,
    depth: 1,
    maxDepth: 2,
    priority: 0.5,
    linkTitle: null,
    dueAt: at(0),
    ...overrides,
  };
}

export const claimOf = (overrides: Partial<ClaimRequest> = {}): ClaimRequest => ({
  now: at(1),
  limit: 100,
  perHost: 100,
  restingHosts: new Set<string>(),
  owner: 'tester',
  leaseMs: 60_000,
  sites: null,
  ...overrides,
});

export const sha = (text: string): string => createHash('sha256').update(text).digest('hex');

export function article(id: string, overrides: Partial<Article> = {}): Article {
  const url = canonicalUrl(`http://gazette.example/${id}`);
  const body = overrides.body ?? `The body of ${id}. `.repeat(10);
  return {
    id,
    url,
    canonicalUrl: url,
    site: 'gazette.example',
    pageType: 'article',
    title: `Title of ${id}`,
    body,
    bodyHtml: `<p>${body}</p>`,
    markdown: body,
    authors: ['Ada Example'],
    source: null,
    section: 'news',
    tags: ['a'],
    publishedAt: { value: '2026-11-20T10:00:00Z', precision: 'second' },
    modifiedAt: null,
    description: null,
    lang: 'en',
    leadImage: null,
    images: [],
    posts: [],
    media: [],
    data: { rating: 4.5, tickers: ['ABC'] },
    provenance: { title: { by: 'json-ld', confidence: 0.9 } },
    extractor: 'generic/1',
    snapshot: sha(`snapshot of ${id}`) as ContentHash,
    via: 'static',
    fingerprint: {
      bodyHash: sha(body),
      simhash: sha(id).slice(0, 16),
      titleKeywords: [`${id}-one`, `${id}-two`, 'x'],
      bodyKeywords: [`${id}-body`],
      sketch: [],
    },
    topics: [{ topic: 'energy', score: 0.5, kept: true, terms: [{ term: 'grid', share: 1 }] }],
    category: { label: 'business', probability: 0.9, by: 'model', model: 'abc', terms: [{ term: 'grid', share: 1 }] },
    onTopic: true,
    judgedBy: 'energy-1',
    evidence: [],
    newsTerms: [`${id}-term`],
    weight: 1,
    joins: [],
    comparedUpTo: null,
    firstSeenAt: at(2),
    fetchedAt: at(2),
    ...overrides,
  };
}

export function visit(task: Task, overrides: Partial<Visit> = {}): Visit {
  const { url, site, sourceId, kind } = task;
  return {
    id: `visit-${sha(url + task.lease).slice(0, 12)}`,
    run: 'run-1',
    url,
    site,
    sourceId,
    kind,
    startedAt: at(2),
    elapsedMs: 120,
    outcome: 'stored',
    reason: null,
    detail: '',
    via: 'static',
    renderReason: 'static: it was enough',
    status: 200,
    bytes: 1000,
    newLinks: 0,
    changed: null,
    articleId: null,
    mediaItems: 0,
    snapshot: null,
    failureId: null,
    identity: null,
    proxy: null,
    worker: 'worker-1',
    ...overrides,
  };
}

export const ending = (task: Task, overrides: Partial<VisitResult> = {}): VisitResult => ({
  task,
  visit: visit(task),
  article: null,
  media: [],
  links: [],
  alsoVisited: [],
  pointsTo: [],
  pageState: null,
  format: null,
  ownRules: null,
  seen: null,
  records: null,
  source: null,
  failure: null,
  next: { kind: 'done' },
  ...overrides,
});

export const mediaItem = (url: string, overrides: Partial<MediaItem> = {}): MediaItem =>
  blankMediaItem(url, 'hls', {
    role: 'main',
    score: 0.9,
    reasons: ['played'],
    mimeType: 'application/vnd.apple.mpegurl',
    headers: { referer: 'http://video.example/' },
    variants: [
      {
        url: `${url}/720`,
        kind: 'video',
        bandwidthBps: 3_000_000_000,
        widthPx: 1280,
        heightPx: 720,
        frameRate: 25,
        codecs: null,
        language: null,
      },
    ],
    expiresAt: { at: '2026-01-01T12:00:00.000Z', param: 'e', source: 'epoch' },
    durationMs: 61_000,
    ...overrides,
  });

export const pageState = (url: string, overrides: Partial<PageState> = {}): PageState => ({
  url: canonicalUrl(url),
  site: 'gazette.example',
  observedMs: 0,
  changes: 1,
  visits: 1,
  lastVisitAt: at(2),
  nextVisitAt: at(60),
  simhash: 'ffff0000ffff0000',
  etag: '"1"',
  lastModified: null,
  goneCount: 0,
  ...overrides,
});

export const source = (id: string, overrides: Partial<Source> = {}): Source => ({
  id,
  url: `http://gazette.example/${id}`,
  kind: 'feed',
  weight: 1,
  baseIntervalMs: 60_000,
  minFactor: 0.25,
  maxFactor: 8,
  activeWindows: [{ timeZone: 'Asia/Shanghai', days: [1, 2], fromHour: 6, toHour: 24 }],
  maxDepth: 2,
  linkSelector: null,
  render: null,
  site: 'gazette.example',
  intervalMs: 60_000,
  lastPolledAt: null,
  nextPollAt: at(0),
  contentHash: null,
  worker: null,
  enabled: true,
  steps: null,
  ...overrides,
});

export const failure = (id: string, overrides: Partial<Failure> = {}): Failure => ({
  id,
  run: 'run-1',
  url: canonicalUrl(`http://gazette.example/${id}`),
  site: 'gazette.example',
  at: at(2),
  reason: 'layout-changed',
  detail: 'no title',
  snapshot: null,
  screenshot: null,
  thumbnail: null,
  har: null,
  console: null,
  versions: { newshawk: '0.1.0', scraper: null, wrapper: null },
  trace: [{ rule: 'title', why: 'h1 matched nothing' }],
  extractor: 'generic/1',
  media: null,
  mended: null,
  ...overrides,
});

export const workerBeat = (owner: string, overrides: Partial<WorkerBeat> = {}): WorkerBeat => ({
  owner,
  run: 'run-1',
  kind: 'crawl',
  queueAwaySince: null,
  startedAt: at(0),
  at: at(1),
  pages: 5,
  failures: 1,
  pagesPerSecond: 4.5,
  load: {
    cpu: 0.94,
    loop: 0.4,
    loopDelayP99Ms: 21,
    freeMemory: 0.8,
    nodeBytes: 2e8,
    browserBytes: 1e8,
    processes: 8,
    limitedBy: 'cpu',
    fetches: { running: 9, limit: 16 },
    browserPages: { running: 4, waiting: 2, limit: 4 },
    browser: { state: 'ready' },
    launches: 1,
    contexts: 1,
    restingHosts: 1,
    throttled: 2,
    freeTries: 3,
  },
  ...overrides,
});

export const storedModel = (version: string, overrides: Partial<StoredModel> = {}): StoredModel => ({
  version,
  content: sha(version) as ContentHash,
  bytes: 1_000,
  savedAt: at(0),
  labels: ['business', 'sport'],
  examples: 40,
  report: {
    folds: 5,
    examples: 40,
    accuracy: 0.9,
    macroF1: 0.89,
    labels: [{ label: 'business', examples: 20, precision: 0.9, recall: 0.9, f1: 0.9 }],
    confusion: [
      [18, 2],
      [2, 18],
    ],
  },
  ...overrides,
});

export const label = (articleId: string, relevant: boolean, overrides: Partial<Label> = {}): Label => ({
  articleId,
  topic: 'energy',
  relevant,
  by: 'ada',
  at: at(5),
  score: 0.4,
  seenAt: at(2),
  drawn: null,
  ...overrides,
});

export const calibrationStep = (number: number, overrides: Partial<CalibrationStep> = {}): CalibrationStep => ({
  topic: 'energy',
  number,
  at: at(number),
  from: 0.25,
  to: 0.2,
  size: 0.05,
  direction: 'down',
  reference: 0.9,
  moved: 0.01,
  precision: 0.89,
  margin: 0.03,
  labels: 40,
  steady: false,
  why: 'room for coverage',
  ...overrides,
});

/** A site that a search engine named for a topic. */
export const seed = (site: string, change: Partial<Seed> = {}): Seed => ({
  topic: 'energy',
  site,
  homeUrl: `https://${site}/`,
  title: 'The grid is extended',
  rankScore: 1,
  relevance: 0.5,
  articles: 0,
  onTopic: 0,
  score: 0.5,
  decision: 'added',
  sourceId: null,
  evidence: [{ engine: 'search.example', query: 'grid', rank: 1, url: `https://${site}/grid` }],
  firstSeenAt: at(0),
  seenAt: at(1),
  addedAt: null,
  ...change,
});

/** The subscription of a source to its hub. */
export const subscription = (sourceId: string, change: Partial<Subscription> = {}): Subscription => ({
  sourceId,
  url: 'https://hub.example/',
  topic: 'https://gazette.example/feed.xml',
  token: `token-of-${sourceId}`,
  secret: 'a secret',
  state: 'wanted',
  askAt: at(0),
  asked: 0,
  expiresAt: null,
  notices: 0,
  lastNoticeAt: null,
  detail: '',
  ...change,
});
