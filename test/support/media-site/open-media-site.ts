import { readFileSync, statSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { WebSocketServer } from 'ws';
import type { MediaPage } from './media-page.ts';
import { lockedAnswer, sendStream, streamAnswer } from './stream-answers.ts';

const media = join(import.meta.dirname, '../../../demo/media');
const hls = join(import.meta.dirname, '../../../node_modules/hls.js/dist/hls.min.js');
const read = (name: string): Buffer => readFileSync(join(media, name));
const stream = (number: number): Buffer =>
  Buffer.concat(
    [
      `init-stream${number}`,
      `chunk-stream${number}-00001`,
      `chunk-stream${number}-00002`,
      `chunk-stream${number}-00003`,
    ].map((name) => read(`blade/${name}.m4s`)),
  );
const picture = Buffer.concat([Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), Buffer.alloc(54, 7)]);

/** 0.2 s of silence: 8 kHz, 8 bits. */
const click = Buffer.concat([
  Buffer.from('524946466406000057415645666d74201000000001000100401f0000401f00000100080064617461', 'hex'),
  Buffer.from('40060000', 'hex'),
  Buffer.alloc(1_600, 128),
]);

type Answer = { readonly body: Buffer | string; readonly type: string; readonly status?: number };

export interface MediaSite extends AsyncDisposable {
  readonly origin: string;
  readonly port: number;
  urlOf(page: MediaPage): string;
}

