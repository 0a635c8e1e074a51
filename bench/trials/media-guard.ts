import { spawn } from 'node:child_process';
import { copyFile, mkdir, readdir, readFile, readlink, rm } from 'node:fs/promises';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { RequestError, Server } from 'proxy-chain';
import { type Downloader, downloadCommands } from '../../src/commands/download/commands.ts';
import { probeSource } from '../../src/commands/download/ffprobe.ts';
import { findTool, proxyVariables } from '../../src/commands/download/tool.ts';
import { type MediaItem, mediaItem } from '../../src/model/media/media-item.ts';
import { markedProcesses, markOf } from './marked-processes.ts';
import { type Bait, type HostileMedium, hostileMedia } from './media-answers.ts';
import { type Bench, type Check, check, pause, type Trial } from './trial.ts';

const films = fileURLToPath(new URL('../../demo/media/', import.meta.url));
/** ms. An unguarded tool waits for the network for minutes: it is stopped. */
const toolLimitMs = 8_000;

/** Media whose bytes make ffmpeg and yt-dlp open UDP sockets, other protocols and local files: with newshawk's arguments they do nothing of it. */
export const mediaGuard: Trial = {
  name: 'hostile media: what ffmpeg, ffprobe and yt-dlp open',
  run: async (bench) => {
    const missing: string[] = [];
    for (const tool of ['ffmpeg', 'ffprobe', 'yt-dlp'])
      if ((await findTool(tool, process.env)) === null) missing.push(tool);
    if (missing.length > 0) throw new Error(`${missing.join(' and ')} not in PATH: this trial needs the real ones`);
    await using bait = await openBait(bench.folder);
    const media = hostileMedia(bait);
    await serveMedia(bench, media);
    const { udpSockets: unguarded } = await watchTool([
      'ffmpeg',
      '-v',
      'error',
      '-i',
      urlOf(bench, '/session.mp4'),
      '-f',
      'null',
      '-',
    ]);
    const checks: Check[] = [
      check('without the limits, ffmpeg opens UDP sockets for x.mp4 (so this trial sees them)', unguarded > 0, {
        sockets: unguarded,
      }),
    ];
    for (const tool of ['ffmpeg', 'yt-dlp'] as const) {
      for (const honest of ['/honest.mp4', '/seagrass/index.m3u8']) {
        const { code, files } = await download(bench, { page: honest, tool });
        checks.push(check(`${tool} downloads ${honest}`, code === 0 && files.length === 1, { code, files }));
      }
      const { code, files, udpSockets } = await download(bench, { page: '/session.mp4', tool });
      const opened = { code, files, udpSockets, bait: bait.seen.splice(0) };
      const isQuiet = code === 31 && files.length === 0 && udpSockets === 0 && opened.bait.length === 0;
      checks.push(check(`${tool} opens nothing for a session description`, isQuiet, opened));
      checks.push(await runAll(bench, { tool, media, bait }));
    }
    checks.push(await runAll(bench, { tool: 'ffprobe', media, bait }));
    return checks;
  },
};

const urlOf = (bench: Bench, path: string): string =>
  path.startsWith('/watch/') ? `http://${bench.site.host}${path}` : `http://127.0.0.1:${bench.site.port}${path}`;

/** A page for each medium, whose scraper names the medium's address, */
async function serveMedia({ site, writeScraper }: Bench, media: readonly HostileMedium[]): Promise<void> {
  const page = { type: 'text/html', body: '<!doctype html><title>Film</title><video></video><h1>A film</h1>' };
  for (const { name, files } of media) {
    site.files.set(`/watch/${name}`, page);
    for (const [path, file] of Object.entries(files)) site.files.set(path, file);
  }
  site.files.set('/honest.mp4', { type: 'video/mp4', body: await readFile(join(films, 'barge.mp4')) });
  for (const name of await readdir(join(films, 'seagrass')))
    site.files.set(`/seagrass/${name}`, { type: 'video/mp2t', body: await readFile(join(films, 'seagrass', name)) });
  for (const path of ['/honest.mp4', '/seagrass/index.m3u8']) site.files.set(`/watch${path}`, page);
  await writeScraper(`render: 'static', media: {
    isPlayPage: () => true,
    resolve: async ({ url }) => {
      const name = new URL(url).pathname.slice('/watch/'.length);
      return [{ url: '/' + name }];
    },
  },`);
}

