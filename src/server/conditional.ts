import type { FastifyRequest } from 'fastify';

/** Whether the client has what an answer of these headers would bring (RFC 9110, 13.1): then 304 says it all. */
export function isFresh(
  requestHeaders: Pick<FastifyRequest['headers'], 'if-none-match' | 'if-modified-since'>,
  { etag, 'last-modified': lastModified }: Readonly<Record<string, string>>,
): boolean {
  const ifNoneMatch = requestHeaders['if-none-match'];
  // where there is a tag, the time does not count
  if (ifNoneMatch !== undefined)
    return etag !== undefined && (ifNoneMatch.trim() === '*' || tags(ifNoneMatch).includes(opaque(etag)));
  const since = Date.parse(requestHeaders['if-modified-since'] ?? '');
  return lastModified !== undefined && Date.parse(lastModified) <= since;
}

/** Weak or not: a client that compares texts has the same text. */
const opaque = (tag: string): string => tag.replace(/^W\//, '');

const tags = (list: string): string[] => (list.match(/(W\/)?"[^"]*"/g) ?? []).map(opaque);
