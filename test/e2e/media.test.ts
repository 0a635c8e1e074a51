import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Demo } from '../../demo/server.ts';
import { type DemoCrawl, type Ended, openDemo, startCrawl } from '../support/demo-crawl.ts';

const harbour = 'http://harbour-gazette.example';
const clicked = `${harbour}/video/seagrass-from-below`;

let demo: Demo & AsyncDisposable;
let folder = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'newshawk-media-'));
  demo = await openDemo();
});
afterAll(async () => {
  await demo[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

/** One command to its end. */
const run = (args: readonly string[], given: Partial<DemoCrawl> = {}): Promise<Ended> =>
  startCrawl({ demo, store: `file:${folder}/store`, args, ...given }).ended;

describe('a site resolver', { timeout: 60_000 }, () => {
  it('finds without a browser what the page asks for at a click only', async () => {
    const { code, stdout } = await run(['media', clicked, '--render', 'static']);
    const { items } = JSON.parse(stdout);
    expect([code, items.length]).toEqual([0, 1]);
    expect(items[0]).toMatchObject({
      ...{ url: `${harbour}/media/seagrass/index.m3u8`, delivery: 'hls', role: 'main' },
      ...{ reasons: ["the site's own resolver"], durationMs: expect.any(Number), headers: { referer: clicked } },
    });
  });

  it('is the only one where the configuration says so', async () => {
    const env = { NEWSHAWK_MEDIA: 'sites' };
    expect((await run(['media', clicked, '-f', 'urls'], { env })).stdout).toContain('seagrass/index.m3u8');
    const bare = await mkdtemp(join(folder, 'bare-'));
    const without = { ...env, NEWSHAWK_SCRAPERS: bare };
    const { code, stdout } = await run(['media', clicked], { env: without });
    expect([code, JSON.parse(stdout)]).toEqual([31, { items: [], reason: 'no-resolver' }]);
  });
});
