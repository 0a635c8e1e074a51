import { chmod, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { chooseTool } from '../../../src/commands/download/choose-tool.ts';
import { type DownloadRequest, downloadMedia } from '../../../src/commands/download/download.ts';
import { muxTracks } from '../../../src/commands/download/mux.ts';
import { runTool } from '../../../src/commands/download/tool.ts';
import { mediaItem } from '../../../src/model/media/media-item.ts';

let folder = '';
let tools = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'newshawk-download-'));
  tools = await mkdtemp(join(tmpdir(), 'newshawk-tools-'));
});
afterEach(async () => {
  for (const one of [folder, tools]) await rm(one, { recursive: true });
});

/** A program that does what the script says: its arguments are `args`, `said` is kept beside it. */
async function tool(name: string, script: string): Promise<string> {
  const path = join(tools, name);
  const code = `#!${process.execPath}
const { writeFileSync, existsSync } = require('node:fs');
const args = process.argv.slice(2);
if (args.includes('demuxer=hls')) process.exit(0);
writeFileSync(${JSON.stringify(join(tools, `${name}.json`))}, JSON.stringify({ args, proxy: process.env.http_proxy }));
${script}`;
  await writeFile(path, code);
  await chmod(path, 0o755);
  return path;
}

const said = async (name: string) => JSON.parse(await readFile(join(tools, `${name}.json`), 'utf8'));

/** How many inputs may be local media only: no playlist, no list, no other protocol. */
const localLimits = (args: readonly string[]): number =>
  args.join(' ').match(/-protocol_whitelist file -format_whitelist mov,(?!\S*(hls|dash|concat|sdp))\S+ -i /g)?.length ??
  0;

const checked = (seconds: number): string =>
  `console.log(JSON.stringify({ format: { format_name: 'mp4', duration: '${seconds}' }, streams: [{ codec_type: 'video', codec_name: 'h264', width: 640, height: 360 }] }));`;
const ffmpegWrites = `writeFileSync(args.at(-1), 'film');`;
const ytDlpWrites = `const file = args[args.indexOf('-o') + 1].replace('%(ext)s', 'webm').replaceAll('%%', '%'); writeFileSync(file, 'film'); console.log('noise'); console.log(file);`;

const inline = mediaItem('inline:1', 'hls', {
  inlineManifest: '#EXTM3U\n#EXTINF:4,\ns0.ts\n',
  inlineManifestBase: 'http://cdn.example/f/',
});
const film = mediaItem('http://cdn.example/a.mp4', 'progressive', { durationMs: 60_000, headers: { cookie: 'a=1' } });

function request(name: 'ffmpeg' | 'yt-dlp', path: string, given: Partial<DownloadRequest> = {}): DownloadRequest {
  return {
    item: film,
    pageUrl: 'http://x.example/v',
    folder,
    name: 'Film',
    tool: { name, path },
    timeLimitMs: 90_000,
    run: {
      route: { userAgent: 'UA', guardUrl: 'http://127.0.0.1:9' },
      env: { PATH: tools },
      signal: new AbortController().signal,
      onLine: () => {},
    },
    ...given,
  };
}

