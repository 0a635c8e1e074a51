import type { ServerResponse } from 'node:http';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { ends, type HostilePage, html, kept, story, storyKept } from './hostile-page.ts';

const mb = 1024 * 1024;
const type = { 'content-type': 'text/html; charset=utf-8' };
const tooLarge = ends('too-large', /larger than \d+ bytes/);
const endless = ends('timed-out', /not (done|loaded) in \d+ ms/);
const endlessStatic = ends('timed-out', /no complete response in \d+ ms/);

/** Writes until the other side has enough, at most this number of bytes. */
function pour(response: ServerResponse, bytes: number): void {
  const chunk = Buffer.alloc(mb, '<p>more</p>\n');
  let left = bytes;
  const go = (): void => {
    while (left > 0) {
      left -= chunk.length;
      if (!response.write(chunk)) return void response.once('drain', go);
    }
    response.end();
  };
  go();
}

/** Built at the first request: 64 MB in some ten kilobytes. */
const bombs = new Map<string, Buffer>();
const bomb = (name: string, build: (text: Buffer) => Buffer): Buffer => {
  const made = bombs.get(name) ?? build(Buffer.alloc(64 * mb, ' '));
  bombs.set(name, made);
  return made;
};
const gzipBomb = (): Buffer => bomb('gzip', (text) => gzipSync(text, { level: 1 }));
const brotliBomb = (): Buffer =>
  bomb('br', (text) => brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }));

/** Breaks the protocol: what is written stands on the wire as it is. */
const raw =
  (text: string | Buffer, then: 'end' | 'reset' = 'end') =>
  (_: unknown, response: ServerResponse): void => {
    const { socket } = response;
    socket?.write(text, () => (then === 'end' ? socket.end() : socket.resetAndDestroy()));
  };

