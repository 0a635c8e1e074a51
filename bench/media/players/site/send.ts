import { createReadStream, statSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { extname } from 'node:path';
import type { Reply } from '../player-page.ts';

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.json': 'application/json',
  '.vtt': 'text/vtt',
  '.jpg': 'image/jpeg',
  '.svg': 'image/svg+xml',
  '.mp4': 'video/mp4',
  '.mp3': 'audio/mpeg',
  '.m4a': 'audio/mp4',
  '.flv': 'video/x-flv',
  '.m3u8': 'application/vnd.apple.mpegurl',
  '.mpd': 'application/dash+xml',
  '.ts': 'video/mp2t',
  '.m4s': 'video/iso.segment',
};

export const typeOf = (name: string): string => types[extname(name)] ?? 'application/octet-stream';

const crossOrigin = (request: IncomingMessage): Record<string, string> => ({
  'access-control-allow-origin': request.headers.origin ?? '*',
  'access-control-allow-credentials': 'true',
  'access-control-allow-headers': 'range, content-type, authorization, x-requested-with',
  'access-control-allow-methods': 'GET, HEAD, POST, OPTIONS',
  'access-control-expose-headers': 'content-range, content-length',
  'cache-control': 'no-store',
});

/** Sends a text. */
export function send(request: IncomingMessage, response: ServerResponse, reply: Reply): void {
  response.writeHead(reply.status ?? 200, { 'content-type': reply.type, ...crossOrigin(request), ...reply.headers });
  response.end(request.method === 'HEAD' ? undefined : reply.body);
}

/** Sends a file, or the bytes of it that the request names. */
export function sendFile(request: IncomingMessage, response: ServerResponse, path: string, type: string): void {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (stat?.isFile() !== true) {
    send(request, response, { status: 404, type: 'text/plain', body: 'not found' });
    return;
  }
  const headers = { 'content-type': type, 'accept-ranges': 'bytes', ...crossOrigin(request) };
  const range = rangeOf(request.headers.range, stat.size);
  if (range !== null && range.start > range.end) {
    response.writeHead(416, { ...headers, 'content-range': `bytes */${stat.size}` }).end();
    return;
  }
  const { start, end } = range ?? { start: 0, end: stat.size - 1 };
  response.writeHead(range === null ? 200 : 206, {
    ...headers,
    'content-length': end - start + 1,
    ...(range === null ? {} : { 'content-range': `bytes ${start}-${end}/${stat.size}` }),
  });
  if (request.method === 'HEAD') response.end();
  else
    createReadStream(path, { start, end })
      .on('error', () => response.destroy())
      .pipe(response);
}

/** Null without a range; ends are inclusive, and a start behind the end is invalid. */
function rangeOf(header: string | undefined, size: number): { start: number; end: number } | null {
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? [];
  if (from === '' && to === '') return null;
  const start = from === '' ? Math.max(0, size - Number(to)) : Number(from);
  return { start, end: from !== '' && to !== '' ? Math.min(size - 1, Number(to)) : size - 1 };
}
