import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import type { RecordedResponse } from './recorded-site.ts';

/** The origin that stands for the site's own in a recording: static sites are built with it. */
export const siteOrigin = 'http://SITE.TEST';

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.xml': 'application/xml; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.atom': 'application/atom+xml; charset=utf-8',
  '.rss': 'application/rss+xml; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
};
/** The last change of every page: conditional requests get 304. */
const modified = 'Thu, 29 Oct 2026 09:00:00 GMT';

const etag = (body: string): string => `"${createHash('sha256').update(body).digest('hex').slice(0, 16)}"`;

const asPath = (file: string): string => `/${file.split(sep).map(encodeURIComponent).join('/')}`;

export interface FolderOptions {
  /** Pages are asked for without `.html`, as hosts with clean URLs answer them. */
  readonly cleanUrls?: boolean;
  /** Files that the server does not give out. */
  readonly without?: RegExp;
}

/** Records a folder of files as a static server answers: index.html for the folder, a redirect to the slash, 404.html for what is missing. Pictures and fonts are left out. */
export async function recordFolder(
  folder: string,
  { cleanUrls = false, without }: FolderOptions = {},
): Promise<RecordedResponse[]> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true });
  const responses: RecordedResponse[] = [];
  for (const entry of found.filter((each) => each.isFile())) {
    const file = relative(folder, join(entry.parentPath, entry.name));
    const type = types[extname(file)];
    if (type === undefined || without?.test(file)) continue;
    const body = await readFile(join(folder, file), 'utf8');
    const headers = { 'content-type': type, 'last-modified': modified, etag: etag(body) };
    const path = asPath(file);
    if (path === '/404.html') responses.push({ path, status: 404, headers: { 'content-type': type }, body });
    else if (path.endsWith('/index.html')) {
      const base = path.slice(0, -'index.html'.length);
      responses.push({ path: base, status: 200, headers, body });
      if (base !== '/') responses.push({ path: base.slice(0, -1), status: 301, headers: { location: base } });
    } else if (cleanUrls && path.endsWith('.html'))
      responses.push({ path: path.slice(0, -'.html'.length), status: 200, headers, body });
    else responses.push({ path, status: 200, headers, body });
  }
  return responses;
}

export interface WalkOptions {
  /** Default `/`. */
  readonly start?: readonly string[];
  /** Paths that the walk does not ask for. */
  readonly without?: RegExp;
  /** Default 1500. */
  readonly maxPaths?: number;
}

const addresses = /(?:href|src|action)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>"']+))|<(?:loc|link)>([^<]+)</g;

function linksIn(body: string, base: URL): string[] {
  return [...body.matchAll(addresses)].flatMap((match) => {
    const written = (match[1] ?? match[2] ?? match[3] ?? match[4] ?? '').replaceAll('&amp;', '&').trim();
    if (!URL.canParse(written, base)) return [];
    const url = new URL(written, base);
    return url.origin === base.origin ? [url.pathname + url.search] : [];
  });
}

/** Asks again after an internal error: a server that has just started may have one. */
async function askTwice(address: string): Promise<Response> {
  const ask = () => fetch(address, { redirect: 'manual', signal: AbortSignal.timeout(30_000) });
  const response = await ask();
  return response.status >= 500 ? ask() : response;
}

/** Records what a running server answers to everything that its pages link to, with its origin replaced. Throws where it has more than `maxPaths`. */
export async function recordServer(
  origin: string,
  { start = ['/'], without, maxPaths = 1_500 }: WalkOptions = {},
): Promise<RecordedResponse[]> {
  const responses: RecordedResponse[] = [];
  const [known, waiting] = [new Set(start), [...start]];
  for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
    if (known.size > maxPaths) throw new Error(`the site has more than ${maxPaths} addresses: the walk needs a limit`);
    const response = await askTwice(origin + path);
    const type = response.headers.get('content-type') ?? '';
    if (/^(image|font|video|audio)\//.test(type) && !/svg/.test(type)) {
      await response.arrayBuffer();
      continue;
    }
    const body = (await response.text())
      .replaceAll(origin, siteOrigin)
      .replaceAll(origin.replace('http://', ''), 'SITE.TEST');
    const location = response.headers.get('location');
    const headers = {
      'content-type': type,
      'last-modified': response.headers.get('last-modified'),
      location: location?.replaceAll(origin, siteOrigin) ?? null,
    };
    responses.push({ path, status: response.status, headers, body });
    const base = new URL(path, siteOrigin);
    const links = /html|xml/.test(type) && response.status < 400 ? linksIn(body, base) : [];
    if (location)
      links.push(
        ...linksIn(`<link>${location}<`, new URL(path, origin)),
        ...linksIn(`<link>${headers.location}<`, base),
      );
    for (const link of links) {
      if (known.has(link) || without?.test(link)) continue;
      known.add(link);
      waiting.push(link);
    }
  }
  return responses;
}
