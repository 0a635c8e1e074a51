import { readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { isAboutToExpire } from '../../src/cli/media/fresh-media.ts';
import { NewshawkError } from '../../src/errors.ts';
import type { MediaItem } from '../../src/model/media/media-item.ts';
import type { VisitResult } from '../../src/storage/port.ts';
import { at, claimOf, ending, entry, mediaItem } from '../storage/records.ts';
import { cli } from '../support/app/cli.ts';
import { type FakeApp, keptOpen, now, openFakeApp } from '../support/app/fake-app.ts';

const page = 'http://video.example/watch';
const endsAt = (minutes: number) => ({
  expiresAt: { at: new Date(now.getTime() + minutes * 60_000).toISOString(), param: 'e', source: 'epoch' },
});
const lasting = mediaItem('http://cdn.example/lasting.m3u8', endsAt(60));
const ending1 = mediaItem('http://cdn.example/f.m3u8?e=1', endsAt(1));
const signed = mediaItem('http://cdn.example/f.m3u8?e=2', endsAt(30));

let app: FakeApp | null = null;
afterEach(async () => {
  await app?.[Symbol.asyncDispose]();
});

/** A store with the media of one page, and what refreshing one of them gives. */
async function openApp(media: readonly MediaItem[], refreshMedia: FakeApp['refreshMedia']): Promise<FakeApp> {
  app = await openFakeApp({ refreshMedia, empty: true });
  const { storeOfTest: store } = app;
  await store.frontier.put([entry(page)], at(0));
  const [task] = await store.frontier.claim(claimOf({ limit: 1 }));
  if (task === undefined) throw new Error('no task could be claimed');
  const given: Partial<VisitResult> = { media };
  await store.commit(ending(task, given));
  return Object.assign(app, { store: async () => ({ ...store, media: store.media }) });
}

describe('export -f urls', () => {
  it('signs URLs again that are about to expire, and stores them', async () => {
    const asked: string[] = [];
    const given = await openApp(
      [lasting, ending1, mediaItem('http://cdn.example/ad.mp4', { role: 'ad' })],
      async ({ url }) => {
        asked.push(url);
        return signed;
      },
    );
    const { code, stdout } = await cli(['export', '-f', 'urls'], { app: keptOpen(given) });
    expect({ code, stdout: stdout.trim().split('\n').sort(), asked }).toEqual({
      code: 0,
      stdout: [signed.url, lasting.url].sort(),
      asked: [ending1.url],
    });
    const stored = await given.storeOfTest.media.find({ limit: 9 });
    expect(stored.map(({ url }) => url)).toContain(signed.url);
    expect(stored.map(({ url }) => url)).not.toContain(ending1.url);
    expect((await cli(['export', '-f', 'urls'], { app: given })).stdout).toContain(signed.url);
    expect(asked).toHaveLength(1);
  });

  it.each<[string, FakeApp['refreshMedia'], string]>([
    ['its page no longer has it', async () => null, 'no longer has it'],
    [
      'its page is down',
      () => Promise.reject(new NewshawkError('unreachable', 'no answer.')),
      'could not be signed again: no answer.',
    ],
  ])('gives the old address and says so where %s', async (_, refresh, words) => {
    const given = await openApp([ending1], refresh);
    const { code, stdout, stderr } = await cli(['export', '-f', 'urls'], { app: given });
    expect({ code, stdout, stderr }).toEqual({
      code: 0,
      stdout: `${ending1.url}\n`,
      stderr: expect.stringContaining(words),
    });
  });

  it('takes a site, a time and a file', async () => {
    const given = await openApp([lasting], async () => signed);
    const file = join(tmpdir(), `newshawk-urls-${process.pid}.txt`);
    await cli(['export', '-f', 'urls', '-o', file, '--site', 'video.example', '--since', '2h'], {
      app: keptOpen(given),
    });
    expect(await readFile(file, 'utf8')).toBe(`${lasting.url}\n`);
    await rm(file);
    expect((await cli(['export', '-f', 'urls', '--site', 'other.example'], { app: keptOpen(given) })).stdout).toBe('');
    expect((await cli(['export', '-f', 'urls', '--since', '1m'], { app: given })).stdout).toBe('');
    expect((await cli(['export', '-f', 'urls', '--topic', 'energy'])).code).toBe(2);
  });
});

describe('media download', () => {
  it('knows pages and ids only', async () => {
    const given = await openApp([], async () => null);
    const { code, stderr } = await cli(['media', 'download', 'nothing'], { app: given });
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining('"nothing" is neither a page') });
  });

  it('signs the URL of a stored medium again, then says which tool is missing', async () => {
    const given = await openApp([ending1], async () => signed);
    const [stored] = await given.storeOfTest.media.find({ limit: 1 });
    const argv = ['media', 'download', stored?.id ?? ''];
    const { code, stderr } = await cli(argv, { app: keptOpen(given), env: { PATH: '/nowhere' } });
    expect({ code, stderr }).toEqual({ code: 4, stderr: expect.stringContaining('no yt-dlp and no ffmpeg in PATH') });
    expect(await given.storeOfTest.media.find({ limit: 9 })).toMatchObject([{ url: signed.url, id: stored?.id }]);
  });
});

it('an address that ends in less than two minutes is about to expire', () => {
  const item = (minutes: number) => ({ expiresAt: { at: at(minutes).toISOString(), param: null, source: 'epoch' } });
  expect([item(-1), item(1), item(3), { expiresAt: null }].map((one) => isAboutToExpire(one, at(0)))).toEqual([
    ...[true, true, false, false],
  ]);
});
