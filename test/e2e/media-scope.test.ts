import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { App } from '../../src/app.ts';
import { openApp } from '../../src/main.ts';
import type { MediaItem } from '../../src/model/media/media-item.ts';
import type { NoMediaReason } from '../../src/model/page/page.ts';
import { thaw } from '../../src/stages/snapshot/freeze.ts';
import type { MediaPage } from '../support/media-site/media-page.ts';
import { type MediaSite, openMediaSite } from '../support/media-site/open-media-site.ts';

// What a crawl decides about the media of a page without playing it, and where it may play one. The site answers under two names, of which one is crawled.

const text = '<p>The night ferry left the harbour an hour late, and the film shows why that was.</p>'.repeat(8);
const article = (title: string, body: string): string =>
  `<!doctype html><html lang="en"><head><title>${title}</title></head><body><article><h1>${title}</h1>${text}${body}</article></body></html>`;
const elsewhere: MediaPage = {
  name: 'a film on another host',
  html: article('The other host', '<video controls src="/media/pilot.mp4" width="640"></video>'),
  expect: null,
};
const moved: MediaPage = { name: 'a page that leads there', html: '', redirectsTo: '', expect: null };
const framed: MediaPage = {
  name: 'a film in a frame with an ordinary address',
  html: article('The frame', '<iframe src="/files/scope-frame" width="640" height="360"></iframe>'),
  files: {
    '/files/scope-frame':
      '<!doctype html><video controls muted width="600"></video><script>document.querySelector("video").src = ["/media", "barge.mp4"].join("/");</script>',
  },
  expect: null,
};
const plain: MediaPage = {
  name: 'an article with a chart in a frame',
  html: article('The chart', '<iframe src="/files/scope-chart" width="640" height="300"></iframe>'),
  files: { '/files/scope-chart': '<!doctype html><svg></svg><p>Ferries a year</p>' },
  expect: null,
};

interface Visited {
  readonly noMedia: NoMediaReason | null;
  readonly media: readonly MediaItem[];
}

let folder: string;
let site: MediaSite;
let app: App;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'newshawk-media-scope-'));
  const pages: MediaPage[] = [elsewhere, framed, plain];
  site = await openMediaSite(pages);
  pages.push({ ...moved, redirectsTo: `http://localhost:${site.port}/page/0` });
  const env = {
    ...process.env,
    NEWSHAWK_ALLOW_NETWORKS: `127.0.0.1:${site.port},[::1]:${site.port}`,
    NEWSHAWK_STORE: `file:${folder}/store`,
    NEWSHAWK_HOST_GAP_MS: '0',
    NEWSHAWK_MEDIA_BUDGET_MS: '4000',
  };
  app = await openApp({ env, cwd: folder, logLevel: 'error', logJson: false, logStream: process.stderr });
});

afterAll(async () => {
  await app?.[Symbol.asyncDispose]();
  await site?.[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

/** What a crawl of these pages stored, by address. */
async function crawl(targets: readonly string[]): Promise<Map<string, Visited>> {
  await app.crawl({
    targets,
    limit: targets.length,
    depth: 0,
    concurrency: 1,
    timeLimitMs: null,
    failureLimit: null,
    topic: null,
    resume: false,
    signal: new AbortController().signal,
    onProgress: () => {},
  });
  const store = await app.store();
  const visited = new Map<string, Visited>();
  for (const { url, snapshot } of await store.visits.find({ limit: 50 })) {
    const bytes = snapshot === null ? null : await store.blobs.get(snapshot);
    if (bytes !== null) visited.set(url, await thaw(bytes));
  }
  return visited;
}

describe('a crawl', () => {
  it('plays what is in its scope, also in a frame, and nothing on another host', async () => {
    const [leads, frame, chart] = [3, 1, 2].map((number) => `${site.origin}/page/${number}`);
    const visited = await crawl([leads, frame, chart].flatMap((url) => url ?? []));
    expect(visited.get(leads ?? '')).toMatchObject({ noMedia: 'domain-not-allowed', media: [] });
    expect(visited.get(frame ?? '')?.media).toMatchObject([{ url: `${site.origin}/media/barge.mp4`, role: 'main' }]);
    expect(visited.get(chart ?? '')).toMatchObject({ noMedia: 'not-video-page', media: [] });
  });
});
