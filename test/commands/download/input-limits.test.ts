import fc from 'fast-check';
import { expect, it } from 'vitest';
import { downloadCommands, obstacleToDownload } from '../../../src/commands/download/commands.ts';
import { probeSource } from '../../../src/commands/download/ffprobe.ts';
import { type Companion, type Delivery, type MediaItem, mediaItem } from '../../../src/model/media/media-item.ts';

const companion = (url: string): Companion => ({ url, kind: 'audio', language: null, label: null });

/** Items that a page can make, with addresses of any protocol. */
const items = fc
  .record({
    scheme: fc.constantFrom('http', 'https', 'HTTP', 'rtsp', 'rtp', 'udp', 'tcp', 'file', 'concat', 'ftp', 'data'),
    delivery: fc.constantFrom<Delivery>('progressive', 'hls', 'dash', 'smooth', 'flv-stream', 'embed'),
    hasManifest: fc.boolean(),
    live: fc.constantFrom<MediaItem['live']>('vod', 'live'),
    soundScheme: fc.constantFrom(null, 'https', 'rtsp', 'file'),
    headers: fc.constantFrom<MediaItem['headers']>({}, { referer: 'http://x.example/', cookie: 'a=1' }),
    method: fc.constantFrom<MediaItem['method']>('GET', 'POST'),
  })
  .map(({ scheme, delivery, hasManifest, live, soundScheme, headers, method }) =>
    mediaItem(`${scheme}://127.0.0.1:5004/x.mp4`, delivery, {
      live,
      headers,
      method,
      inlineManifest: hasManifest ? '#EXTM3U' : null,
      companions: soundScheme === null ? [] : [companion(`${soundScheme}://127.0.0.1/a.m4a`)],
    }),
  );
const context = { userAgent: 'UA', pageUrl: 'http://x.example/', output: '/films/a', checksSegmentNames: true };

/** Of each input of ffmpeg, the protocols and formats that it may have; null: no whitelist. */
function limitsOf(args: readonly string[]): { input: string; protocols: string[] | null; formats: string[] | null }[] {
  const inputs = [];
  let from = 0;
  for (let at = args.indexOf('-i'); at >= 0; at = args.indexOf('-i', at + 1)) {
    const options = args.slice(from, at);
    const listOf = (name: string) =>
      options.includes(name) ? (options[options.indexOf(name) + 1]?.split(',') ?? []) : null;
    inputs.push({
      input: args[at + 1] ?? '',
      protocols: listOf('-protocol_whitelist'),
      formats: listOf('-format_whitelist'),
    });
    from = at + 2;
  }
  return inputs;
}

const openSockets = /^(rtp|srtp|udp|udplite|rtsp|rtmp\w*|sctp|unix|ftp|mmst|file|fd|concatf?|subfile|async|cache)$/;
const openOthers = /^(sdp|rtp|rtsp|sap|concat|lavfi|image2|ffmetadata|tty|imf|vapoursynth|avisynth)$/;

function expectLimited(args: readonly string[]): void {
  const inputs = limitsOf(args);
  expect(inputs.length).toBeGreaterThan(0);
  for (const { input, protocols, formats } of inputs) {
    expect(input).toMatch(/^(https?:|pipe:0$)/i);
    expect(protocols?.some((name) => openSockets.test(name))).toBe(false);
    expect(formats?.some((name) => openOthers.test(name))).toBe(false);
    expect(protocols?.includes('pipe')).toBe(input === 'pipe:0');
  }
}

it('every input of ffmpeg and ffprobe has whitelists of protocols and formats, whatever the page names', () => {
  fc.assert(
    fc.property(items, (item) => {
      if (obstacleToDownload(item, 'ffmpeg') !== null) return;
      const manifestFile = item.inlineManifest === null ? null : '/tmp/manifest';
      for (const { args } of downloadCommands(item, 'ffmpeg', { ...context, manifestFile })) expectLimited(args);
      expectLimited(probeSource(item, { ...context, manifestFile }));
    }),
  );
});

const fixups = ['M3u8', 'M4a', 'Stretched', 'Timestamp', 'Duration', 'DuplicateMoov'].map((name) => `Fixup${name}`);

it('yt-dlp chooses formats of HTTP only, and limits the ffmpeg that it starts', () => {
  fc.assert(
    fc.property(items, (item) => {
      if (obstacleToDownload(item, 'yt-dlp') !== null) return;
      const manifestFile = item.inlineManifest === null ? null : '/tmp/manifest';
      for (const { args } of downloadCommands(item, 'yt-dlp', { ...context, manifestFile })) {
        const choices = args[args.indexOf('-f') + 1]?.split(/[+/]/) ?? [];
        const patterns = choices.map((choice) => /^\w+\*?\[protocol~='([^']+)'\]$/.exec(choice)?.[1] ?? '');
        for (const name of ['https', 'm3u8_native', 'http_dash_segments', 'ism'])
          expect(patterns.every((pattern) => new RegExp(pattern).test(name))).toBe(true);
        for (const name of ['rtsp', 'rtmp', 'mms', 'ftp', 'rtmp_ffmpeg', 'f4m', 'websocket_frag'])
          expect(patterns.some((pattern) => new RegExp(pattern).test(name))).toBe(false);
        const limits = args.filter((_, at) => /^--(downloader|postprocessor)-args$/.test(args[at - 1] ?? ''));
        const whitelists = /^(\w*)\+?ffmpeg_i:-protocol_whitelist (\S+) -format_whitelist \S+$/;
        const protocols = new Map(limits.map((limit) => (whitelists.exec(limit) ?? []).slice(1) as [string, string]));
        expect([...protocols.keys()]).toEqual(['', 'Merger', ...fixups]);
        for (const [step, list] of protocols) expect(list === 'file').toBe(step !== '');
        expect(args.at(-1)).toMatch(manifestFile === null ? /^https?:/i : /^-$/);
      }
    }),
  );
});

it('no tool opens an address that is not http(s), of the medium or of its other half', () => {
  fc.assert(
    fc.property(items, (item) => {
      const addresses = [...(item.inlineManifest === null ? [item.url] : []), ...item.companions.map(({ url }) => url)];
      if (addresses.every((url) => /^https?:/i.test(url))) return;
      expect(obstacleToDownload(item, 'ffmpeg')).toContain('is not an http(s) URL');
      expect(obstacleToDownload(item, 'yt-dlp')).toContain('is not an http(s) URL');
    }),
  );
});
