import { type Answered, type ApiDocument, undocumented } from '../../test/support/openapi-check.ts';

interface Access {
  /** Null: none is sent. */
  readonly token: string | null;
  /** Whether the server wants one. */
  readonly needsToken: boolean;
  /** The OpenAPI document. */
  readonly description: string;
}

/**
 * Asks what schemathesis leaves out: HEAD and OPTIONS of every path, methods that a path lacks, conditional requests, the stream of events, pages of other origins.
 * @returns what differs from the document
 */
export async function askByHand(address: string, { token, needsToken, description }: Access): Promise<string[]> {
  const findings: string[] = [];
  const auth: Record<string, string> = token === null ? {} : { authorization: `Bearer ${token}` };
  const ask = async (method: string, path: string, headers: Record<string, string> = {}): Promise<Answered> => {
    const response = await fetch(address + path, { method, headers: { ...auth, ...headers } });
    return { statusCode: response.status, headers: Object.fromEntries(response.headers), body: await response.text() };
  };
  const mayRead = token !== null || !needsToken;
  const document = JSON.parse(description) as ApiDocument;
  const note = (what: string, answer: Answered, allowed: readonly number[]) => {
    // rates may end any of these requests
    if (!allowed.includes(answer.statusCode) && answer.statusCode !== 429)
      findings.push(`${what}: ${answer.statusCode} ${answer.body.slice(0, 200)}`);
  };
  for (const path of Object.keys(document.paths)) {
    const url = path.replace(/\{\w+\}/g, 'none');
    for (const method of ['HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE']) {
      const operation = document.paths[path]?.[method.toLowerCase()];
      if (path === '/v1/crawl' && method === 'POST') continue;
      const answer = await ask(method, url);
      for (const difference of undocumented(document, path, method, answer))
        if (answer.statusCode !== 429) findings.push(`${method} ${path}: ${difference}`);
      if (operation === undefined && ![401, 403, 405, 429].includes(answer.statusCode))
        findings.push(`${method} ${path}: ${answer.statusCode} for a method that it lacks`);
    }
  }
  const refused = mayRead ? [200] : [401];
  const feed = await ask('GET', '/v1/feeds/all.rss');
  note('a feed', feed, refused);
  if (feed.statusCode === 200) {
    for (const tag of [String(feed.headers.etag), `W/${feed.headers.etag}`, `"other", ${feed.headers.etag}`, '*'])
      note(`If-None-Match ${tag}`, await ask('GET', '/v1/feeds/all.rss', { 'if-none-match': tag }), [304]);
    note('If-None-Match "other"', await ask('GET', '/v1/feeds/all.rss', { 'if-none-match': '"other"' }), [200]);
  }
  const stream = await ask('GET', '/v1/events?seconds=1');
  note('events', stream, refused);
  if (stream.statusCode === 200 && !stream.body.includes('event: stats')) findings.push('the stream has no stats');
  note('events of no type', await ask('GET', '/v1/events?types=nosuch'), mayRead ? [400] : [401]);
  for (const [method, path] of [
    ['POST', '/v1/webhooks/test'],
    ['POST', '/v1/wrappers/none/rollback'],
    ['DELETE', '/v1/topics/none'],
  ] as const) {
    // as a browser sends the password that it has kept; it keeps no Bearer token
    const kept: Record<string, string> =
      token === null ? {} : { authorization: `Basic ${Buffer.from(`me:${token}`).toString('base64')}` };
    const headers = { ...kept, 'sec-fetch-site': 'cross-site', origin: 'http://evil.example' };
    note(`${method} ${path} of another origin`, await ask(method, path, headers), [403]);
  }
  return findings;
}