describe('downloadMedia', () => {
  it('hands over to ffmpeg, through the egress guard, and gives the file its name last', async () => {
    const ffmpeg = await tool('ffmpeg', ffmpegWrites);
    await tool('ffprobe', checked(60));
    const { file, bytes, check } = await downloadMedia(request('ffmpeg', ffmpeg));
    expect({ file, bytes, durationMs: check?.durationMs, files: await readdir(folder) }).toEqual({
      file: join(folder, 'Film.mp4'),
      bytes: 4,
      durationMs: 60_000,
      files: ['Film.mp4'],
    });
    const { args, proxy } = await said('ffmpeg');
    expect(proxy).toBe('http://127.0.0.1:9');
    expect(args).toEqual(expect.arrayContaining(['-nostdin', '-headers', 'cookie: a=1\r\n', '-i', film.url]));
    const probed = (await said('ffprobe')).args;
    expect(probed.at(-1)).toBe(join(folder, 'Film.part.mp4'));
    expect(localLimits(probed)).toBe(1);
  });

  it('hands over to yt-dlp, which goes on with its part', async () => {
    const ytDlp = await tool('yt-dlp', ytDlpWrites);
    await writeFile(join(folder, 'Film.part.webm.part'), 'a beginning');
    const { file, check } = await downloadMedia(request('yt-dlp', ytDlp));
    expect({ file, check }).toEqual({ file: join(folder, 'Film.webm'), check: null });
    const { args } = await said('yt-dlp');
    expect(args).toEqual(
      expect.arrayContaining([
        '--ignore-config',
        '--continue',
        '--proxy',
        'http://127.0.0.1:9',
        '--add-header',
        'cookie:a=1',
      ]),
    );
    expect(args.slice(-2)).toEqual(['--', film.url]);
    expect(args).not.toContain('-t');
  });

  it('says what yt-dlp needs where picture and sound stay apart', async () => {
    const ytDlp = await tool('yt-dlp', ytDlpWrites.replace('writeFileSync(file,', `writeFileSync(file + '.f1',`));
    await expect(downloadMedia(request('yt-dlp', ytDlp))).rejects.toMatchObject({
      exitCode: 31,
      message: /two files.*install ffmpeg/,
    });
  });

  it('never overwrites', async () => {
    const ffmpeg = await tool('ffmpeg', ffmpegWrites);
    await writeFile(join(folder, 'Film.mkv'), 'mine');
    await expect(downloadMedia(request('ffmpeg', ffmpeg))).rejects.toMatchObject({
      exitCode: 2,
      message: /already exists/,
    });
    const late = await tool(
      'ffmpeg',
      `${ffmpegWrites} writeFileSync(${JSON.stringify(join(folder, 'Other.mp4'))}, 'mine');`,
    );
    await expect(downloadMedia(request('ffmpeg', late, { name: 'Other' }))).rejects.toMatchObject({ exitCode: 2 });
    expect(await readFile(join(folder, 'Other.mp4'), 'utf8')).toBe('mine');
  });

  it.each([
    ['is cut off', checked(20), /incomplete: 20 s of 60 s/],
    ['is no medium', `console.error('moov atom not found'); process.exit(1);`, /not a medium: moov atom not found/],
  ])('leaves what %s as a part, and says so', async (_, ffprobe, words) => {
    const ffmpeg = await tool('ffmpeg', ffmpegWrites);
    await tool('ffprobe', ffprobe);
    await expect(downloadMedia(request('ffmpeg', ffmpeg))).rejects.toMatchObject({ exitCode: 31, message: words });
    expect(await readdir(folder)).toEqual(['Film.part.mp4']);
  });

  it.each(['ffmpeg', 'yt-dlp'] as const)('gives the last words of %s where it fails', async (name) => {
    const path = await tool(name, `console.error('HTTP error 403 Forbidden'); process.exit(8);`);
    await expect(downloadMedia(request(name, path))).rejects.toMatchObject({
      exitCode: 31,
      message: /ended with 8: HTTP error 403/,
    });
  });

  it('stops its tool at Ctrl-C; of a live stream what has come is the film', async () => {
    const begins = `${ffmpegWrites} process.on('SIGINT', () => process.exit(255)); console.error('begun'); setInterval(() => {}, 1000);`;
    const ffmpeg = await tool('ffmpeg', begins);
    const stopping = (given: Partial<DownloadRequest> = {}) => {
      const stop = new AbortController();
      const { run, ...rest } = request('ffmpeg', ffmpeg, given);
      return downloadMedia({ ...rest, run: { ...run, signal: stop.signal, onLine: () => stop.abort() } });
    };
    await expect(stopping()).rejects.toMatchObject({ exitCode: 11, message: /Film\.part/ });
    const live = mediaItem('http://cdn.example/l.m3u8', 'hls', { live: 'live' });
    expect((await stopping({ item: live, name: 'Live' })).file).toBe(join(folder, 'Live.mkv'));
  });

  it('ends a live stream at the time limit, by the clock; what has come is the film', async () => {
    const live = mediaItem('http://cdn.example/l.m3u8', 'hls', { live: 'live' });
    const stalls = `process.on('SIGINT', () => process.exit(255)); setInterval(() => {}, 1000);`;
    const ffmpeg = await tool('ffmpeg', `${ffmpegWrites} ${stalls}`);
    const limited = { item: live, timeLimitMs: 500 };
    expect((await downloadMedia(request('ffmpeg', ffmpeg, limited))).file).toBe(join(folder, 'Film.mkv'));
    expect((await said('ffmpeg')).args).not.toContain('-t');
    const ytDlp = await tool(
      'yt-dlp',
      `writeFileSync(args[args.indexOf('-o') + 1].replace('%(ext)s', 'mp4.part'), 'live'); ${stalls}`,
    );
    const byYtDlp = await downloadMedia(request('yt-dlp', ytDlp, { ...limited, name: 'Other' }));
    expect({ file: byYtDlp.file, bytes: byYtDlp.bytes }).toEqual({ file: join(folder, 'Other.mp4'), bytes: 4 });
  });

  it('says that a medium is protected where only yt-dlp sees it', async () => {
    const ytDlp = await tool('yt-dlp', `console.error('ERROR: This video is DRM protected'); process.exit(1);`);
    await expect(downloadMedia(request('yt-dlp', ytDlp))).rejects.toMatchObject({
      exitCode: 31,
      message: 'The medium is protected by DRM: it is not downloaded.',
    });
  });

  it('gives a tool the text of a manifest without an address', async () => {
    const ffmpeg = await tool(
      'ffmpeg',
      `const { readFileSync } = require('node:fs'); writeFileSync(args.at(-1), readFileSync(0));`,
    );
    const { file } = await downloadMedia(request('ffmpeg', ffmpeg, { item: inline }));
    expect(await readFile(file, 'utf8')).toContain('http://cdn.example/f/s0.ts');
  });

  it('gives yt-dlp a list with the manifest as a data: address, still through the egress guard', async () => {
    const reads = `const { readFileSync } = require('node:fs'); const list = readFileSync(0, 'utf8');`;
    const ytDlp = await tool('yt-dlp', `${reads} ${ytDlpWrites.replace("'film'", 'list')}`);
    const { file } = await downloadMedia(request('yt-dlp', ytDlp, { item: inline }));
    const data = /^data:application\/vnd\.apple\.mpegurl;base64,(\S+)\n$/.exec(await readFile(file, 'utf8'));
    expect(Buffer.from(data?.[1] ?? '', 'base64').toString()).toContain('http://cdn.example/f/s0.ts');
    const { args } = await said('yt-dlp');
    expect(args.slice(-2)).toEqual(['-a', '-']);
    expect(args).toEqual(expect.arrayContaining(['--proxy', 'http://127.0.0.1:9']));
  });
});

