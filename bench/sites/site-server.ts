import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { RecordedResponse, RecordedSite } from './recorded-site.ts';

/** A recorded site on an address of this machine. */
export interface ServedSite extends AsyncDisposable {
  /** As its pages name it. */
  readonly origin: string;
  readonly port: number;
  /** How often each path was asked for. */
  readonly requests: ReadonlyMap<string, number>;
}

const pixel = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');
const tracking = /^(utm_\w+|fbclid|gclid|mc_cid|mc_eid|ref)$/;
const placeholder = 'SITE\\.TEST';

/** The path decoded, and the escapes of the query in upper case. */
function spelled(path: string): string {
  const [, base = '', query = ''] = /^([^?]*)(.*)$/s.exec(path) ?? [];
  let decoded = base;
  try {
    decoded = decodeURI(base);
  } catch {
    // an escape that is no UTF-8: as it is
  }
  return decoded.normalize('NFC') + query.replace(/%[0-9a-f]{2}/gi, (hex) => hex.toUpperCase());
}

/** The text with the origin in the place of `http://SITE.TEST`, in each way that pages write it. */
function withOrigin(text: string, origin: string): string {
  return text
    .replace(new RegExp(`http:\\\\/\\\\/${placeholder}`, 'gi'), origin.replaceAll('/', '\\/'))
    .replace(new RegExp(`http%3A%2F%2F${placeholder}`, 'gi'), encodeURIComponent(origin))
    .replace(new RegExp(`http://${placeholder}`, 'gi'), origin)
    .replace(new RegExp(placeholder, 'gi'), origin.replace('http://', ''));
}

/** Which recorded response answers a path; undefined: none. */
function finder({ about, responses }: RecordedSite): (path: string) => RecordedResponse | undefined {
  const exact = new Map(responses.map((response) => [response.path, response]));
  const loose = new Map(responses.map((response) => [spelled(response.path), response]));
  const recorded = (path: string) => exact.get(path) ?? loose.get(spelled(path));
  const fallback = (path: string) =>
    about.fallback && !/\.\w{1,5}$/.test(path) && !about.noFallback?.some((start) => path.startsWith(start))
      ? exact.get(about.fallback)
      : undefined;
  return (path) => {
    const [base = '', query] = path.split('?', 2);
    if (recorded(path) || query === undefined) return recorded(path) ?? fallback(path);
    const rest = [...new URLSearchParams(query)].filter(([name]) => !tracking.test(name));
    const untracked = rest.length > 0 ? `${base}?${new URLSearchParams(rest)}` : base;
    const ignored = about.render === 'static' || about.ignoreQuery ? recorded(base) : undefined;
    return recorded(untracked) ?? ignored ?? fallback(base);
  };
}

/** The page for an address that the site does not have: HTML where it was recorded. */
function missingPage({ responses }: RecordedSite): RecordedResponse | undefined {
  const missing = responses.filter(({ status }) => status === 404);
  return missing.find(({ headers }) => /html/.test(headers['content-type'] ?? '')) ?? missing[0];
}

function unchanged(request: IncomingMessage, headers: Readonly<Record<string, string>>): boolean {
  const { etag, 'last-modified': modified } = headers;
  const plain = (tag: string) => tag.trim().replace(/^W\//, '');
  const asked = request.headers['if-none-match'];
  if (asked !== undefined)
    return etag !== undefined && asked.split(',').some((tag) => plain(tag) === plain(etag) || tag.trim() === '*');
  const since = request.headers['if-modified-since'];
  return since !== undefined && modified !== undefined && Date.parse(since) >= Date.parse(modified);
}

function answer(request: IncomingMessage, response: ServerResponse, recorded: RecordedResponse, origin: string): void {
  const headers: Record<string, string> = {};
  for (const name of ['content-type', 'location', 'etag', 'last-modified']) {
    const value = recorded.headers[name];
    if (value) headers[name] = value;
  }
  if (headers.location)
    headers.location = withOrigin(headers.location, origin).replace(/[^\x21-\x7e]/g, encodeURIComponent);
  if (recorded.status === 200 && unchanged(request, headers)) {
    delete headers['content-type'];
    response.writeHead(304, headers).end();
    return;
  }
  const body =
    recorded.body64 === undefined
      ? Buffer.from(withOrigin(recorded.body ?? '', origin))
      : Buffer.from(recorded.body64, 'base64');
  response.writeHead(recorded.status, { ...headers, 'content-length': body.length });
  response.end(request.method === 'HEAD' ? undefined : body);
}

/**
 * Serves a recorded site on a loopback address and a free port, until the end of the block.
 * @param knownPort in the addresses of its pages, where the client is led from it to the free one; null: the free one
 */
export async function openRecordedSite(
  site: RecordedSite,
  address = '127.0.0.1',
  knownPort: number | null = null,
): Promise<ServedSite> {
  const [find, missing, requests] = [finder(site), missingPage(site), new Map<string, number>()];
  let origin = '';
  const server = createServer((request, response) => {
    const path = request.url ?? '/';
    requests.set(path, (requests.get(path) ?? 0) + 1);
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      request.resume();
      response.writeHead(405).end();
      return;
    }
    const found = find(path);
    if (found) return answer(request, response, found, origin);
    // pictures are left out of recordings
    if (/\.(jpe?g|png|gif|webp|avif)$/i.test(path.split('?')[0] ?? '')) {
      response.writeHead(200, { 'content-type': 'image/gif', 'content-length': pixel.length }).end(pixel);
      return;
    }
    if (missing && !path.startsWith('/robots.txt')) return answer(request, response, missing, origin);
    response.writeHead(404, { 'content-type': 'text/plain' }).end('Not found\n');
  });
  server.keepAliveTimeout = 30_000;
  server.listen(0, address);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  origin = `http://${address}:${knownPort ?? port}`;
  const close = async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  };
  return { origin, port, requests, [Symbol.asyncDispose]: close };
}
