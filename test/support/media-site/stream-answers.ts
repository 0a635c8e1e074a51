import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';

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
