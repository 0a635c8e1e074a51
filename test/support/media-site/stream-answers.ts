import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import type { WebSocket } from 'ws';

const media = join(import.meta.dirname, '../../../demo/media');

type Answer = { readonly body: Buffer | string; readonly type: string; readonly status?: number };

/** Files behind a cookie: `/api/key/<key>` sets it, `/locked/<key>.mp4` needs it, and the page as its referrer. */
export function lockedAnswer(path: string, { headers }: IncomingMessage, response: ServerResponse): Answer | null {
  const [, key, file] = /^\/(?:api\/key\/(\w+)|locked\/(\w+)\.mp4)$/.exec(path) ?? [];
  if (key !== undefined) {
    response.setHeader('set-cookie', `key-${key}=1; Path=/; HttpOnly`);
    return { body: '{}', type: 'application/json' };
  }
  if (file === undefined) return null;
  const isAllowed = (headers.referer ?? '') !== '' && headers.cookie?.includes(`key-${file}=1`) === true;
  return isAllowed
    ? { body: readFileSync(join(media, 'pilot.mp4')), type: 'video/mp4' }
    : { body: 'no', type: 'text/plain', status: 403 };
}

const stream = (): Buffer => readFileSync(join(media, 'carriers/v0-0.mpegts'));

/** `/stream/room` is FLV without an end, `/stream/film` one file of MPEG-TS; neither address says so. @returns whether it has answered */
export function streamAnswer(path: string, response: ServerResponse): boolean {
  if (path !== '/stream/room' && path !== '/stream/film') return false;
  const isRoom = path === '/stream/room';
  const body = isRoom
    ? Buffer.concat([Buffer.from('464c5601050000000900000000', 'hex'), Buffer.alloc(4_000, 9)])
    : stream();
  const length = isRoom ? {} : { 'content-length': body.byteLength };
  response.writeHead(200, { 'content-type': 'application/octet-stream', ...length });
  if (isRoom) response.write(body);
  else response.end(body);
  return true;
}

/** What jsmpeg's server sends: the size of the picture, then a transport stream. */
export function sendStream(socket: WebSocket): void {
  socket.send(Buffer.from('6a736d7002800168', 'hex'));
  const film = stream();
  for (let at = 0; at < film.length; at += 16_000) socket.send(film.subarray(at, at + 16_000));
}
