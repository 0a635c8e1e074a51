import type { FastifyRequest } from 'fastify';

/** Whether the client's copy is current (RFC 9110, 13.1), so that 304 is enough. */
export function isFresh(
  requestHeaders: Pick<FastifyRequest['headers'], 'if-none-match' | 'if-modified-since'>,
  { etag, 'last-modified': lastModified }: Readonly<Record<string, string>>,
): boolean {
  const ifNoneMatch = requestHeaders['if-none-match'];
  // If-None-Match takes precedence over If-Modified-Since
  if (ifNoneMatch !== undefined)
    return etag !== undefined && (ifNoneMatch.trim() === '*' || tags(ifNoneMatch).includes(opaque(etag)));
  const since = Date.parse(requestHeaders['if-modified-since'] ?? '');
  return lastModified !== undefined && Date.parse(lastModified) <= since;
}

/** Weak comparison: without the `W/` prefix. */
const opaque = (tag: string): string => tag.replace(/^W\//, '');

const tags = (list: string): string[] => (list.match(/(W\/)?"[^"]*"/g) ?? []).map(opaque);