describe('chooseTool', () => {
  const choose = (item = film, wanted: 'ffmpeg' | 'yt-dlp' | null = null) => chooseTool(item, wanted, { PATH: tools });
  const split = mediaItem(film.url, 'progressive', {
    companions: [{ url: 'http://cdn.example/a.m4a', kind: 'audio', language: null, label: null }],
  });

  it('takes yt-dlp, which can go on, and ffmpeg for two files; what is asked for goes first', async () => {
    await tool('ffmpeg', '');
    expect((await choose()).name).toBe('ffmpeg');
    const path = await tool('yt-dlp', '');
    expect(await choose()).toEqual({ name: 'yt-dlp', path });
    expect((await choose(split)).name).toBe('ffmpeg');
    expect((await choose(film, 'ffmpeg')).name).toBe('ffmpeg');
    expect((await choose(inline)).name).toBe('ffmpeg');
    expect((await choose(inline, 'yt-dlp')).name).toBe('yt-dlp');
    expect((await choose({ ...inline, headers: { referer: 'http://x.example/' } })).name).toBe('yt-dlp');
    await expect(choose(split, 'yt-dlp')).rejects.toMatchObject({ exitCode: 31, message: /two files/ });
  });

  it('says which tool is missing, and what no tool can do', async () => {
    await expect(choose()).rejects.toMatchObject({ exitCode: 4, message: /no yt-dlp and no ffmpeg in PATH/ });
    const drm = mediaItem(film.url, 'dash', { protection: 'cenc', drmSystems: ['com.widevine.alpha'] });
    await expect(choose(drm)).rejects.toMatchObject({
      exitCode: 31,
      message: /protected by DRM \(com\.widevine\.alpha\)/,
    });
    const clear = mediaItem(film.url, 'dash', { protection: 'clearkey', drmSystems: ['org.w3.clearkey'] });
    await expect(choose(clear)).rejects.toMatchObject({ exitCode: 31, message: /protected by DRM/ });
  });
});

