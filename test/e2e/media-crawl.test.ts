import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { App } from '../../src/app.ts';
import { openApp } from '../../src/main.ts';
import { emptyPages } from '../support/media-site/empty-pages.ts';
import type { MediaPage } from '../support/media-site/media-page.ts';
import { type MediaSite, openMediaSite } from '../support/media-site/open-media-site.ts';

// Media in the crawl, and a resolver that uses the browser, on a local site.

const film = (name: string, body: string): MediaPage => ({
  name,
  html: `<!doctype html><html lang="en"><head><title>${name}</title><meta property="og:type" content="video.movie"></head><body><article><h1>${name}</h1>${'<p>The night ferry left the harbour an hour late, and the film shows why that was.</p>'.repeat(6)}${body}</article></body></html>`,
  expect: null,
});
const silent = film('silent', '<video controls style="width: 640px"></video><button class="play-btn">Play</button>');
const asked = film(
  'asked',
  `<script>window.clipOf = 'harbour'; setTimeout(() => fetch('/api/part/a?clip=' + ['pi', 'lot'].join('')), 100);</script>`,
);
const embedding = film('embedding', '<p data-embed="/page/4"></p>');
const detail = emptyPages.find(({ name }) => name === 'the page of a film that plays elsewhere');
const framed: MediaPage = { name: 'framed', html: '<video controls src="/media/barge.mp4"></video>', expect: null };
if (detail === undefined) throw new Error('the site has no such page any more');
const pages = [silent, asked, embedding, detail, framed];

const scraperAt = (port: number) => `import { defineScraper } from 'newshawk';
export default defineScraper({
  host: '127.0.0.1:${port}',
  required: ['title', 'body', 'media'],
  wrappers: [{ title: 'h1', body: 'article > p' }],
  media: {
    resolve: async ({ html, url }, { browser, resolveEmbed }) => {
      if (/<h1>asked/.test(html)) {
        const { requests, value } = await browser({ until: (one) => one.url.includes('clip=') , evaluate: 'window.clipOf' });
        const clip = requests.map((one) => new URL(one.url).searchParams.get('clip')).find((one) => one !== null);
        return [{ url: '/media/' + clip + '.mp4', title: String(value) }];
      }
      const [, embed] = /data-embed="([^"]+)"/.exec(html) ?? [];
      return embed === undefined ? 'generic' : resolveEmbed(embed);
    },
  },
});
`;

let folder: string;
let site: MediaSite;
let app: App;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'newshawk-media-crawl-'));
  site = await openMediaSite(pages);
  await mkdir(join(folder, 'scrapers/127.0.0.1'), { recursive: true });
  await writeFile(join(folder, 'scrapers/127.0.0.1/scraper.ts'), scraperAt(site.port));
  const env = {
    ...process.env,
    NEWSHAWK_ALLOW_NETWORKS: `127.0.0.1:${site.port}`,
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

describe('a resolver that uses the browser', () => {
  const read = (page: MediaPage) => app.readMedia({ url: site.urlOf(page), render: 'auto', explain: false });

  it('watches what the page asks for, and asks the page', async () => {
    const { media } = await read(asked);
    expect(media).toMatchObject([{ url: `${site.origin}/media/pilot.mp4`, title: 'harbour', probe: { magic: 'mp4' } }]);
  });

  it('hands an embedded player to the generic one', async () => {
    expect((await read(embedding)).media).toMatchObject([{ url: `${site.origin}/media/barge.mp4`, role: 'main' }]);
  });
});

describe('a crawl', () => {
  it('keeps how it looked for media that are required, and goes on to the pages that play', async () => {
    const targets = [silent, detail].map((page) => site.urlOf(page));
    await app.crawl({
      targets,
      limit: 2,
      depth: 1,
      concurrency: 2,
      timeLimitMs: null,
      failureLimit: null,
      topic: null,
      resume: false,
      signal: new AbortController().signal,
      onProgress: () => {},
    });
    const store = await app.store();
    const [failure] = await store.failures.find({ limit: 9 });
    expect(failure).toMatchObject({ url: site.urlOf(silent), detail: expect.stringContaining('media') });
    const { steps = [], noMedia, endedBy } = failure?.media ?? {};
    expect(noMedia).toBe('no-media');
    expect(['time', 'nothing left to try']).toContain(endedBy);
    expect(steps.map(({ what }) => what)).toContainEqual(expect.stringMatching(/^clicked on/));
    const bytes = await store.blobs.get(steps[0]?.screenshot ?? ('none' as never));
    expect(await sharp(bytes ?? undefined).metadata()).toMatchObject({ format: 'webp', width: 800 });
    const next = `${site.origin}/play/62` as Parameters<typeof store.frontier.get>[0];
    expect(await store.frontier.get(next)).toMatchObject({ depth: 1 });
  });
});