/** A site of pages that bring films in many ways, on loopback; the clips are the demo's. */
export async function openMediaSite(pages: readonly MediaPage[]): Promise<MediaSite> {
  let origin = '';
  const server = createServer((request, response) => answer(request, response));
  const sockets = new WebSocketServer({ server });
  sockets.on('connection', (socket, { url }) => {
    if (url === '/stream') return sendStream(socket);
    const film = stream(0);
    for (let at = 0; at < film.length; at += 16_000) socket.send(film.subarray(at, at + 16_000));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  origin = `http://127.0.0.1:${port}`;
  const playlist = (): string =>
    read('carriers/v0.m3u8')
      .toString()
      .replace(/^(?!#)(.+)$/gm, `${origin}/media/carriers/$1`);

  function answer(request: IncomingMessage, response: ServerResponse): void {
    const { pathname } = new URL(request.url ?? '/', origin);
    // a redirect to another origin and path, which it signs
    const hop = /^\/hop\/(.+)$/.exec(pathname)?.[1];
    if (hop !== undefined) {
      const location = `http://localhost:${port}/cdn/${hop}?sig=4f1c`;
      return void response.writeHead(302, { location, 'access-control-allow-origin': '*' }).end();
    }
    const moved = pages[Number(/^\/page\/(\d+)$/.exec(pathname)?.[1] ?? Number.NaN)]?.redirectsTo;
    if (moved !== undefined) return void response.writeHead(302, { location: moved }).end();
    if (streamAnswer(pathname, response)) return;
    const found =
      lockedAnswer(pathname, request, response) ??
      routes(pathname, request) ??
      fileOf(pathname.replace(/^\/cdn\//, '/media/'));
    if (found === null) return void response.writeHead(404, { 'content-type': 'text/html' }).end('<p>none</p>');
    send(request, response, found);
  }

  function routes(path: string, { method, headers }: IncomingMessage): Answer | null {
    const number = /^\/page\/(\d+)$/.exec(path)?.[1];
    const page = number === undefined ? undefined : pages[Number(number)];
    if (page !== undefined) return { body: page.html, type: 'text/html; charset=utf-8', status: page.status ?? 200 };
    const file = pages.map(({ files = {} }) => files[path as `/files/${string}`]).find((text) => text !== undefined);
    if (file !== undefined) return { body: file, type: path.endsWith('.js') ? 'text/javascript' : 'text/html' };
    const json = (value: object): Answer => ({ body: JSON.stringify(value), type: 'application/json' });
    const address = Buffer.from(`${origin}/media/pilot.mp4`).toString('base64');
    const ends = Math.floor(Date.now() / 1_000) + 600;
    const film = /^\/api\/part\/([a-d])$/.exec(path)?.[1];
    switch (path) {
      case '/hls.js':
        return { body: readFileSync(hls), type: 'text/javascript' };
      case '/api/backwards':
        return json({ d: [...address].reverse().join('') });
      case '/api/vast.xml':
        return {
          body: `<VAST version="3.0"><Ad><InLine><Creatives><Creative><Linear><MediaFiles><MediaFile type="video/mp4"><![CDATA[${origin}/media/barge.mp4]]></MediaFile></MediaFiles></Linear></Creative></Creatives></InLine></Ad></VAST>`,
          type: 'application/xml',
        };
      case '/worker.js':
        return {
          body: "self.onactivate = (event) => event.waitUntil(clients.claim()); self.onfetch = (event) => { if (event.request.url.includes('/only-in-the-worker/')) event.respondWith(fetch('/media/pilot.mp4')); };",
          type: 'text/javascript',
        };
      case '/shared.js':
        return {
          body: "onconnect = ({ ports: [port] }) => { port.onmessage = async () => { await (await fetch('/media/blade/manifest.mpd')).text(); for (const name of ['init-stream0', 'chunk-stream0-00001', 'chunk-stream0-00002']) port.postMessage(await (await fetch('/media/blade/' + name + '.m4s')).arrayBuffer()); }; };",
          type: 'text/javascript',
        };
      case '/feeder.js':
        return {
          body: "const source = new MediaSource(); postMessage({ handle: source.handle }, [source.handle]); source.onsourceopen = async () => { const buffer = source.addSourceBuffer('video/mp4; codecs=\"avc1.4d400d\"'); for (const part of 'abcd') { buffer.appendBuffer(await (await fetch('/api/part/' + part)).arrayBuffer()); await new Promise((done) => { buffer.onupdateend = done; }); } };",
          type: 'text/javascript',
        };
      case '/api/playlist.txt':
        return { body: [...playlist()].reverse().join(''), type: 'text/plain' };
      case '/api/posted':
        return method === 'POST' ? { body: playlist(), type: 'application/vnd.apple.mpegurl' } : null;
      case '/sounds/click.wav':
        return { body: click, type: 'audio/wav' };
      case '/lone/film.ts':
        return { body: read('carriers/v0-0.mpegts'), type: 'video/mp2t' };
      case '/split/picture-30080.m4s':
        return { body: stream(0), type: 'video/mp4' };
      case '/split/sound-30280.m4s':
        return { body: stream(2), type: 'audio/mp4' };
      case '/false/index':
        return {
          body: `#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXTINF:2,\n${origin}/false/0.png\n#EXT-X-ENDLIST\n`,
          type: 'text/plain',
        };
      case '/false/0.png':
        return { body: Buffer.concat([picture, read('carriers/v0-0.mpegts')]), type: 'image/png' };
      case '/frame-player':
        return {
          body: `<script src="/hls.js"></script><video muted controls style="width: 600px"></video><script>const stream = new Hls(); stream.loadSource(['/media/carriers', 'master.m3u8'].join('/')); stream.attachMedia(document.querySelector('video'));</script>`,
          type: 'text/html',
        };
      case '/popup':
      case '/elsewhere':
        return { body: '<h1>Win a boat</h1>', type: 'text/html' };
      case '/api/sign':
        return json({ u: `${origin}/signed/film.mp4?e=${ends}&h=0a1b` });
      case '/signed/film.mp4': {
        const isAllowed = headers.referer?.startsWith(origin) === true && /session=1/.test(headers.cookie ?? '');
        return isAllowed
          ? { body: read('pilot.mp4'), type: 'video/mp4' }
          : { body: 'no', type: 'text/plain', status: 403 };
      }
    }
    return film === undefined
      ? null
      : {
          body: read(
            [
              'blade/init-stream0.m4s',
              'blade/chunk-stream0-00001.m4s',
              'blade/chunk-stream0-00002.m4s',
              'blade/chunk-stream0-00003.m4s',
            ]['abcd'.indexOf(film)] ?? '',
          ),
          type: 'application/octet-stream',
        };
  }

  return {
    origin,
    port,
    urlOf: (page) => `${origin}/page/${pages.indexOf(page)}${page.suffix ?? ''}`,
    async [Symbol.asyncDispose]() {
      for (const client of sockets.clients) client.terminate();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const types: Readonly<Record<string, string>> = {
  mp4: 'video/mp4',
  m3u8: 'application/vnd.apple.mpegurl',
  mpd: 'application/dash+xml',
  mpegts: 'video/mp2t',
  m4s: 'video/iso.segment',
  jpg: 'image/jpeg',
};

function fileOf(path: string): Answer | null {
  const name = /^\/media\/([\w/.-]+)$/.exec(path)?.[1]?.replace('film.ts', 'v0-0.mpegts');
  if (
    name === undefined ||
    name.includes('..') ||
    statSync(join(media, name), { throwIfNoEntry: false })?.isFile() !== true
  )
    return null;
  return { body: read(name), type: types[name.split('.').at(-1) ?? ''] ?? 'application/octet-stream' };
}

/** With byte ranges: media elements ask for them. */
function send({ headers }: IncomingMessage, response: ServerResponse, { body, type, status = 200 }: Answer): void {
  const bytes = Buffer.from(body);
  const [, from, to] = /^bytes=(\d+)-(\d*)$/.exec(headers.range ?? '') ?? [];
  if (from === undefined || status !== 200) {
    response
      .writeHead(status, {
        'content-type': type,
        'content-length': bytes.length,
        'accept-ranges': 'bytes',
        'access-control-allow-origin': '*',
      })
      .end(bytes);
    return;
  }
  const last = Math.min(bytes.length - 1, to === '' || to === undefined ? bytes.length - 1 : Number(to));
  const part = bytes.subarray(Number(from), last + 1);
  response
    .writeHead(206, {
      'content-type': type,
      'content-length': part.length,
      'content-range': `bytes ${from}-${last}/${bytes.length}`,
      'accept-ranges': 'bytes',
    })
    .end(part);
}
