import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';

/** A site's response. */
export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  /** Where the response hangs: after half of the `body`, or after the `headers`. */
  readonly hangAfter?: 'headers' | 'body';
  /** Milliseconds before the first byte. */
  readonly delayMs?: number;
}

interface ReplyOptions {
  readonly type: string;
  readonly status?: number;
  /** Sends `Last-Modified` and an `ETag` of the bytes; without them the response is never 304. */
  readonly modifiedAt?: string | Date;
  readonly headers?: Readonly<Record<string, string>>;
}

export function reply(body: string | Buffer, { type, status = 200, modifiedAt, headers = {} }: ReplyOptions): Reply {
  const bytes = Buffer.from(body);
  const validators: Record<string, string> =
    modifiedAt === undefined
      ? { 'cache-control': 'no-store' }
      : {
          etag: `"${createHash('sha256').update(bytes).digest('hex').slice(0, 20)}"`,
          'last-modified': new Date(modifiedAt).toUTCString(),
          'cache-control': 'no-cache',
        };
  return { status, headers: { 'content-type': type, ...validators, ...headers }, body: bytes };
}

export const redirect = (location: string): Reply => ({
  status: 301,
  headers: { location, 'content-type': 'text/plain; charset=utf-8' },
  body: Buffer.from(`Moved to ${location}\n`),
});

/** Sends the reply: 304 where the client has it, 206 for a range of a medium, no body for HEAD. */
export async function send(request: IncomingMessage, response: ServerResponse, answer: Reply): Promise<void> {
  if (answer.delayMs !== undefined) await new Promise((resolve) => setTimeout(resolve, answer.delayMs));
  if (answer.status === 200 && isFresh(request, answer)) {
    response.writeHead(304, answer.headers).end();
    return;
  }
  const { status, headers, body } = ranged(request, answer);
  response.writeHead(status, { ...headers, 'content-length': body.length });
  if (request.method === 'HEAD') response.end();
  else if (answer.hangAfter === 'headers') response.flushHeaders();
  else if (answer.hangAfter === 'body') response.write(body.subarray(0, body.length / 2));
  else response.end(body);
}

/** RFC 9110, 13.1: the entity tag takes precedence over the date. */
function isFresh(request: IncomingMessage, { headers }: Reply): boolean {
  const tags = request.headers['if-none-match'];
  const etag = headers.etag;
  if (tags !== undefined)
    return etag !== undefined && tags.split(/\s*,\s*/).some((tag) => tag.replace(/^W\//, '') === etag);
  const since = Date.parse(request.headers['if-modified-since'] ?? '');
  return Date.parse(headers['last-modified'] ?? '') <= since;
}

/** One byte range (RFC 9110, 14.2), for replies with `accept-ranges: bytes`; several ranges get the full body. */
function ranged(request: IncomingMessage, answer: Reply): Pick<Reply, 'status' | 'headers' | 'body'> {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(request.headers.range ?? '') ?? [];
  if (answer.headers['accept-ranges'] !== 'bytes' || (first === '' && last === '')) return answer;
  const size = answer.body.length;
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first);
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (start > end)
    return { status: 416, headers: { ...answer.headers, 'content-range': `bytes */${size}` }, body: Buffer.alloc(0) };
  return {
    status: 206,
    headers: { ...answer.headers, 'content-range': `bytes ${start}-${end}/${size}` },
    body: answer.body.subarray(start, end + 1),
  };
}
