import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { App, MediaReading } from '../../src/app.ts';
import { openApp } from '../../src/main.ts';
import { embedPages } from '../support/media-site/embed-pages.ts';
import { emptyPages } from '../support/media-site/empty-pages.ts';
import { filmPages } from '../support/media-site/film-pages.ts';
import { lastResortPages } from '../support/media-site/last-resort-pages.ts';
import type { MediaPage } from '../support/media-site/media-page.ts';
import { namedPages } from '../support/media-site/named-pages.ts';
import { type MediaSite, openMediaSite } from '../support/media-site/open-media-site.ts';
import { placedPages } from '../support/media-site/placed-pages.ts';
import { playedPages } from '../support/media-site/played-pages.ts';
import { rivalPages } from '../support/media-site/rival-pages.ts';
import { secondaryPages } from '../support/media-site/secondary-pages.ts';
import { signlessPages } from '../support/media-site/signless-pages.ts';
import { streamPages } from '../support/media-site/stream-pages.ts';

// Films that come to the browser in many ways, on a local site, with the real browser: what is found, and why nothing is.

const blank: MediaPage = { name: 'nothing', html: '<video controls></video>', expect: null };
const pages = [
  blank,
  ...filmPages,
  ...signlessPages,
  ...rivalPages,
  ...playedPages,
  ...placedPages,
  ...namedPages,
  ...streamPages,
  ...embedPages,
  ...lastResortPages,
  ...secondaryPages,
  ...emptyPages,
];
let folder: string;
let site: MediaSite;
let app: App;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'newshawk-films-'));
  site = await openMediaSite(pages);
  const env = {
    ...process.env,
    NEWSHAWK_ALLOW_NETWORKS: `127.0.0.1:${site.port},localhost:${site.port}`,
    NEWSHAWK_STORE: `file:${folder}/store`,
  };
  app = await openApp({ env, cwd: folder, logLevel: 'warn', logJson: false, logStream: process.stderr });
  await app.readMedia({ url: site.urlOf(blank), render: 'auto', explain: false }); // the browser starts
});

afterAll(async () => {
  await app?.[Symbol.asyncDispose]();
  await site?.[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

const read = (page: MediaPage): Promise<MediaReading> =>
  app.readMedia({ url: site.urlOf(page), render: 'auto', explain: false });
const absolute = (url: string): string => (url.startsWith('/') ? site.origin + url : url);

describe.concurrent('films', () => {
  it.each([
    ...filmPages,
    ...signlessPages,
    ...rivalPages,
    ...playedPages,
    ...placedPages,
    ...namedPages,
    ...streamPages,
    ...embedPages,
    ...lastResortPages,
    ...secondaryPages,
  ])('$name', async (page) => {
    const { media, noMedia } = await read(page);
    const { expect: wanted } = page;
    const [best] = media;
    if (wanted === null || best === undefined) throw new Error(`no item: ${noMedia}`);
    const { delivery, role, protection = 'none', method = 'GET' } = wanted;
    expect(best).toMatchObject({ delivery, role, protection, method });
    expect(best.url.slice(0, absolute(wanted.url).length)).toBe(absolute(wanted.url));
    if (wanted.hasInlineManifest === true) expect(best.inlineManifest).toMatch(/^#EXTM3U/);
    if (wanted.companion !== undefined)
      expect(best.companions.map(({ url }) => url)).toContain(absolute(wanted.companion));
    if (wanted.rendition !== undefined) expect(best.variants[0]?.url).toContain(wanted.rendition);
    if (wanted.needs !== undefined) expect(best.probe?.needs).toEqual(wanted.needs);
    if (wanted.cookie !== undefined) expect(best.headers.cookie).toContain(wanted.cookie);
    if (wanted.title !== undefined) expect(best.title).toBe(wanted.title);
    if (wanted.poster !== undefined) expect(best.poster).toBe(absolute(wanted.poster));
    if (wanted.live !== undefined) expect(best.live).toBe(wanted.live);
    if (wanted.durationMs !== undefined) expect(best.durationMs).toBe(wanted.durationMs);
    if (wanted.expires === true) expect(best.expiresAt).not.toBeNull();
    const mains = media.filter((item) => item.role === 'main').map(({ url }) => url);
    const { never } = page;
    if (never !== undefined) expect(mains.filter((url) => url.includes(never))).toEqual([]);
  });
});

describe.concurrent('films of rendered pages', () => {
  it.each([...rivalPages, ...playedPages])('$name', async (page) => {
    const reading = await app.readMedia({ url: site.urlOf(page), render: 'browser', explain: false });
    expect(reading.media[0]).toMatchObject({ role: 'main', url: absolute(page.expect?.url ?? '') });
  });
});

describe.concurrent('no films', () => {
  it.each(emptyPages)('$name', async (page) => {
    const { media, noMedia } = await read(page);
    expect(media).toEqual([]);
    expect(noMedia).toBe(page.reason);
  });
});
