import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Demo } from '../../demo/server.ts';
import { type DemoCrawl, type Ended, openDemo, startCrawl } from '../support/app/demo-crawl.ts';
import { filmPages } from '../support/media-site/film-pages.ts';
import { openMediaSite } from '../support/media-site/open-media-site.ts';
import { pathWithTools } from '../support/stand-in-tools.ts';

const harbour = 'http://harbour-gazette.example';
const clicked = `${harbour}/video/seagrass-from-below`;

let demo: Demo & AsyncDisposable;
let folder = '';
let tools = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'newshawk-media-'));
  tools = await pathWithTools(join(folder, 'tools'));
  demo = await openDemo();
});
afterAll(async () => {
  await demo[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

/** One command to its end. */
const run = (args: readonly string[], { env, ...given }: Partial<DemoCrawl> = {}): Promise<Ended> =>
  startCrawl({ demo, store: `file:${folder}/store`, args, env: { PATH: tools, ...env }, ...given }).ended;

describe('a site resolver', () => {
  it('finds without a browser what the page asks for at a click only', async () => {
    const { code, stdout } = await run(['media', clicked, '--render', 'static']);
    const { items } = JSON.parse(stdout);
    expect({ code, itemCount: items.length }).toEqual({ code: 0, itemCount: 1 });
    expect(items[0]).toMatchObject({
      url: `${harbour}/media/seagrass/index.m3u8`,
      delivery: 'hls',
      role: 'main',
      reasons: ["the site's own resolver"],
      durationMs: expect.any(Number),
      headers: { referer: clicked },
    });
  });

  it('is the only one where the configuration says so', async () => {
    const env = { NEWSHAWK_MEDIA: 'sites' };
    expect((await run(['media', clicked, '-f', 'urls'], { env })).stdout).toContain('seagrass/index.m3u8');
    const bare = await mkdtemp(join(folder, 'bare-'));
    const without = { ...env, NEWSHAWK_SCRAPERS: bare };
    const { code, stdout } = await run(['media', clicked], { env: without });
    expect({ code, stdout: JSON.parse(stdout) }).toEqual({ code: 31, stdout: { items: [], reason: 'no-resolver' } });
  });
});

// side by side: they wait for films
describe.concurrent('media download', () => {
  it('brings a film whole, checked, and never over another', async () => {
    const out = join(folder, 'films');
    const argv = ['media', 'download', clicked, '-o', out, '--with', 'ffmpeg', '--json'];
    const { code, stdout } = await run(argv);
    expect(code).toBe(0);
    const { file, bytes, ffprobe } = JSON.parse(stdout);
    expect(await readdir(out)).toEqual([file.slice(out.length + 1)]);
    expect(bytes).toBeGreaterThan(10_000);
    expect(ffprobe.durationMs).toBeGreaterThan(3_000);
    expect(ffprobe.streams[0].codec).toBe('h264');
    const again = await run(argv);
    expect(again).toMatchObject({ code: 2, stderr: expect.stringContaining('already exists') });
  });

  // the demo's names lead nowhere but in the egress guard (NEWSHAWK_CONNECT_TO): who gets an answer has asked there
  it('lets its tools out through the egress guard only', async () => {
    const { stdout } = await run(['media', clicked, '--probe']);
    expect(JSON.parse(stdout).items[0].ffprobe).toMatchObject({ format: 'hls', streams: [{ codec: 'h264' }, {}] });
  });

  it('records what has no address', async () => {
    const page = filmPages.find(({ name }) => name === 'bytes for MediaSource that have no address');
    if (page === undefined) throw new Error('the site has no such page any more');
    await using site = await openMediaSite([page]);
    const out = join(folder, 'recorded');
    const env = { NEWSHAWK_ALLOW_NETWORKS: `127.0.0.1:${site.port}` };
    // the page never says that its film is over
    const argv = ['media', 'download', site.urlOf(page), '-o', out, '--json', '--time-limit', '4s'];
    const { code, stdout, stderr } = await run(argv, { env });
    expect({ code, stderr }).toEqual({ code: 0, stderr: expect.stringContaining('the page is played and recorded') });
    expect(stderr).toContain('ended by: time. It may be incomplete.');
    const { file, ffprobe } = JSON.parse(stdout);
    expect({ files: await readdir(out), kind: ffprobe.streams[0].kind }).toEqual({
      files: [file.slice(out.length + 1)],
      kind: 'video',
    });
  });
});

describe('media --batch', () => {
  it('reads many pages with one browser', async () => {
    const pages = [`${harbour}/video/straddle-carrier-ballet`, `${harbour}/`, clicked];
    const { code, stdout } = await run(['media', '--batch', '-j', '2'], { input: `${pages.join('\n')}\n` });
    const lines = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect({ code, lines: lines.map(({ url }) => url) }).toEqual({ code: 0, lines: pages });
    expect(lines.map(({ items }) => items[0]?.delivery ?? null)).toEqual(['hls', null, 'hls']);
  });
});
