import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { MediaReading } from '../../../src/app.ts';
import { CommandError, NewshawkError } from '../../../src/errors.ts';
import { type MediaItem, mediaItem } from '../../../src/model/media/media-item.ts';
import { cli } from '../../support/app/cli.ts';
import { type FakeApp, openFakeApp } from '../../support/app/fake-app.ts';

const page = 'http://x.example/v';
const route = { userAgent: 'UA', guardUrl: 'http://127.0.0.1:9' };
const reading = (media: readonly MediaItem[], noMedia: MediaReading['noMedia'] = null): MediaReading => ({
  url: page,
  media,
  noMedia,
  trace: null,
  route,
});

let app: FakeApp | null = null;
let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'newshawk-media-cli-'));
});
afterEach(async () => {
  await app?.[Symbol.asyncDispose]();
  app = null;
  await rm(folder, { recursive: true });
});

async function withReading(readMedia: FakeApp['readMedia']): Promise<FakeApp> {
  app = await openFakeApp({ readMedia });
  return Object.assign(app, { [Symbol.asyncDispose]: app[Symbol.asyncDispose] });
}

/** Each has the same whitelists before its inputs (test/commands/download/input-limits.test.ts). */
const limits =
  / (?:-protocol_whitelist \S+ -format_whitelist \S+|-f 'bv\*[^ ]*' --downloader-args '[^']*'(?: --postprocessor-args '[^']*')*)(?= )/g;

/** What `media -f <tool>` prints for these items, without the whitelists. */
const commands = async (tool: 'ffmpeg' | 'yt-dlp', ...items: MediaItem[]): Promise<string[]> =>
  (await wholeCommands(tool, ...items)).map((command) => command.replace(limits, ''));