interface ToolTrial {
  readonly tool: Downloader | 'ffprobe';
  readonly media: readonly HostileMedium[];
  readonly bait: OpenBait;
}

/** The command that newshawk makes for each medium, run and watched: without the command line, as each of its starts takes seconds. */
async function runAll(bench: Bench, { tool, media, bait }: ToolTrial): Promise<Check> {
  const folder = join(bench.folder, `all-${tool}`);
  await mkdir(folder);
  await using guard = await openGuard(bench.site.port);
  const bad: string[] = [];
  for (const { name, url } of media) {
    const delivery = name.endsWith('.m3u8') ? 'hls' : name.endsWith('.mpd') ? 'dash' : 'progressive';
    const item = mediaItem(urlOf(bench, url), delivery);
    const { code, udpSockets } = await watchTool(commandFor(item, tool, join(folder, 'film')), guard.url);
    // yt-dlp keeps the text of an answer as a file, which ffprobe refuses then: it counts what came from elsewhere
    const films = await mediaIn(folder);
    if (udpSockets === 0 && films.length === 0 && bait.seen.length === 0 && (tool === 'yt-dlp' || code !== 0)) continue;
    bad.push(`${name}: ${[`exit ${code}`, `${udpSockets} UDP sockets`, ...films, ...bait.seen.splice(0)].join(', ')}`);
  }
  bench.say(`${tool}: ${media.length} hostile media`);
  return check(`${tool} opens nothing of ${media.length} hostile media`, bad.length === 0, bad);
}

/** Files in a folder that are no text; empties the folder. */
async function mediaIn(folder: string): Promise<string[]> {
  const names: string[] = [];
  for (const name of await readdir(folder)) {
    if ((await readFile(join(folder, name))).includes(0)) names.push(name);
    await rm(join(folder, name));
  }
  return names;
}

/** A proxy that lets through to the trial's site only, as the egress guard does. */
async function openGuard(sitePort: number): Promise<AsyncDisposable & { readonly url: string }> {
  const proxy = new Server({
    port: 0,
    host: '127.0.0.1',
    prepareRequestFunction: ({ hostname, port }) => {
      if (hostname !== '127.0.0.1' || port !== sitePort) throw new RequestError('refused', 403);
    },
  });
  await proxy.listen();
  return { url: `http://127.0.0.1:${proxy.port}`, [Symbol.asyncDispose]: () => proxy.close(true) };
}

function commandFor(item: MediaItem, tool: ToolTrial['tool'], output: string): readonly string[] {
  const context = {
    userAgent: null,
    pageUrl: 'http://127.0.0.1/',
    output,
    manifestFile: null,
    checksSegmentNames: false,
  };
  if (tool === 'ffprobe') return [tool, '-v', 'error', '-show_streams', ...probeSource(item, context)];
  return downloadCommands(item, tool, context).flatMap(({ program, args }) => [program, ...args]);
}

interface Downloaded {
  readonly code: number | null;
  /** What it left as complete. */
  readonly files: readonly string[];
  /** The most that its tools had open at once. */
  readonly udpSockets: number;
}

