import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import type { LivePage } from '../../src/browser-port.ts';
import { type FailureFacts, failureBundle } from '../../src/crawl/failure/failure-bundle.ts';
import { at, entry, failure, mediaItem } from '../storage/records.ts';
import { openCrawl } from '../support/crawl-ports.ts';

const task = { ...entry('http://gazette.example/a'), attempts: 0, revisit: false, lease: 'l' };

function facts(screenshot: LivePage['screenshot'] | null, given: Partial<FailureFacts> = {}): FailureFacts {
  const { run, reason, detail, snapshot, trace, extractor } = failure('f');
  // Of the open page only the picture is asked for.
  const [versions, logs] = [
    { scraper: 'abc', wrapper: 2 },
    { requests: [], console: [] },
  ];
  return { task, run, at: at(1), reason, detail, snapshot, trace, extractor, screenshot, versions, logs, ...given };
}

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: 'teal' } })
    .jpeg()
    .toBuffer();

describe('failureBundle', () => {
  it('keeps the picture as WebP, and a thumbnail', async () => {
    await using crawl = await openCrawl();
    const { blobs } = crawl.io.store;
    const bundle = await failureBundle(
      facts(async () => picture(1280, 800)),
      blobs,
      crawl.io.log,
    );
    const sizes = [bundle.screenshot, bundle.thumbnail].map(async (hash) => {
      const bytes = hash === null ? null : await blobs.get(hash);
      const { format, width, height } = await sharp(bytes ?? undefined).metadata();
      return { format, width, height };
    });
    expect(await Promise.all(sizes)).toEqual([
      { format: 'webp', width: 1280, height: 800 },
      { format: 'webp', width: 320, height: 200 },
    ]);
    expect(Object.keys(bundle).sort()).toEqual(Object.keys(failure('f')).sort());
  });

  it('draws frames around headline and text', async () => {
    await using crawl = await openCrawl();
    const regions = [
      { of: 'title', x: 100, y: 40, width: 400, height: 50 },
      { of: 'body', x: 100, y: 120, width: 900, height: 2_000 },
    ] as const;
    const bundle = await failureBundle(
      facts(async () => picture(1280, 800), { regions }),
      crawl.io.store.blobs,
      crawl.io.log,
    );
    const bytes = bundle.screenshot === null ? null : await crawl.io.store.blobs.get(bundle.screenshot);
    const { data, info } = await sharp(bytes ?? undefined)
      .raw()
      .toBuffer({ resolveWithObject: true });
    const colorAt = (x: number, y: number) =>
      [0, 1, 2].map((channel) => data[(y * info.width + x) * info.channels + channel] ?? 0);
    const isMost = (channel: number, [r = 0, g = 0, b = 0]: number[]) => [r, g, b][channel] === Math.max(r, g, b);
    expect([isMost(2, colorAt(300, 40)), isMost(1, colorAt(100, 400))]).toEqual([true, true]);
    const [background, frame] = [colorAt(1200, 100), colorAt(300, 40)];
    expect(background).not.toEqual(frame);
    expect(info.height).toBe(800);
  });

  it('keeps how media were looked for: steps with small pictures, candidates without what is private', async () => {
    await using crawl = await openCrawl();
    const { blobs } = crawl.io.store;
    const candidate = mediaItem('http://cdn.example/a.mp4', { headers: { cookie: 'session=secret' } });
    const steps = [
      { atMs: 350, what: 'started 1 media elements', screenshot: await picture(1280, 800) },
      { atMs: 900, what: 'ended: time', screenshot: new TextEncoder().encode('no jpeg') },
    ];
    const mediaSearch = {
      noMedia: 'no-media' as const,
      playLinks: [],
      trace: { steps, endedBy: 'time', candidates: [candidate] },
    } as const;
    const bundle = await failureBundle(facts(null, { mediaSearch }), blobs, crawl.io.log);
    const [first, second] = bundle.media?.steps ?? [];
    const bytes = first?.screenshot == null ? null : await blobs.get(first.screenshot);
    expect(await sharp(bytes ?? undefined).metadata()).toMatchObject({ format: 'webp', width: 800, height: 500 });
    expect({ screenshot: second?.screenshot, event: crawl.logged[0]?.event }).toEqual({
      screenshot: null,
      event: 'failure.no-screenshot',
    });
    expect(bundle.media).toMatchObject({ noMedia: 'no-media', endedBy: 'time', candidates: [{ url: candidate.url }] });
    expect(JSON.stringify(bundle)).not.toContain('secret');
  });

  it('does not enlarge a small picture', async () => {
    await using crawl = await openCrawl();
    const { thumbnail } = await failureBundle(
      facts(async () => picture(200, 100)),
      crawl.io.store.blobs,
      crawl.io.log,
    );
    const bytes = thumbnail === null ? null : await crawl.io.store.blobs.get(thumbnail);
    expect(await sharp(bytes ?? undefined).metadata()).toMatchObject({ width: 200, height: 100 });
  });

  it.each([
    ['no browser was asked', null],
    ['the renderer does not answer', async () => null],
  ])('has no picture where %s', async (_, screenshot) => {
    await using crawl = await openCrawl();
    const bundle = await failureBundle(facts(screenshot), crawl.io.store.blobs, crawl.io.log);
    expect({ screenshot: bundle.screenshot, thumbnail: bundle.thumbnail, logged: crawl.logged }).toEqual({
      screenshot: null,
      thumbnail: null,
      logged: [],
    });
  });

  it('is kept without a broken picture, and says so', async () => {
    await using crawl = await openCrawl();
    const broken = async () => new TextEncoder().encode('no jpeg');
    const bundle = await failureBundle(facts(broken), crawl.io.store.blobs, crawl.io.log);
    expect(bundle).toMatchObject({ screenshot: null, thumbnail: null, detail: 'no title' });
    expect(crawl.logged).toMatchObject([{ level: 'warn', event: 'failure.no-screenshot', fields: { url: task.url } }]);
  });

  it('has one id per page and run', async () => {
    await using crawl = await openCrawl();
    const idOf = async (given: Partial<FailureFacts>) =>
      (await failureBundle(facts(null, given), crawl.io.store.blobs, crawl.io.log)).id;
    const other = { ...task, url: entry('http://gazette.example/b').url };
    const first = await idOf({});
    expect(first).toMatch(/^[0-9a-f]{12}$/);
    expect(await idOf({ detail: 'another try' })).toBe(first);
    expect(new Set([first, await idOf({ run: 'run-2' }), await idOf({ task: other })]).size).toBe(3);
  });
});