async function wholeCommands(tool: 'ffmpeg' | 'yt-dlp', ...items: MediaItem[]): Promise<string[]> {
  const app = await withReading(async () => reading(items));
  const { stdout } = await cli(['media', page, '-f', tool], { app, cwd: folder });
  return stdout.replace(/\n$/, '').split(/\n(?=ffmpeg|yt-dlp|#)/);
}

describe('commands for downloaders', () => {
  const file = 'http://cdn.example/a.mp4';

  it('send cookies and the other headers of the player', async () => {
    const item = mediaItem(file, 'progressive', { headers: { referer: page, cookie: 'a=1; b=2' } });
    expect(await commands('ffmpeg', item)).toEqual([
      `ffmpeg -user_agent UA -headers 'referer: ${page}\r\ncookie: a=1; b=2\r\n' -i ${file} -c copy media.mp4`,
    ]);
    expect(await commands('yt-dlp', item)).toEqual([
      `yt-dlp --user-agent UA --referer ${page} --add-header 'cookie:a=1; b=2' -o 'media.%(ext)s' -- ${file}`,
    ]);
  });

  it('never let a page bring a header, an option or a command with it', async () => {
    const item = mediaItem(`${file}?'$(x)`, 'progressive', {
      headers: { 'a\r\nb': "1\r\nHost: z';ls" },
      title: '--x/../%(y)s',
    });
    expect(await commands('ffmpeg', item)).toEqual([
      `ffmpeg -user_agent UA -headers 'a b: 1 Host: z'\\'';ls\r\n' -i '${file}?'\\''$(x)' -c copy x-y-s.mp4`,
    ]);
  });

  it('put split picture and sound together, or take them one by one', async () => {
    const sound = { url: 'http://cdn.example/a.m4a', kind: 'audio', language: null, label: null } as const;
    const captions = { ...sound, kind: 'subtitles', url: 'http://cdn.example/a.vtt' } as const;
    const item = mediaItem(file, 'progressive', { companions: [captions, sound], title: 'A film' });
    expect(await commands('ffmpeg', item)).toEqual([
      `ffmpeg -user_agent UA -i ${file} -user_agent UA -i ${sound.url} -map 0:v -map 1:a -c copy A-film.mp4`,
    ]);
    expect(await commands('yt-dlp', item)).toEqual([
      `yt-dlp --user-agent UA -o 'A-film.%(ext)s' -- ${file}`,
      `yt-dlp --user-agent UA -o 'A-film.audio.%(ext)s' -- ${sound.url}`,
    ]);
  });

  it('write live streams to what can be cut off', async () => {
    const item = mediaItem('http://cdn.example/l.m3u8', 'hls', { live: 'live' });
    expect((await commands('ffmpeg', item))[0]).toMatch(/-c copy media\.mkv$/);
    expect((await commands('yt-dlp', item))[0]).toContain('--hls-use-mpegts');
  });

  it('POST where the player did', async () => {
    const item = mediaItem('http://cdn.example/f', 'progressive', { method: 'POST', body: '{"id":1}' });
    expect((await commands('ffmpeg', item))[0]).toContain(`-post_data ${Buffer.from('{"id":1}').toString('hex')} -i`);
  });

  it('name the page to another site’s player', async () => {
    const item = mediaItem('https://player.example/embed/1', 'embed');
    expect(await commands('yt-dlp', item)).toEqual([
      `yt-dlp --user-agent UA --referer ${page} -o 'media.%(ext)s' -- https://player.example/embed/1`,
    ]);
    expect((await commands('ffmpeg', item))[0]).toMatch(
      /^# https:\/\/player\.example\/embed\/1: it is another site's player/,
    );
  });

  it.each<[string, MediaItem]>([
    ['no address', mediaItem('mse:x.example/v', 'mse-capture')],
    ['no address', mediaItem('ws://x.example/v', 'websocket')],
    ['without an address (WebRTC)', mediaItem('mediastream:x#1', 'mediastream')],
    [
      'protected by DRM (com.widevine.alpha)',
      mediaItem(file, 'dash', { protection: 'cenc', drmSystems: ['com.widevine.alpha'] }),
    ],
  ])('say in a comment why there is no command: %s', async (words, item) => {
    for (const tool of ['ffmpeg', 'yt-dlp'] as const) {
      const [line = ''] = await commands(tool, item);
      expect(line).toMatch(/^# /);
      expect(line).toContain(words);
    }
  });

  it.each<[string, MediaReading]>([
    [
      'with its systems',
      reading([
        mediaItem('mse:x.example/v', 'mse-capture', { protection: 'clearkey', drmSystems: ['org.w3.clearkey'] }),
      ]),
    ],
    ['that has no address', reading([], 'drm-only')],
  ])('are not even looked for where a page has DRM, %s', async (_, drm) => {
    const app = await withReading(async () => drm);
    const { code, stderr } = await cli(['media', 'download', page, '-o', folder], { app });
    expect({ code, stderr }).toEqual({ code: 31, stderr: expect.stringContaining('protected by DRM') });
  });

  it('write a manifest without an address to a file, absolute, next to what is there', async () => {
    const playlist = '#EXTM3U\n#EXT-X-KEY:METHOD=AES-128,URI="../k"\n#EXTINF:4,\ns0.ts\n';
    const mpd = '<?xml version="1.0"?><MPD type="static"><Period><BaseURL>v/</BaseURL></Period></MPD>';
    const base = 'http://cdn.example/a/b/?x&y';
    const hls = mediaItem('inline:1', 'hls', { inlineManifest: playlist, inlineManifestBase: base });
    const dash = mediaItem('inline:2', 'dash', { inlineManifest: mpd, inlineManifestBase: base });
    const [command, two] = await commands('ffmpeg', hls, dash);
    expect(command).toContain(`-f hls -allowed_extensions ALL -i pipe:0 -c copy media.mp4 < ${folder}/media.m3u8`);
    expect(two).toContain(`-f dash -i pipe:0 -c copy media-2.mp4 < ${folder}/media-2.mpd`);
    expect(await readFile(join(folder, 'media.m3u8'), 'utf8')).toBe(
      '#EXTM3U\n#EXT-X-KEY:METHOD=AES-128,URI="http://cdn.example/a/k"\n#EXTINF:4,\nhttp://cdn.example/a/b/s0.ts\n',
    );
    expect(await readFile(join(folder, 'media-2.mpd'), 'utf8')).toContain(
      '<MPD type="static"><BaseURL>http://cdn.example/a/b/</BaseURL><Period>',
    );
  });

  it('give yt-dlp such a manifest as a data: address in a list', async () => {
    const inlineManifest = '#EXTM3U\n#EXTINF:4,\ns0.ts\n';
    const item = mediaItem('inline:1', 'hls', { inlineManifest, inlineManifestBase: 'http://cdn.example/a/' });
    expect((await commands('yt-dlp', item))[0]).toMatch(/ -a - < \S+\/media\.url\.txt$/);
    const list = await readFile(join(folder, 'media.url.txt'), 'utf8');
    const [, encoded = ''] = /^data:application\/vnd\.apple\.mpegurl;base64,(\S+)\n$/.exec(list) ?? [];
    expect(Buffer.from(encoded, 'base64').toString()).toContain('http://cdn.example/a/s0.ts');
  });
});

it.each(['http://cdn.example/', 'about:srcdoc', null])(
  'newshawk media gives a tool no manifest that names files of this machine, and lets ffmpeg read none (base %s)',
  async (base) => {
    const playlist =
      '#EXTM3U\n#EXT-X-KEY:METHOD=AES-128,URI="file:///etc/key"\n#EXTINF:4,\nfile:///etc/passwd\nconcat:/etc/a\n';
    const mpd =
      '<MPD><Period><BaseURL>file:///etc/</BaseURL><SegmentTemplate media="subfile,,start,0,end,9,,:/etc/passwd"/></Period></MPD>';
    const hls = mediaItem('inline:1', 'hls', { inlineManifest: playlist, inlineManifestBase: base });
    const dash = mediaItem('inline:2', 'dash', { inlineManifest: mpd, inlineManifestBase: base });
    // with this option a playlist that the manifest names could read files
    expect((await commands('yt-dlp', hls, dash)).join()).not.toContain('--enable-file-urls');
    const [command = ''] = await wholeCommands('ffmpeg', hls, dash);
    expect(/-protocol_whitelist (\S+)/.exec(command)?.[1]?.split(',')).not.toContain('file');
    for (const name of ['media.m3u8', 'media-2.mpd']) {
      const text = await readFile(join(folder, name), 'utf8');
      expect(text).not.toMatch(/file:|concat:|subfile/);
      expect(text).toContain('https://refused.invalid/');
    }
  },
);

describe('media --batch', () => {
  const item = mediaItem('http://cdn.example/a.mp4', 'progressive', { role: 'main' });
  const lines = (stdout: string) =>
    stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));

  it('gives a line for each page in their order, mistakes included', async () => {
    const others = Promise.withResolvers<void>();
    const app = await withReading(async ({ url }) => {
      if (url.endsWith('slow')) await others.promise;
      if (url.endsWith('/a')) others.resolve();
      if (url.endsWith('down')) throw new NewshawkError('unreachable', 'no answer');
      return url.endsWith('none') ? reading([], 'login-required') : reading([item]);
    });
    const stdin = [
      'http://x.example/slow\n\nhttp://x.exa',
      'mple/a\nno address\n{"id":7,"url":"http://x.example/none"}\n{x\n',
      'http://x.example/down',
    ];
    const { code, stdout } = await cli(['media', '--batch', '-j', '3'], { app, stdin });
    expect(code).toBe(0);
    expect(lines(stdout)).toMatchObject([
      { url: 'http://x.example/slow', reason: 'done', items: [{ url: item.url, delivery: 'progressive' }] },
      { url: 'http://x.example/a', reason: 'done' },
      {
        url: 'no address',
        reason: 'error',
        items: [],
        error: { kind: 'misconfigured', message: /no http\(s\) address/ },
      },
      { id: 7, url: 'http://x.example/none', reason: 'login-required', items: [] },
      { url: '{x', reason: 'error', error: { message: /neither an address nor JSON/ } },
      { url: 'http://x.example/down', reason: 'error', error: { kind: 'unreachable', message: 'no answer' } },
    ]);
  });

  it('has no more pages in work than its option allows', async () => {
    let [now, most] = [0, 0];
    const both = Promise.withResolvers<void>();
    const app = await withReading(async () => {
      most = Math.max(most, ++now);
      if (now === 2) both.resolve();
      await both.promise;
      now--;
      return reading([item]);
    });
    const stdin = [Array.from({ length: 9 }, (_, n) => `http://x.example/${n}\n`).join('')];
    const { stdout } = await cli(['media', '--batch', '-j', '2'], { app, stdin });
    expect({ lineCount: lines(stdout).length, most }).toEqual({ lineCount: 9, most: 2 });
  });

  it('answers a line before the next one comes', async () => {
    const app = await withReading(async () => reading([item]));
    const [stdin, stdout] = [new PassThrough(), new PassThrough()];
    const ended = cli(['media', '--batch', '-j', '4'], { app, ...({ stdin, stdout } as object) });
    const answers = stdout[Symbol.asyncIterator]();
    for (const name of ['a', 'b']) {
      stdin.write(`http://x.example/${name}\n`);
      const { value } = await answers.next();
      expect(JSON.parse(String(value))).toMatchObject({ url: `http://x.example/${name}`, reason: 'done' });
    }
    stdin.end();
    expect((await ended).code).toBe(0);
  });

  it('ends at Ctrl-C with what is in work, also while stdin is silent', async () => {
    let press = () => {};
    const app = await withReading(async () => {
      press();
      return reading([item]);
    });
    const silent = new PassThrough();
    silent.write('http://x.example/a\n');
    const { code, stdout } = await cli(['media', '--batch', '-j', '4'], {
      app,
      ctrlC: (pressed) => (press = pressed),
      ...({ stdin: silent } as object),
    });
    expect({ code, lineCount: lines(stdout).length }).toEqual({ code: 11, lineCount: 1 });
  });

  it('ends where no page could be read anyway', async () => {
    const app = await withReading(() => Promise.reject(new CommandError(10, 'there is no browser')));
    const { code, stderr } = await cli(['media', '--batch'], { app, stdin: ['http://x.example/a\n'.repeat(3)] });
    expect({ code, stderr }).toEqual({ code: 10, stderr: expect.stringContaining('there is no browser') });
  });

  it.each([
    [['media', '--batch', page]],
    [['media', '--batch', '-f', 'urls']],
    [['media', '--batch', '--probe']],
    [['media']],
  ])('refuses what does not go together: %j', async (argv) => {
    expect((await cli(argv)).code).toBe(2);
  });
});

it('newshawk media says that there is no ffprobe', async () => {
  const item = mediaItem('http://cdn.example/a.mp4', 'progressive', { role: 'main' });
  const app = await withReading(async () => reading([item]));
  const { code, stdout, stderr } = await cli(['media', page, '--probe'], { app, env: { PATH: folder } });
  expect({ code, itemCount: JSON.parse(stdout).items.length, stderr }).toEqual({
    code: 0,
    itemCount: 1,
    stderr: expect.stringContaining('ffprobe is not in PATH'),
  });
});