/** `newshawk media download` of one page. */
async function download(bench: Bench, { page, tool }: { page: string; tool: string }): Promise<Downloaded> {
  const mark = `${tool}${page}`;
  const out = join(bench.folder, 'films', mark.replaceAll('/', '-'));
  const args = ['media', 'download', urlOf(bench, `/watch${page}`), '--with', tool, '-o', out];
  const started = bench.start({ args, env: markOf(mark) });
  let ended = false;
  const ending = started.ended.finally(() => {
    ended = true;
  });
  const watching = mostUdpSockets(mark, () => ended);
  const late = setTimeout(() => started.child.kill('SIGTERM'), toolLimitMs * 3);
  const { code } = await ending;
  clearTimeout(late);
  const files = (await readdir(out).catch(() => [])).filter((name) => !name.includes('.part'));
  return { code, files, udpSockets: await watching };
}

interface WatchedTool {
  /** Null: it was stopped at its limit. */
  readonly code: number | null;
  readonly udpSockets: number;
}

/** A tool by itself, without newshawk. */
async function watchTool([program = '', ...args]: readonly string[], guardUrl = ''): Promise<WatchedTool> {
  const mark = `alone-${performance.now()}`;
  const child = spawn(program, args, {
    stdio: 'ignore',
    env: { ...process.env, ...proxyVariables(guardUrl), ...markOf(mark) },
  });
  let ended = false;
  const ending = new Promise<number | null>((resolve) => {
    child.on('close', (code) => {
      ended = true;
      resolve(code);
    });
  });
  const late = setTimeout(() => child.kill('SIGKILL'), toolLimitMs);
  const udpSockets = await mostUdpSockets(mark, () => ended);
  clearTimeout(late);
  return { code: await ending, udpSockets };
}

/** Looks at the sockets of marked tools until the end. newshawk itself and its browser are not counted. */
async function mostUdpSockets(mark: string, isOver: () => boolean): Promise<number> {
  let most = 0;
  while (!isOver()) {
    const udp = await udpInodes();
    const tools = (await markedProcesses(mark)).filter(({ command }) =>
      /^\S*(ffmpeg|ffprobe|yt-dlp|python)/.test(command),
    );
    const sockets = await Promise.all(tools.map(({ pid }) => socketsOf(pid)));
    most = Math.max(most, sockets.flat().filter((inode) => udp.has(inode)).length);
    await pause(100);
  }
  return most;
}

async function socketsOf(pid: number): Promise<string[]> {
  const folder = `/proc/${pid}/fd`;
  const names = await readdir(folder).catch(() => []);
  const targets = await Promise.all(names.map((name) => readlink(join(folder, name)).catch(() => '')));
  return targets.flatMap((target) => /^socket:\[(\d+)\]$/.exec(target)?.[1] ?? []);
}

async function udpInodes(): Promise<ReadonlySet<string>> {
  const tables = await Promise.all(
    ['udp', 'udp6'].map((name) => readFile(`/proc/net/${name}`, 'utf8').catch(() => '')),
  );
  return new Set(tables.flatMap((table) => table.split('\n').map((line) => line.trim().split(/\s+/)[9] ?? '')));
}

interface OpenBait extends Bait, AsyncDisposable {
  /** Connections that arrived. */
  readonly seen: string[];
}

/** Listens where the hostile media point. */
async function openBait(folder: string): Promise<OpenBait> {
  const seen: string[] = [];
  const tcp = createTcpServer((socket) => {
    seen.push('a TCP connection');
    socket.on('error', () => {}).destroy();
  });
  await new Promise<void>((resolve) => tcp.listen(0, '127.0.0.1', resolve));
  await mkdir(join(folder, 'private'));
  const filmFile = join(folder, 'private', 'film.ts');
  const [segment = ''] = (await readdir(join(films, 'seagrass'))).filter((name) => name.endsWith('.mpegts'));
  await copyFile(join(films, 'seagrass', segment), filmFile);
  return {
    tcpPort: (tcp.address() as AddressInfo).port,
    udpPort: 46_004,
    filmFile,
    seen,
    [Symbol.asyncDispose]: async () => void (await new Promise((resolve) => tcp.close(resolve))),
  };
}