describe('muxTracks', () => {
  const tracks = async () => {
    const track = async (name: string, mimeType: string, text: string) => {
      const file = join(folder, `${name}.bin`);
      await writeFile(file, text);
      return { file, mimeType, bytes: text.length };
    };
    return [
      await track('ad', 'video/mp4; codecs="avc1"', 'ad'),
      await track('film', 'video/mp4; codecs="avc1"', 'the film'),
      await track('sound', 'audio/webm; codecs=opus', 'sound'),
    ];
  };
  const { run } = request('ffmpeg', '');

  it('puts the largest track of each kind together', async () => {
    await tool('ffmpeg', ffmpegWrites);
    const [file, ...more] = await muxTracks(await tracks(), {
      folder,
      name: 'Rec',
      run: { ...run, env: { PATH: tools } },
    });
    expect({ file: file?.file, isTrack: file?.isTrack, more }).toEqual({
      file: join(folder, 'Rec.mkv'),
      isTrack: false,
      more: [],
    });
    const { args } = await said('ffmpeg');
    expect(args.filter((one: string) => one.endsWith('.bin'))).toEqual([
      join(folder, 'film.bin'),
      join(folder, 'sound.bin'),
    ]);
    expect(localLimits(args)).toBe(2);
  });

  it('leaves them as they are without ffmpeg', async () => {
    const files = await muxTracks(await tracks(), { folder, name: 'Rec', run: { ...run, env: { PATH: tools } } });
    expect(files.map(({ file }) => file)).toEqual([join(folder, 'Rec.1.mp4'), join(folder, 'Rec.2.webm')]);
    expect(await readFile(join(folder, 'Rec.2.webm'), 'utf8')).toBe('sound');
  });
});

describe('runTool', () => {
  it('ends by force what does not listen, at its limit', async () => {
    const deaf = await tool('deaf', `process.on('SIGINT', () => {}); setTimeout(() => {}, 60_000);`);
    const { signal } = new AbortController();
    const { code } = await runTool(deaf, [], {
      env: {},
      guardUrl: 'http://127.0.0.1:9',
      signal,
      timeoutMs: 200,
      graceMs: 200,
    });
    expect(code).toBeNull();
  });

  it('never passes through a shell', async () => {
    const echo = await tool('echo', 'console.log(JSON.stringify(args));');
    const { signal } = new AbortController();
    const odd = ['$(touch x)', '; ls', `'"`, '--', '\n'];
    const { stdout } = await runTool(echo, odd, { env: {}, guardUrl: '', signal, timeoutMs: null });
    expect(JSON.parse(stdout)).toEqual(odd);
  });
});
