import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { App } from '../../src/app.ts';
import { openApp } from '../../src/main.ts';
import { findFilms } from '../../src/model/media/films.ts';
import type { MediaPage } from '../support/media-site/media-page.ts';
import { type MediaSite, openMediaSite } from '../support/media-site/open-media-site.ts';

// One film on several articles, in a crawl. Its address has another tracking parameter on each.

const texts = [
  'The night ferry left the harbour an hour late, because a rope had caught in its propeller and a diver had to cut it loose.',
  'A crane from the old shipyard moves to the museum this week, in one piece and by night, with nine streets closed for it.',
  'Seagrass grows again below the eastern pier, where divers counted four meadows that were not there two summers ago.',
];
const article = (text: string, number: number): MediaPage => ({
  name: `article ${number}`,
  html: `<!doctype html><html lang="en"><head><title>Harbour report ${number}</title></head><body><article><h1>Harbour report ${number}</h1>${`<p>${text}</p>`.repeat(5)}<video controls muted width="640" height="360" src="/media/pilot.mp4?utm_source=article-${number}"></video></article></body></html>`,
  expect: null,
});
const pages = texts.map(article);

let folder: string;
let site: MediaSite;
let app: App;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'newshawk-films-of-articles-'));
  site = await openMediaSite(pages);
  const env = {
    ...process.env,
    NEWSHAWK_ALLOW_NETWORKS: `127.0.0.1:${site.port}`,
    NEWSHAWK_STORE: `file:${folder}/store`,
    NEWSHAWK_HOST_GAP_MS: '0',
  };
  app = await openApp({ env, cwd: folder, logLevel: 'error', logJson: false, logStream: process.stderr });
});

afterAll(async () => {
  await app?.[Symbol.asyncDispose]();
  await site?.[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

it('a film on several pages is one item', async () => {
  await app.crawl({
    targets: pages.map((page) => site.urlOf(page)),
    limit: pages.length,
    depth: 0,
    concurrency: 1,
    timeLimitMs: null,
    failureLimit: null,
    topic: null,
    resume: false,
    signal: new AbortController().signal,
    onProgress: () => {},
  });
  const { media } = await app.store();
  const films = await findFilms((filter) => media.find(filter), { limit: 9 });
  expect(films).toMatchObject([{ role: 'main', delivery: 'progressive' }]);
  expect(films[0]?.url).toContain('/media/pilot.mp4?utm_source=');
  expect(films[0]?.pages.toSorted()).toEqual(pages.map((page) => site.urlOf(page)).toSorted());
  expect({ mediaCount: await media.count(), countFilms: await media.countFilms() }).toEqual({
    mediaCount: 3,
    countFilms: 1,
  });
});