/** Pages whose trouble is on the wire. */
export const networkPages: readonly HostilePage[] = [
  {
    name: 'body-200-mb',
    answer: (_, response) => pour(response.writeHead(200, { ...type, 'content-length': 200 * mb }), 200 * mb),
    browser: tooLarge,
    static: ends('too-large', /by its Content-Length/),
  },
  {
    name: 'body-200-mb-chunked',
    answer: (_, response) => pour(response.writeHead(200, type), 200 * mb),
    browser: ends('too-large', /larger than \d+ bytes|of memory/),
    static: ends('too-large', /as sent/),
  },
  {
    name: 'script-200-mb',
    answer: `<!doctype html>${story}<script>fetch('script-200-mb/x').then((r) => r.text())</script>`,
    more: (_, response) => pour(response.writeHead(200, type), 200 * mb),
    browser: tooLarge,
    static: storyKept,
  },
  {
    name: 'gzip-bomb',
    answer: (_, response) => void response.writeHead(200, { ...type, 'content-encoding': 'gzip' }).end(gzipBomb()),
    browser: tooLarge,
    static: ends('too-large', /decompressed|compression bomb/),
  },
  {
    name: 'gzip-bomb-twice',
    answer: (_, response) =>
      void response.writeHead(200, { ...type, 'content-encoding': 'gzip, gzip' }).end(gzipSync(gzipBomb())),
    browser: tooLarge,
    static: ends('too-large', /decompressed|compression bomb/),
  },
  {
    name: 'brotli-bomb',
    answer: (_, response) => void response.writeHead(200, { ...type, 'content-encoding': 'br' }).end(brotliBomb()),
    browser: tooLarge,
    static: ends('too-large', /decompressed|compression bomb/),
  },
  {
    name: 'gzip-that-is-none',
    answer: (_, response) =>
      void response.writeHead(200, { ...type, 'content-encoding': 'gzip' }).end('plain text, no gzip'),
    browser: ends('unreachable', /ERR_CONTENT_DECODING_FAILED/),
    static: ends('unreachable', /the body is not valid gzip/),
  },
  {
    name: 'drip-headers',
    answer: (_, { socket }) => {
      socket?.write('HTTP/1.1 200 OK\r\n');
      const timer = setInterval(() => socket?.write('x-drip: 1\r\n'), 200);
      socket?.once('close', () => clearInterval(timer));
    },
    browser: endless,
    static: endlessStatic,
  },
  {
    name: 'drip-body',
    answer: (_, response) => {
      response.writeHead(200, type).write(story);
      const timer = setInterval(() => response.write(' '), 100);
      response.once('close', () => clearInterval(timer));
    },
    browser: endless,
    static: endlessStatic,
  },
  { name: 'no-answer', answer: () => {}, browser: endless, static: endlessStatic },
  {
    name: 'empty-reply',
    answer: raw(''),
    browser: ends('unreachable', /no connection|EMPTY|socket/i),
    static: ends('unreachable', /no connection|other side closed|socket/i),
  },
  {
    name: 'reset',
    answer: raw('', 'reset'),
    browser: ends('unreachable', /no connection|RESET/i),
    static: ends('unreachable', /no connection|RESET/i),
  },
  {
    name: 'reset-in-body',
    answer: raw(`HTTP/1.1 200 OK\r\ncontent-type: text/html\r\ncontent-length: 99999\r\n\r\n${story}`, 'reset'),
    browser: ends('unreachable', /cut off/),
    static: ends('unreachable', /./),
  },
  {
    name: 'short-body',
    answer: raw(`HTTP/1.1 200 OK\r\ncontent-type: text/html\r\ncontent-length: 99999\r\n\r\n${story}`),
    browser: ends('unreachable', /cut off/),
    static: ends('unreachable', /./),
  },
  {
    name: 'chunks-cut-off',
    answer: raw(
      `HTTP/1.1 200 OK\r\ncontent-type: text/html\r\ntransfer-encoding: chunked\r\n\r\n5\r\nhello\r\n9999\r\nx`,
    ),
    browser: ends('unreachable', /cut off/),
    static: ends('unreachable', /./),
  },
  {
    name: 'chunks-invalid',
    answer: raw(`HTTP/1.1 200 OK\r\ncontent-type: text/html\r\ntransfer-encoding: chunked\r\n\r\nzz\r\nhello\r\n`),
    browser: ends('unreachable', /./),
    static: ends('unreachable', /./),
  },
  {
    name: 'no-http',
    answer: raw('SSH-2.0-OpenSSH_9.9\r\n'),
    browser: ends('unreachable', /./),
    static: ends('unreachable', /./),
  },
  {
    name: 'header-huge',
    answer: raw(`HTTP/1.1 200 OK\r\ncontent-type: text/html\r\nx-huge: ${'x'.repeat(2 * mb)}\r\n\r\n${story}`),
    browser: ends('unreachable', /./),
    static: ends('unreachable', /./),
  },
  {
    name: 'headers-invalid',
    answer: raw(
      `HTTP/1.1 200 OK\r\ncontent-type: text/html\r\nbad header: 1\r\nx-\u0001: 2\r\nconnection: close\r\n\r\n${story}`,
    ),
    browser: ends('unreachable', /./),
    static: ends('unreachable', /./),
  },
  {
    name: 'headers-invalid-values',
    answer: raw(
      `HTTP/1.1 200 OK\r\ncontent-type: text/html\r\nx-a: \xff\xfe\u00e9\r\nset-cookie: \r\nconnection: close\r\n\r\n${story}`,
    ),
    browser: storyKept,
    static: storyKept,
  },
  {
    name: 'cookies-huge',
    answer: (_, response) =>
      void response
        .writeHead(
          200,
          [
            ...Object.entries(type),
            ...Array.from({ length: 200 }, (__, i) => ['set-cookie', `c${i}=${'x'.repeat(4000)}`]),
          ].flat(),
        )
        .end(story),
    browser: ends('unreachable', /./),
    static: ends('unreachable', /./),
  },
  {
    name: 'cookies-many',
    answer: (_, response) =>
      void response
        .writeHead(
          200,
          [
            ...Object.entries(type),
            ...Array.from({ length: 60 }, (__, i) => ['set-cookie', `c${i}=${i}; path=/cookies-many`]),
          ].flat(),
        )
        .end(story),
    browser: storyKept,
    static: storyKept,
  },
  {
    name: 'status-204',
    answer: (_, response) => void response.writeHead(204).end(),
    browser: kept(/^$/),
    static: kept(/^$/),
  },
  {
    name: 'status-205',
    answer: (_, response) => void response.writeHead(205).end(),
    browser: kept(/^$/),
    static: kept(/^$/),
  },
  {
    name: 'status-999',
    answer: raw(`HTTP/1.1 999 Denied\r\ncontent-type: text/html\r\ncontent-length: 9\r\n\r\n<p>no</p>`),
    browser: ends('unreachable', /\(999\)/),
    static: ends('unreachable', /\(999\)/),
  },
  {
    name: 'early-hints',
    answer: raw(
      `${'HTTP/1.1 103 Early Hints\r\nlink: </x>\r\n\r\n'.repeat(50)}HTTP/1.1 200 OK\r\ncontent-type: text/html\r\nconnection: close\r\n\r\n${story}`,
    ),
    browser: storyKept,
    static: storyKept,
  },
  {
    name: 'self-signed',
    overTls: true,
    answer: story,
    browser: ends('unreachable', /CERT/),
    static: ends('unreachable', /self-signed|CERT/i),
  },
  {
    name: 'no-type',
    answer: (_, response) => void response.writeHead(200).end(`<!doctype html>${story}`),
    browser: storyKept,
    static: storyKept,
  },
  {
    name: 'stream-for-ever',
    answer: (_, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      const timer = setInterval(() => response.write('data: x\n\n'), 50);
      response.once('close', () => clearInterval(timer));
    },
    browser: ends('timed-out', /./),
    static: endlessStatic,
  },
  {
    name: 'replace-mixed',
    answer: (_, response) => {
      response.writeHead(200, { 'content-type': 'multipart/x-mixed-replace; boundary=x' });
      const timer = setInterval(() => response.write(`--x\r\ncontent-type: text/html\r\n\r\n${story}\r\n`), 100);
      response.once('close', () => clearInterval(timer));
    },
    browser: ends('timed-out', /./),
    static: endlessStatic,
  },
  {
    name: 'frame-denied',
    answer: (_, response) =>
      html(response, story, { 'x-frame-options': 'DENY', 'content-security-policy': "default-src 'none'; sandbox" }),
    browser: storyKept,
    static: storyKept,
  },
];
